import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { DealFilter } from '../../../../web/src/features/cars/deal-filter.tsx';
import { FilterChips } from '../../../../web/src/features/cars/filter-chips.tsx';
import { defaultListState } from '../../../../web/src/features/cars/list-state.ts';
import { PriceFilter } from '../../../../web/src/features/cars/price-filter.tsx';
import { SortSelect } from '../../../../web/src/features/cars/sort-select.tsx';
import { renderApp } from '../../support/render-app.tsx';

describe('the filter chips', () => {
  it('name each filter and take away that one alone', () => {
    const change = vi.fn();
    const state = { ...defaultListState, importId: 'j1', minPriceDkk: 40_000, brands: ['Ford', 'Škoda'] };
    renderApp(<FilterChips state={state} onChange={change} />);
    expect(screen.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'This import',
      'from 40.000 kr.',
      'Ford',
      'Škoda',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Ford' }));
    expect(change).toHaveBeenCalledWith({ brands: ['Škoda'] });
  });
});

describe('the price filter', () => {
  const render = (change: (min: number, max: number) => void) =>
    renderApp(<PriceFilter minDkk={0} maxDkk={1_000_000} histogram={[]} onChange={change} />);

  it('tells the price of a slider position when the thumb is let go', () => {
    const change = vi.fn();
    render(change);
    const thumb = screen.getByRole('slider', { name: 'Highest price in kroner' });
    fireEvent.change(thumb, { target: { value: '60' } });
    expect(thumb.getAttribute('aria-valuetext')).toBe('280.000 kr.');
    expect(change).not.toHaveBeenCalled();
    fireEvent.pointerUp(thumb);
    expect(change).toHaveBeenCalledExactlyOnceWith(0, 280_000);
  });

  it('never lets the thumbs pass each other', () => {
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

  it('takes typed prices, clamped, and words for no limit', () => {
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

describe('what premium opens', () => {
  it('leads to the upgrade dialog from the deal filter and the deal order', () => {
    const [change, sort, upgrade] = [vi.fn(), vi.fn(), vi.fn()];
    renderApp(
      <>
        <DealFilter counts={null} chosen={[]} hasPremium={false} onChange={change} onUpgrade={upgrade} />
        <SortSelect sort="price_asc" hasPremium={false} onSort={sort} onUpgrade={upgrade} />
      </>,
    );
    fireEvent.click(screen.getByRole('checkbox', { name: /Amazing/ }));
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'deal' } });
    expect(upgrade).toHaveBeenCalledTimes(2);
    expect(change).not.toHaveBeenCalled();
    expect(sort).not.toHaveBeenCalled();
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'year_desc' } });
    expect(sort).toHaveBeenCalledWith('year_desc');
  });

  it('filters and sorts by deal with premium', () => {
    const [change, sort] = [vi.fn(), vi.fn()];
    const counts = [{ name: 'amazing' as const, count: 34 }];
    renderApp(
      <>
        <DealFilter counts={counts} chosen={['fair']} hasPremium onChange={change} onUpgrade={vi.fn()} />
        <SortSelect sort="price_asc" hasPremium onSort={sort} onUpgrade={vi.fn()} />
      </>,
    );
    fireEvent.click(screen.getByRole('checkbox', { name: /Amazing/ }));
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'deal' } });
    expect(change).toHaveBeenCalledWith(['fair', 'amazing']);
    expect(sort).toHaveBeenCalledWith('deal');
  });
});
