import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { noFacets } from '#tests/web/support/no-facets.ts';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { queryKeys } from '../../../web/src/api/queries.ts';
import { CarGrid } from '../../../web/src/cars/car-grid.tsx';
import { CarPages } from '../../../web/src/catalog/car-list.tsx';
import { LayoutToggle, SortSelect } from '../../../web/src/catalog/list-controls.tsx';
import { defaultListState } from '../../../web/src/catalog/list-state.ts';

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
      const cars = [sampleCar()];
      const data = { cars, page: 1, totalCount: 694, totalPages: 24, catalogVersion: '1', ...noFacets };
      const chips = 'importId' in part ? [{ id: 'import', label: '', without: {} }] : [];
      const { container, client } = renderApp(
        <CarPages
          {...{ state, data, chips, onState: vi.fn(), onUpgrade: vi.fn(), isStale: false }}
          hasLocked={plan === 'free'}
        />,
        { language },
      );
      await waitFor(() => expect(client.getQueryData(queryKeys.counts)).toBeTruthy());
      await waitFor(() => expect(container.querySelector('[aria-live]')!.textContent).toBe(words));
    },
  );

  // docs/spec.md, sections 2 and 9.
  it('page buttons above and below the cars turn pages of thirty', () => {
    stubService({});
    const onState = vi.fn();
    const cars = Array.from({ length: 30 }, (_, place) => sampleCar({ id: String(place) }));
    const data = { cars, page: 1, totalCount: 64, totalPages: 3, catalogVersion: '1', ...noFacets };
    renderApp(
      <CarPages
        state={defaultListState}
        onState={onState}
        data={data}
        onUpgrade={vi.fn()}
        chips={[]}
        removal={undefined}
        isStale={false}
      />,
    );
    expect(screen.getAllByText('Page 1 of 3')).toHaveLength(2);
    expect(screen.getByText('1–30 of 64 cars')).toBeTruthy();
    fireEvent.click(document.querySelectorAll('[aria-label="Next page"]')[0]!);
    expect(onState).toHaveBeenCalledWith(expect.objectContaining({ page: 2 }));
  });

  it('the car numbers match the cars on screen while the next page loads', () => {
    stubService({});
    const data = {
      cars: [sampleCar()],
      page: 1,
      totalCount: 64,
      totalPages: 3,
      catalogVersion: '1',
      ...noFacets,
    };
    const state = { ...defaultListState, page: 2 };
    renderApp(
      <CarPages
        {...{ state, data }}
        onState={vi.fn()}
        onUpgrade={vi.fn()}
        chips={[]}
        removal={undefined}
        isStale
      />,
    );
    expect(screen.getByText('1–30 of 64 cars')).toBeTruthy();
  });
});
