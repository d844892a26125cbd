import { fireEvent, screen } from '@testing-library/react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { Link } from '../../../web/src/ui/link.tsx';
import { useGo, useSearch } from '../../../web/src/ui/navigation.ts';
import { renderApp } from '../support/render-app.tsx';

function Place() {
  const { pathname, state } = useLocation();
  const search = useSearch();
  const go = useGo();
  return (
    <>
      <output>{`${pathname} ${search.get('view')} ${JSON.stringify(state)} ${useNavigationType()}`}</output>
      <Link to="/terms?view=all" state={{ isReturn: true }}>
        terms
      </Link>
      <Link to="/privacy" target="_blank">
        window
      </Link>
      <button type="button" onClick={() => go('/faq', { replace: true })}>
        replace
      </button>
      <button type="button" onClick={() => go(-1)}>
        back
      </button>
    </>
  );
}

const shown = () => document.querySelector('output')?.textContent;
/** Presses a link; says whether the browser is left to follow it by itself, which it is kept from here. */
function press(name: string, init = {}): boolean {
  let isLeft = false;
  const keep = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener('click', keep, { once: true });
  fireEvent.click(screen.getByText(name), init);
  return isLeft;
}

beforeEach(() => {
  renderApp(<Place />, { path: '/profile' });
});

describe('a link of the app', () => {
  it('leads there without loading the page anew, hands over its state, and can be gone back from', () => {
    expect(press('terms')).toBe(false);
    expect(shown()).toBe('/terms all {"isReturn":true} PUSH');
    fireEvent.click(screen.getByText('back'));
    expect(shown()).toBe('/profile null null POP');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'is the browser’s own with %j',
    (how) => {
      expect(press('terms', how)).toBe(true);
      expect(shown()).toBe('/profile null null POP');
    },
  );

  it('to a window of its own is the browser’s own', () => {
    expect(press('window')).toBe(true);
    expect(shown()).toBe('/profile null null POP');
  });
});

describe('going to a place', () => {
  it('in place of the one before leaves nothing to go back to', () => {
    fireEvent.click(screen.getByText('replace'));
    expect(shown()).toBe('/faq null null REPLACE');
  });
});
