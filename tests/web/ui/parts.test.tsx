import { readdirSync, readFileSync } from 'node:fs';
import { act, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { useLocation, useNavigationType } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Pieces, pieces } from '../../../web/gallery/pieces.tsx';
import { schemeOf, Tokens, tokenUses } from '../../../web/gallery/tokens.tsx';
import { da } from '../../../web/src/i18n/da.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { Link } from '../../../web/src/ui/link.tsx';
import { Menu } from '../../../web/src/ui/menu.tsx';
import { useGo, useSearch } from '../../../web/src/ui/navigation.ts';
import { clearNotices, notify } from '../../../web/src/ui/notices.tsx';
import { pageWindow } from '../../../web/src/ui/pagination.tsx';
import { renderApp } from '../support/render-app.tsx';

describe('a menu', () => {
  const run = vi.fn();
  const items = [
    { id: 'a', label: 'Guide', run },
    { id: 'b', label: 'FAQ', run: vi.fn() },
  ];
  const render = () => {
    renderApp(<Menu label="Help" button="?" buttonClass="" items={items} />);
    return screen.getByRole('button', { name: 'Help' });
  };

  it('a menu opens on its first item, arrow keys wrap around, and Escape returns the focus to the button', () => {
    const opener = render();
    fireEvent.click(opener);
    const [guide, faq] = screen.getAllByRole('menuitem');
    expect(document.activeElement).toBe(guide);
    fireEvent.keyDown(guide!, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(faq);
    fireEvent.keyDown(faq!, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('a menu runs the chosen item and closes', () => {
    fireEvent.click(render());
    fireEvent.click(screen.getByRole('menuitem', { name: 'Guide' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('a menu closes on a press outside', () => {
    fireEvent.click(render());
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('a notice', () => {
  it('a notice appears only after the pressed button has been painted', async () => {
    renderApp(null);
    act(() => notify('Starred'));
    expect(screen.queryByText('Starred')).toBeNull();
    expect(await screen.findByText('Starred')).toBeTruthy();
  });

  it('a notice does not appear if all notices were cleared before the paint', async () => {
    renderApp(null);
    act(() => notify('3 cars added'));
    act(() => clearNotices());
    act(() => notify('Signed out'));
    expect(await screen.findByText('Signed out')).toBeTruthy();
    expect(screen.queryByText('3 cars added')).toBeNull();
  });
});

describe('the numbered page buttons', () => {
  // docs/spec.md, sections 2 and 9.
  it('page buttons are centred on the current page and shifted at the ends', () => {
    expect(pageWindow(7, 14)).toEqual([5, 6, 7, 8, 9]);
    expect(pageWindow(1, 14)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindow(2, 14)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindow(13, 14)).toEqual([10, 11, 12, 13, 14]);
    expect(pageWindow(14, 14)).toEqual([10, 11, 12, 13, 14]);
    expect(pageWindow(2, 3)).toEqual([1, 2, 3]);
    expect(pageWindow(1, 1)).toEqual([1]);
  });

  // docs/spec.md, section 2.
  it('at most five page buttons appear, in order, within the pages, including the current one', () => {
    const pages = fc
      .integer({ min: 1, max: 500 })
      .chain((total) => fc.tuple(fc.integer({ min: 1, max: total }), fc.constant(total)));
    fc.assert(
      fc.property(pages, ([page, total]) => {
        const shown = pageWindow(page, total);
        expect(shown).toHaveLength(Math.min(5, total));
        expect(shown).toContain(page);
        expect(shown[0]).toBeGreaterThanOrEqual(1);
        expect(shown.at(-1)).toBeLessThanOrEqual(total);
        shown.slice(1).forEach((number, place) => {
          expect(number).toBe(shown[place]! + 1);
        });
      }),
    );
  });
});

const styles = readFileSync('web/src/styles/tokens.css', 'utf8');

describe('the gallery', () => {
  it('the gallery shows every component file and nothing else', () => {
    const shown = new Set(pieces.flatMap(({ files }) => files));
    expect([...shown].sort()).toEqual(readdirSync('web/src/ui').sort());
  });

  it('the gallery explains each component and shows its states in both languages', () => {
    for (const language of ['en', 'da'] as const) {
      renderApp(<Pieces />, { language });
      for (const { files, title = files.join(', '), use, states } of pieces) {
        expect(screen.getByRole('heading', { name: title })).toBeTruthy();
        expect(use.length, files[0]).toBeGreaterThan(20);
        expect(states.length, files[0]).toBeGreaterThan(0);
      }
      expect(screen.getAllByText('amazing').length).toBeGreaterThan(1);
      expect(screen.getAllByText((language === 'en' ? en : da).deals.amazing).length).toBeGreaterThan(1);
    }
  });

  it('the gallery names every existing colour and no other', () => {
    const colors = [...styles.matchAll(/--color-([\w-]+): var\(/g)].map(([, name]) => name);
    expect(Object.keys(tokenUses)).toEqual(colors);
    renderApp(<Tokens />);
    for (const name of colors) expect(screen.getByText(name!)).toBeTruthy();
  });

  it('the gallery can show the light and the dark scheme', () => {
    expect(schemeOf('light', styles)).toContain('color-scheme: light');
    expect(schemeOf('dark', styles)).toContain('color-scheme: dark');
    for (const name of Object.keys(tokenUses))
      for (const scheme of ['light', 'dark'] as const)
        expect(schemeOf(scheme, styles)).toContain(`--${name}:`);
  });

  it('nothing in web/src imports the gallery', () => {
    const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.tsx?$/.test(path),
    );
    const importing = sources.filter((path) =>
      /from '[^']*gallery\//.test(readFileSync(`web/src/${path}`, 'utf8')),
    );
    expect(importing).toEqual([]);
  });
});

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

describe('a link beside its place', () => {
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
});
