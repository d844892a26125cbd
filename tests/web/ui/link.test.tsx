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
  it('an app link navigates without reloading the page, passes its state, and can be undone with the back button', () => {
    expect(press('terms')).toBe(false);
    expect(shown()).toBe('/terms all {"isReturn":true} PUSH');
    fireEvent.click(screen.getByText('back'));
    expect(shown()).toBe('/profile null null POP');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'an app link leaves a press with %j to the browser',
    (how) => {
      expect(press('terms', how)).toBe(true);
      expect(shown()).toBe('/profile null null POP');
    },
  );

  it('an app link leaves links to a new window to the browser', () => {
    expect(press('window')).toBe(true);
    expect(shown()).toBe('/profile null null POP');
  });
});

describe('going to a place', () => {
  it('replacing navigation adds no entry to the browser history', () => {
    fireEvent.click(screen.getByText('replace'));
    expect(shown()).toBe('/faq null null REPLACE');
  });
});
