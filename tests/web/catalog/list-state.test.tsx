import { screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { Suspense, use } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { colorFamilies, features } from '#core/cars/features.ts';
import { sortOptions, usualRadiusKm } from '#core/catalog/card-query.ts';
import { carQuery } from '#core/contract/routes/car-parts.ts';
import { bodies, fuels, gearboxes, sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { deals } from '#core/valuation/valuation.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import {
  changeListState,
  defaultListState,
  type ListState,
  readListState,
  toCarQuery,
  views,
  withoutFilters,
  writeListState,
} from '../../../web/src/catalog/list-state.ts';
import { Mine } from '../../../web/src/catalog/mine.tsx';
import { useCarList } from '../../../web/src/catalog/use-car-list.ts';

const brand = fc.stringMatching(/^[A-Za-zŠæøå &-]{1,12}$/).filter((name) => name.trim() !== '');
const year = fc.option(fc.integer({ min: 1900, max: 2100 }));
const id = fc.option(fc.stringMatching(/^[\w-]{6,20}$/));
const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const listState: fc.Arbitrary<ListState> = fc
  .record({
    view: fc.constantFrom(...views),
    page: fc.integer({ min: 1, max: 9_999 }),
    sort: fc.constantFrom(...sortOptions),
    q: fc.string({ maxLength: 40 }),
    avoid: fc.uniqueArray(fc.stringMatching(/^[A-Za-zæøå][a-zæøå ]{0,18}[a-zæøå]$/), { maxLength: 20 }),
    minPriceDkk: fc.integer({ min: 0, max: 1_000_000 }),
    maxPriceDkk: fc.integer({ min: 0, max: 1_000_000 }),
    brands: fc.uniqueArray(brand, { maxLength: 4 }),
    deals: fc.subarray([...deals]),
    minYear: year,
    maxYear: year,
    maxMileageKm: fc.option(fc.integer({ min: 0, max: 2_000_000 })),
    fuels: fc.subarray([...fuels]),
    gearbox: fc.option(fc.constantFrom(...gearboxes)),
    seller: fc.option(fc.constantFrom(...sellerTypes)),
    models: fc.uniqueArray(brand, { maxLength: 3 }),
    sources: fc.subarray([...marketplaceIds]),
    bodies: fc.subarray([...bodies]),
    colors: fc.subarray([...colorFamilies]),
    features: fc.subarray([...features]),
    minHorsepower: fc.option(fc.integer({ min: 1, max: 2_000 })),
    maxRunningDkk: fc.option(fc.integer({ min: 0, max: 20_000 })),
    minRangeKm: fc.option(fc.integer({ min: 1, max: 1_000 })),
    minBatteryKwh: fc.option(fc.integer({ min: 1, max: 200 })),
    hasDropped: fc.boolean(),
    minDays: fc.option(fc.integer({ min: 0, max: 3_650 })),
    maxDays: fc.option(fc.integer({ min: 0, max: 3_650 })),
    hasInspection: fc.boolean(),
    place: fc.constantFrom('', 'Odense', 'Nykøbing Falster', 'Århus'),
    radiusKm: fc.integer({ min: 0, max: 500 }),
    newSince: fc.option(instant),
    mode: fc.constantFrom('grid', 'list'),
    listId: id,
    importId: id,
  })
  .map((state) => ({
    ...state,
    // A radius means nothing without a town, a list nothing outside its view.
    radiusKm: state.place === '' ? usualRadiusKm : state.radiusKm,
    listId: state.view === 'list' ? state.listId : null,
  }));

const addressNames = [...Object.keys(carQuery.shape), 'mode'];

describe('the state of the list', () => {
  it('a list state survives being written to the address and read back', () => {
    fc.assert(
      fc.property(listState, (state) => {
        expect(readListState(new URLSearchParams(writeListState(state).toString()))).toEqual(state);
      }),
    );
  });

  it('the default list state gives an empty address', () => {
    expect(writeListState(defaultListState).toString()).toBe('');
    expect(readListState(new URLSearchParams())).toEqual(defaultListState);
  });

  it('unknown values in the address become the default', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...addressNames), fc.string()), (odd) => {
        const state = readListState(new URLSearchParams(odd));
        expect(views).toContain(state.view);
        expect(sortOptions).toContain(state.sort);
        expect(state.page).toBeGreaterThanOrEqual(1);
        expect(state.maxPriceDkk).toBeLessThanOrEqual(1_000_000);
        // Whatever it made of the address, the service would take it.
        expect(carQuery.safeParse(toCarQuery(state)).success).toBe(true);
      }),
    );
  });

  // docs/spec.md, section 4.
  it('the list returns to page 1 when a filter, the order or the view changes, but not the layout', () => {
    const state = { ...defaultListState, page: 7 };
    expect(changeListState(state, { q: 'golf' }).page).toBe(1);
    expect(changeListState(state, { sort: 'price_desc' }).page).toBe(1);
    expect(changeListState(state, { mode: 'list' }).page).toBe(7);
    expect(changeListState(state, { page: 3 }).page).toBe(3);
  });

  it('clearing the filters keeps the rest of the list state', () => {
    const state: ListState = {
      ...defaultListState,
      view: 'starred',
      sort: 'deal',
      brands: ['Ford'],
      page: 2,
    };
    expect(withoutFilters(state)).toEqual({ ...defaultListState, view: 'starred', sort: 'deal' });
  });

  it('every list request satisfies the contract, whatever the filters', () => {
    fc.assert(
      fc.property(listState, (state) => {
        expect(carQuery.safeParse(toCarQuery(state)).error?.issues ?? []).toEqual([]);
      }),
    );
  });

  it('a list request holds only what differs from the default list', () => {
    expect(toCarQuery(defaultListState)).toEqual({ view: 'all', page: '1', sort: 'price_asc' });
    expect(toCarQuery({ ...defaultListState, view: 'history', maxPriceDkk: 90_000 })).toMatchObject({
      view: 'all',
      maxPrice: '90000',
    });
  });
});

