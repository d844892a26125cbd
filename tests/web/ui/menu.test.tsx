import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Menu } from '../../../web/src/ui/menu.tsx';
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
