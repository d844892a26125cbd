import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { PriceFilter } from '../../../web/src/catalog/number-filters.tsx';

describe('the price filter', () => {
  const render = (change: (min: number, max: number) => void) =>
    renderApp(<PriceFilter minDkk={0} maxDkk={1_000_000} histogram={[]} onChange={change} />);

  // docs/spec.md, section 2.
  it('the price slider reports a price when the thumb is released', () => {
    const change = vi.fn();
    render(change);
    const thumb = screen.getByRole('slider', { name: 'Highest price in kroner' });
    fireEvent.change(thumb, { target: { value: '60' } });
    expect(thumb.getAttribute('aria-valuetext')).toBe('280.000 kr.');
    expect(change).not.toHaveBeenCalled();
    fireEvent.pointerUp(thumb);
    expect(change).toHaveBeenCalledExactlyOnceWith(0, 280_000);
  });

  it('the price histogram scales bars by their width in kroner', () => {
    // A car for every 2,000 kr.: one to each lower step, nine to each upper one.
    const histogram = Array.from({ length: 100 }, (_, step) => (step < 50 ? 1 : 9));
    renderApp(<PriceFilter minDkk={0} maxDkk={1_000_000} histogram={histogram} onChange={vi.fn()} />);
    const bars = [...screen.getByRole('img').querySelectorAll('rect')];
    expect(new Set(bars.map((bar) => bar.getAttribute('height')))).toEqual(new Set(['62']));
  });

  it('the price slider’s thumbs never pass each other', () => {
    const change = vi.fn();
    render(change);
    fireEvent.change(screen.getByRole('slider', { name: 'Highest price in kroner' }), {
      target: { value: '20' },
    });
    const low = screen.getByRole('slider', { name: 'Lowest price in kroner' });
    fireEvent.change(low, { target: { value: '70' } });
    fireEvent.blur(low);
    expect(change).toHaveBeenLastCalledWith(40_000, 40_000);
  });

  it('the price fields clamp typed prices and read words as no limit', () => {
    const change = vi.fn();
    render(change);
    const high = screen.getByRole('textbox', { name: 'Highest price in kroner' });
    fireEvent.change(high, { target: { value: '260.000' } });
    fireEvent.blur(high);
    expect(change).toHaveBeenLastCalledWith(0, 260_000);
    fireEvent.change(high, { target: { value: 'whatever' } });
    fireEvent.blur(high);
    expect(change).toHaveBeenLastCalledWith(0, 1_000_000);
  });
});