const highestPrice: ListState = { ...defaultListState, sort: 'price_desc' };
const never = new Promise<void>(() => undefined);

/** A screen that is being made and not shown yet. */
function Waiting() {
  useCarList(highestPrice);
  use(never);
  return null;
}

it('useCarList requests the cars once while the screen is being rendered', async () => {
  signIn();
  const requests = stubService({ 'GET /api/cars': { body: { cars: [], totalCount: 0 } } });
  renderApp(
    <Suspense>
      <Waiting />
    </Suspense>,
  );
  await vi.waitFor(() => expect(requests).not.toEqual([]));
  expect(requests.map(({ query }) => query.get('sort'))).toEqual(['price_desc']);
});

describe('what came for a reader', () => {
  const visitedAt = '2026-11-20T08:00:00.000Z';

  /** Answers each list with its own number of cars. */
  function serve(totals: { new: number; amazing: number }) {
    return stubService({
      'GET /api/cars': ({ query }) => ({
        body: { cars: [], totalCount: query.get('deal') === 'amazing' ? totals.amazing : totals.new },
      }),
    });
  }

  beforeEach(signIn);

  it('each number is the total of the list that it leads to', async () => {
    const asked = serve({ new: 1_100, amazing: 3_000 });
    renderApp(<Mine visitedAt={visitedAt} hasPremium mode="list" />);
    const fresh = await screen.findByRole('link', { name: '1.100 new since my last visit' });
    const amazing = await screen.findByRole('link', { name: '3.000 amazing among my discoveries' });
    for (const [link, wanted] of [
      [fresh, { newSince: visitedAt }],
      [amazing, { view: 'discovered', deal: 'amazing' }],
    ] as const) {
      const led = new URL(link.getAttribute('href')!, 'https://bilfund.invalid').searchParams;
      expect(Object.fromEntries(led)).toMatchObject({ ...wanted, mode: 'list' });
      const fits = ({ query }: (typeof asked)[number]) =>
        Object.entries(wanted).every(([name, value]) => query.get(name) === value);
      expect(asked.filter(fits)).toHaveLength(1);
    }
  });

  it('nothing is said of nothing', async () => {
    const asked = serve({ new: 0, amazing: 0 });
    renderApp(<Mine visitedAt={visitedAt} hasPremium mode="grid" />);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('a first visit and a reader without Premium ask for no numbers', () => {
    const asked = serve({ new: 1_100, amazing: 3_000 });
    renderApp(<Mine visitedAt={null} hasPremium={false} mode="grid" />);
    expect(asked).toEqual([]);
  });
});
