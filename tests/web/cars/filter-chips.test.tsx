import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { chipsOf, FilterChips } from '../../../web/src/catalog/filter-chips.tsx';
import { noteVisit } from '../../../web/src/catalog/list-controls.tsx';
import { changeListState, defaultListState, type ListState } from '../../../web/src/catalog/list-state.ts';
import { panel } from '../../../web/src/i18n/en/filters.ts';
import { en } from '../../../web/src/i18n/en.ts';

describe('the filter chips', () => {
  const words = { t: en, panel, day: (instant: string) => instant.slice(0, 10), isLastVisit: false };
  const all: ListState = {
    ...defaultListState,
    importId: 'j1',
    q: 'golf',
    avoid: ['rust', 'bytter'],
    newSince: '2026-11-20T10:00:00Z',
    minPriceDkk: 40_000,
    brands: ['Ford', 'Škoda'],
    deals: ['fair'],
    minYear: 2015,
    maxYear: 2020,
    maxMileageKm: 100_000,
    place: 'Odense',
    radiusKm: 50,
    fuels: ['plugin_hybrid'],
    gearbox: 'automatic',
    seller: 'private',
    models: ['Focus'],
    sources: ['dba'],
    bodies: ['estate'],
    colors: ['grey'],
    features: ['towbar'],
    minHorsepower: 125,
    maxRunningDkk: 1_250,
    minRangeKm: 400,
    minBatteryKwh: 60,
    hasDropped: true,
    maxDays: 7,
    hasInspection: true,
  };

  it('filter chips name every active filter', () => {
    expect(chipsOf(all, words).map(({ label }) => label)).toEqual([
      'This import',
      '“golf”',
      'without “rust”',
      'without “bytter”',
      'new since 2026-11-20',
      'from 40.000 kr.',
      'Ford',
      'Škoda',
      'Focus',
      'Fair',
      '2015–2020',
      'up to 100.000 km',
      'within 50 km of Odense',
      'Plug-in hybrid',
      'Automatic',
      'Estate',
      'Private',
      'DBA',
      'Reduced in the last 14 days',
      'Grey',
      'Towbar',
      'from 125 hp',
      'tax and energy up to 1.250 kr. a month',
      'at least 400 km range',
      'battery of at least 60 kWh',
      'listed 7 days at most',
      'Valid inspection',
    ]);
    expect(chipsOf(defaultListState, words)).toEqual([]);
  });

  it('no filter remains after every chip was removed', () => {
    const left = chipsOf(all, words).reduce((state, { id }) => {
      // A brand takes its models with it.
      const chip = chipsOf(state, words).find((each) => each.id === id);
      return chip ? changeListState(state, chip.without) : state;
    }, all);
    expect(left).toEqual(defaultListState);
  });

  it('a filter chip removes only its own filter', () => {
    const change = vi.fn();
    renderApp(<FilterChips chips={chipsOf(all, words)} visitedAt={null} onChange={change} />);
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Ford' }));
    expect(change).toHaveBeenCalledWith({ brands: ['Škoda'], models: [] });
  });

  it('filter chips offer the cars since the last visit until that is chosen', () => {
    const change = vi.fn();
    const visitedAt = '2026-11-19T08:00:00.000Z';
    const { unmount } = renderApp(<FilterChips chips={[]} visitedAt={visitedAt} onChange={change} />);
    fireEvent.click(screen.getByRole('button', { name: 'New since my last visit' }));
    expect(change).toHaveBeenCalledWith({ newSince: visitedAt });
    unmount();
    const chips = chipsOf({ ...defaultListState, newSince: visitedAt }, { ...words, isLastVisit: true });
    renderApp(<FilterChips chips={chips} visitedAt={visitedAt} onChange={change} />);
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Remove filter: New since my last visit' })).toBeTruthy();
  });
});

describe('the last visit', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`);
  it('a visit ends after a pause of more than half an hour, not with a reload', () => {
    const first = noteVisit(null, at('08:00'));
    expect(first.previousAt).toBeNull();
    const later = noteVisit(noteVisit(first, at('08:20')), at('08:45'));
    expect(later.previousAt).toBeNull();
    const evening = noteVisit(later, at('19:00'));
    expect(evening.previousAt).toBe('2026-11-20T08:45:00.000Z');
    expect(noteVisit(evening, at('19:10')).previousAt).toBe('2026-11-20T08:45:00.000Z');
  });
});
