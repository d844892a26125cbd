import { act, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Menu } from '../../../web/src/ui/menu.tsx';
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
