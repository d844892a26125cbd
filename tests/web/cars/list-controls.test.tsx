import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { WireCar } from '#core/contract/routes/cars.ts';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { noFacets } from '#tests/web/support/sample-answers.ts';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { queryKeys } from '../../../web/src/api/queries.ts';
import { CarGrid } from '../../../web/src/cars/car-grid.tsx';
import { CarPages } from '../../../web/src/catalog/car-list.tsx';
import { chipsOf, FilterChips } from '../../../web/src/catalog/filter-chips.tsx';
import { LayoutToggle, noteVisit, SortSelect } from '../../../web/src/catalog/list-controls.tsx';
import { changeListState, defaultListState, type ListState } from '../../../web/src/catalog/list-state.ts';
import { PriceFilter } from '../../../web/src/catalog/number-filters.tsx';
import { panel } from '../../../web/src/i18n/en/filters.ts';
import { en } from '../../../web/src/i18n/en.ts';

const pageOf = (cars: WireCar[], totalCount: number) => ({
  data: {
    ...{ cars, page: 1, totalCount, totalPages: Math.ceil(totalCount / 30), catalogVersion: '1' },
    ...noFacets,
  },
  ...{ state: defaultListState, chips: [], onState: vi.fn(), onUpgrade: vi.fn(), isStale: false },
});

describe('the controls of the list', () => {
  // docs/spec.md, sections 2 and 9.
  it('the list offers nine orders and starts with the cheapest', () => {
    renderApp(<SortSelect sort={defaultListState.sort} hasPremium onSort={vi.fn()} onUpgrade={vi.fn()} />);
    const select = document.querySelector('select')!;
    expect(select.value).toBe('price_asc');
    expect([...select.options].map(({ value }) => value)).toEqual([
      'price_asc',
      'price_desc',
      'deal',
      'mileage_asc',
      'year_desc',
      'scraped_desc',
      'listed_desc',
      'listed_asc',
      'running_asc',
      'range_desc',
      'battery_desc',
    ]);
  });

  it('the list offers the order by distance where it has a town, and cards tell how far away they are', () => {
    renderApp(
      <>
        <SortSelect sort="price_asc" hasPremium hasTown onSort={vi.fn()} onUpgrade={vi.fn()} />
        <CarGrid
          cars={[
            sampleCar({ city: 'Odense', distance_km: 31.6 }),
            sampleCar({ id: '7', city: 'Ukendt', distance_km: null }),
          ]}
          mode="grid"
          onUpgrade={vi.fn()}
        />
      </>,
    );
    expect(screen.getByRole('option', { name: 'Distance: nearest first' })).toBeTruthy();
    expect(screen.getByText('Odense · 32 km away')).toBeTruthy();
    expect(screen.getByText('Ukendt')).toBeTruthy();
  });

  it.each([
    [{ month: 612, lacks: null }, '612 kr. a month for tax and energy'],
    [{ month: 1_310, lacks: 'tax' }, 'At least 1.310 kr. a month: energy, without the tax'],
    [{ month: 310, lacks: 'energy' }, 'At least 310 kr. a month: tax, without energy'],
    [null, 'Tax and energy not known here'],
  ] as const)('a card and a row tell what tax and energy come to (%o)', (running_cost, words) => {
    for (const mode of ['grid', 'list'] as const) {
      renderApp(<CarGrid cars={[sampleCar({ running_cost })]} mode={mode} onUpgrade={vi.fn()} />);
      expect(screen.getByText(words)).toBeTruthy();
      cleanup();
    }
  });

  it.each([
    [{ electric_km: 426, electric_kwh: 64.7 }, 'Range up to 426 km · Battery 64,7 kWh'],
    [{ electric_km: null, electric_kwh: 58 }, 'Battery 58 kWh'],
  ])(
    'a card and a row tell what is known of range and battery where the list was asked (%o)',
    (asked, words) => {
      for (const mode of ['grid', 'list'] as const) {
        renderApp(<CarGrid cars={[sampleCar(asked)]} mode={mode} onUpgrade={vi.fn()} />);
        expect(screen.getByText(words)).toBeTruthy();
        cleanup();
      }
      renderApp(
        <CarGrid
          cars={[sampleCar({ electric_km: null, electric_kwh: null })]}
          mode="grid"
          onUpgrade={vi.fn()}
        />,
      );
      expect(screen.queryByText(/kWh|Range/)).toBeNull();
    },
  );

  // docs/spec.md, section 2.
  it('the list switches between grid and list layout', () => {
    const onMode = vi.fn();
    renderApp(<LayoutToggle mode="grid" onMode={onMode} />);
    expect(screen.getByRole('button', { name: 'Grid' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'List' }));
    expect(onMode).toHaveBeenCalledWith('list');
  });

  it.each([
    ['en', {}, 'free', '1–30 of 694 cars · 35 more are Premium'],
    ['da', {}, 'free', '1–30 af 694 biler · 35 mere med Premium'],
    ['en', {}, 'premium', '1–30 of 694 cars'],
    ['en', { importId: 'j' }, 'free', '1–30 of 694 cars'],
    ['en', { view: 'starred' }, 'free', '1–30 of 694 cars'],
  ] as const)(
    'the list heading in %s for %j and a %s reader counts the cars on screen',
    async (language, part, plan, words) => {
      stubService({
        'GET /api/counts': { body: { amazing: 35, fair: 1, poor: 1, no_estimate: 1, total: 729 } },
      });
      const state = { ...defaultListState, ...part };
      const chips = 'importId' in part ? [{ id: 'import', label: '', without: {} }] : [];
      const { container, client } = renderApp(
        <CarPages {...pageOf([sampleCar()], 694)} {...{ state, chips }} hasLocked={plan === 'free'} />,
        { language },
      );
      await waitFor(() => expect(client.getQueryData(queryKeys.counts)).toBeTruthy());
      await waitFor(() => expect(container.querySelector('[aria-live]')!.textContent).toBe(words));
    },
  );

  // docs/spec.md, sections 2 and 9.
  it('page buttons above and below the cars turn pages of thirty', () => {
    stubService({});
    const cars = Array.from({ length: 30 }, (_, place) => sampleCar({ id: String(place) }));
    const props = pageOf(cars, 64);
    renderApp(<CarPages {...props} />);
    expect(screen.getAllByText('Page 1 of 3')).toHaveLength(2);
    expect(screen.getByText('1–30 of 64 cars')).toBeTruthy();
    fireEvent.click(document.querySelectorAll('[aria-label="Next page"]')[0]!);
    expect(props.onState).toHaveBeenCalledWith(expect.objectContaining({ page: 2 }));
  });

  it('the car numbers match the cars on screen while the next page loads', () => {
    stubService({});
    const state = { ...defaultListState, page: 2 };
    renderApp(<CarPages {...pageOf([sampleCar()], 64)} state={state} isStale />);
    expect(screen.getByText('1–30 of 64 cars')).toBeTruthy();
  });
});

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
