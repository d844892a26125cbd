import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { runningCost } from '#core/cars/cost.ts';
import { type CardQuery, everyCard, lockedSlots, sortOptions } from '#core/catalog/card-query.ts';
import { createCatalog } from '#core/catalog/catalog.ts';
import { findTown } from '#core/places/places.ts';
import { makeCard } from '#tests/support/make-car.ts';
import { queryCards } from '#tests/support/query-cards.ts';

const free: Viewer = { id: 'u', isPremium: false, seesEstimates: false };
const premium: Viewer = { id: 'p', isPremium: true, seesEstimates: true };
const anonymous: Viewer = { id: null, isPremium: false, seesEstimates: false };
const all = everyCard;
// The catalog in memory must give the same answers as the plain filter.
const engines: [string, typeof queryCards][] = [
  ['by a plain filter', queryCards],
  ['from memory', (cards, query, viewer) => createCatalog(cards).query(query, viewer)],
];

describe.each(engines)('the car list %s', (_, answer) => {
  const ids = (cards: Card[], query: Partial<CardQuery>, viewer = premium) =>
    answer(cards, { ...all, ...query }, viewer).cards.map((card) => card.id);

  it('finds a car by its plate for a reader who may see plates, wherever the plate is written', () => {
    const cards = [
      makeCard({ id: 'field', plate: 'ZX48217' }),
      makeCard({ id: 'title', plate: 'ZX48217', title: 'Octavia ZX48217' }),
      makeCard({ id: 'words', plate: null, words: 'Reg.nr. ZX48217' }),
    ];
    expect(ids(cards, { text: 'zx48217' }, free).toSorted()).toEqual(['field', 'title', 'words']);
    expect(ids(cards, { text: 'zx48217' }, anonymous)).toEqual([]);
    expect(ids(cards, { text: 'zx4' }, anonymous)).toEqual([]);
  });

  // docs/spec.md, section 9.
  it('sorts unknown mileage last and unknown prices last in both directions', () => {
    const cards = [
      makeCard({ id: 'a', mileageKm: null, priceDkk: 0 }),
      makeCard({ id: 'b', mileageKm: 200_000, priceDkk: 10_000 }),
      makeCard({ id: 'c', mileageKm: 100_000, priceDkk: 20_000 }),
    ];
    expect(ids(cards, { sort: 'mileage_asc' })).toEqual(['c', 'b', 'a']);
    expect(ids(cards, { sort: 'price_asc' })).toEqual(['b', 'c', 'a']);
    expect(ids(cards, { sort: 'price_desc' })).toEqual(['c', 'b', 'a']);
  });

  // docs/spec.md, section 9.
  it('ranks deals amazing, fair, poor for premium users', () => {
    const cards = (['poor', 'no_estimate', 'amazing', 'fair'] as const).map((deal) =>
      makeCard({ id: deal, deal }),
    );
    expect(ids(cards, { sort: 'deal' })).toEqual(['amazing', 'fair', 'poor', 'no_estimate']);
  });

  it('sorts by price when a reader without premium sorts by deal, since the order would reveal estimates', () => {
    const cards = [
      makeCard({ id: 'dear', priceDkk: 90_000, avgDkk: 200_000, deal: 'fair' }),
      makeCard({ id: 'cheap', priceDkk: 50_000, avgDkk: 51_000, deal: 'poor' }),
      makeCard({ id: 'middle', priceDkk: 70_000, avgDkk: 90_000, deal: 'fair' }),
    ];
    expect(ids(cards, { sort: 'deal' })).toEqual(['dear', 'middle', 'cheap']);
    const beta: Viewer = { id: 'b', isPremium: false, seesEstimates: true };
    for (const viewer of [anonymous, free, beta])
      expect(ids(cards, { sort: 'deal' }, viewer)).toEqual(['cheap', 'middle', 'dear']);
  });

  // docs/spec.md, section 9.
  it('lists more than ten thousand cars, to the last page', () => {
    const cards = Array.from({ length: 10_035 }, (_, n) =>
      makeCard({ id: `c${n}`, deal: 'fair', priceDkk: 1_000 + n }),
    );
    const last = answer(cards, { ...all, page: 335 }, premium);
    expect(last).toMatchObject({ totalCount: 10_035, totalPages: 335 });
    expect(last.cards.map(({ id }) => id)).toEqual(cards.slice(334 * 30).map(({ id }) => id));
  });

  // docs/spec.md, section 9.
  it('treats a maximum of 1,000,000 as no upper limit', () => {
    const cards = [makeCard({ id: 'a', priceDkk: 1_500_000 }), makeCard({ id: 'b', priceDkk: 900_000 })];
    expect(ids(cards, { maxPriceDkk: 1_000_000 })).toEqual(['b', 'a']);
    expect(ids(cards, { maxPriceDkk: 990_000 })).toEqual(['b']);
  });

  it('finds words by their beginning, with Danish letters and accents folded', () => {
    const cards = [
      makeCard({ id: 'a', title: 'Škoda Octavia', city: 'Ærøskøbing' }),
      makeCard({ id: 'b', title: 'Citroën C3', make: 'Citroën', city: 'Aarhus' }),
    ];
    expect(ids(cards, { text: 'skoda aeroesk' })).toEqual(['a']);
    expect(ids(cards, { text: 'citroen århus' })).toEqual(['b']);
    expect(ids(cards, { text: 'ctavia' })).toEqual([]);
  });

  it('finds a word anywhere in a description, and leaves out cars by it', () => {
    const words = `${'Velholdt bil. '.repeat(300)} sælges med motorskade`;
    const cards = [makeCard({ id: 'a', words }), makeCard({ id: 'b', words: 'Velholdt bil' })];
    expect(ids(cards, { text: 'MOTORSKADE' })).toEqual(['a']);
    expect(ids(cards, { avoid: ['Motorskade'] })).toEqual(['b']);
    expect(ids(cards, { avoid: ['motor', 'velholdt motorskade'] })).toEqual(['b']);
  });

  it('leaves out cars by whole words of the title or description, with Danish letters and accents folded', () => {
    const cards = [
      makeCard({ id: 'a', title: 'Golf RUSTEN', words: '' }),
      makeCard({ id: 'b', title: 'Golf', words: 'ærø-grøn, ingen rust' }),
      makeCard({ id: 'c', title: 'Golf', words: 'rustfri udstødning' }),
    ];
    expect(ids(cards, { avoid: ['rust'] })).toEqual(['a', 'c']);
    expect(ids(cards, { avoid: ['Rusten', 'AERØ'] })).toEqual(['c']);
    expect(ids(cards, { avoid: ['ingen udstødning', ' – ', ''] })).toEqual(['a', 'b', 'c']);
    expect(ids(cards, { text: 'golf', avoid: ['rustfri'] })).toEqual(['a', 'b']);
  });

  it('leaves out no car by a plate that the reader may not see', () => {
    const cards = [makeCard({ id: 'a', plate: 'CX41287' }), makeCard({ id: 'b', plate: null })];
    expect(ids(cards, { avoid: ['cx41287'] }, free)).toEqual(['b']);
    expect(ids(cards, { avoid: ['cx41287'] }, anonymous)).toEqual(['a', 'b']);
  });

  it('shows a free user no locked stubs beside words to avoid, which would tell whether a locked car has them', () => {
    const locked = makeCard({ id: 'a', deal: 'amazing', words: 'rust' });
    expect(answer([locked], { ...all, avoid: ['rust'] }, free).lockedOnPage).toBe(0);
    expect(answer([locked], { ...all, avoid: ['lak'] }, free).lockedOnPage).toBe(0);
  });

  it('hides plates from the search of a reader who may not see them', () => {
    const cards = [makeCard({ id: 'a', plate: 'CX41287' })];
    expect(ids(cards, { text: 'cx41287' }, free)).toEqual(['a']);
    expect(ids(cards, { text: 'cx41287' }, anonymous)).toEqual([]);
  });

  it('shows a free user locked stubs on unfiltered pages only, and never counts them', () => {
    const cards = [
      ...Array.from({ length: 40 }, (_, i) => makeCard({ id: `f${i}` })),
      ...Array.from({ length: 5 }, (_, i) => makeCard({ id: `x${i}`, deal: 'amazing', make: 'Secret' })),
    ];
    const first = answer(cards, all, free);
    expect(lockedSlots).toEqual([2, 11, 20]);
    expect(first).toMatchObject({ lockedOnPage: 3, totalCount: 40, totalPages: 2, deals: null });
    expect(answer(cards, { ...all, page: 2 }, free).lockedOnPage).toBe(2);
    expect(answer(cards, { ...all, maxPriceDkk: 500_000 }, free).lockedOnPage).toBe(0);
    expect(first.brands.map((brand) => brand.name)).not.toContain('Secret');
    expect(first.priceHistogram.reduce((a, b) => a + b)).toBe(40);
  });

  it('ignores the deal filter of a free user, because it would reveal deals', () => {
    const cards = [makeCard({ id: 'a', deal: 'fair' }), makeCard({ id: 'b', deal: 'poor' })];
    expect(ids(cards, { deals: ['poor'] }, free)).toEqual(['a', 'b']);
    expect(ids(cards, { deals: ['poor'] }, premium)).toEqual(['b']);
  });

  it('counts a facet over what the other filters leave', () => {
    const cards = [
      makeCard({ id: 'a', make: 'Ford', priceDkk: 50_000 }),
      makeCard({ id: 'b', make: 'Volvo', priceDkk: 50_000 }),
      makeCard({ id: 'c', make: 'Volvo', priceDkk: 300_000 }),
    ];
    const page = answer(cards, { ...all, brands: ['Ford'], maxPriceDkk: 100_000 }, premium);
    expect(page.totalCount).toBe(1);
    expect(page.brands).toEqual([
      { name: 'Ford', count: 1 },
      { name: 'Volvo', count: 1 },
    ]);
  });

  it('filters by year, mileage, fuel, gearbox and seller, and excludes unknown values', () => {
    const cards = [
      makeCard({ id: 'a', year: 2015, mileageKm: 90_000, fuel: 'diesel', gearbox: 'manual' }),
      makeCard({ id: 'b', year: 2020, mileageKm: 10_000, fuel: 'electric', gearbox: 'automatic' }),
      makeCard({ id: 'c', year: null, mileageKm: null, fuel: null, gearbox: null, sellerType: null }),
      makeCard({ id: 'd', year: 2022, mileageKm: 20_000, fuel: 'petrol', sellerType: 'dealer' }),
    ];
    const found = (query: Partial<CardQuery>) => ids(cards, { sort: 'year_desc', ...query });
    expect(found({ minYear: 2016 })).toEqual(['d', 'b']);
    expect(found({ maxYear: 2020 })).toEqual(['b', 'a']);
    expect(found({ maxMileageKm: 20_000 })).toEqual(['d', 'b']);
    expect(found({ fuels: ['diesel', 'electric'] })).toEqual(['b', 'a']);
    expect(found({ gearbox: 'automatic' })).toEqual(['b']);
    expect(found({ seller: 'dealer' })).toEqual(['d']);
  });

  // docs/spec.md, section 9.
  it('compares a masked mileage in thousands', () => {
    const cards = [
      makeCard({ id: 'a', mileageKm: 187_000, mileagePrecision: 'exact' }),
      makeCard({ id: 'b', mileageKm: 187_900, mileagePrecision: 'masked' }),
      makeCard({ id: 'c', mileageKm: 187_100, mileagePrecision: 'exact' }),
    ];
    expect(ids(cards, { sort: 'mileage_asc' })).toEqual(['a', 'b', 'c']);
    expect(ids(cards, { sort: 'mileage_asc', maxMileageKm: 187_000 })).toEqual(['a', 'b']);
  });

  it('finds cars with a valid inspection and cars that are new since a visit', () => {
    const cards = [
      makeCard({ id: 'a', nextInspection: '2026-11-21', firstSeenAt: '2026-11-20T08:00:00.000Z' }),
      makeCard({ id: 'b', nextInspection: '2026-11-22', firstSeenAt: '2026-11-20T07:59:59.999Z' }),
      makeCard({ id: 'c', nextInspection: null, firstSeenAt: '2026-11-19T10:00:00.000Z' }),
    ];
    expect(ids(cards, { inspectionAfter: '2026-11-21' })).toEqual(['b']);
    expect(ids(cards, { firstSeenFrom: '2026-11-20T08:00:00.000Z' })).toEqual(['a']);
  });

  it('finds cars around a town, by whatever name the ad gives the town', () => {
    const cards = [
      makeCard({ id: 'a', city: 'Århus C' }),
      makeCard({ id: 'b', city: 'Hørning' }),
      makeCard({ id: 'c', city: 'Copenhagen' }),
      makeCard({ id: 'd', city: null }),
      makeCard({ id: 'e', city: 'Ukendt' }),
    ];
    const town = findTown('Aarhus')!;
    expect(ids(cards, { near: { town, radiusKm: 5 } })).toEqual(['a']);
    expect(ids(cards, { near: { town, radiusKm: 25 } })).toEqual(['a', 'b']);
    expect(ids(cards, { near: { town, radiusKm: 500 } })).toEqual(['a', 'b', 'c']);
  });

  it('sorts by tax and energy a month, cars of which a part is unknown behind those, and filters whole sums alone', () => {
    const petrol = { kind: 'petrol', per_100_km: 5 } as const;
    const cards = [
      makeCard({ id: 'a', halfYearlyTaxDkk: 600, energy: null }),
      makeCard({ id: 'b', halfYearlyTaxDkk: 600, energy: petrol }),
      makeCard({ id: 'c', halfYearlyTaxDkk: null, energy: null }),
      makeCard({ id: 'd', halfYearlyTaxDkk: 1_200, energy: petrol }),
      makeCard({ id: 'e', halfYearlyTaxDkk: 60, energy: petrol, reason: 'leasing' }),
    ];
    expect(ids(cards, { sort: 'running_asc' })).toEqual(['b', 'd', 'a', 'c', 'e']);
    const month = runningCost(cards[1]!)!.month;
    expect(ids(cards, { maxRunningDkk: month })).toEqual(['b']);
    expect(ids(cards, { maxRunningDkk: month - 1 })).toEqual([]);
  });

  it('sorts by range and by battery, unknown ones last, and leaves unknown ones out of a least one', () => {
    const cards = [
      makeCard({ id: 'a', rangeKm: null, batteryKwh: null }),
      makeCard({ id: 'b', rangeKm: 400, batteryKwh: 64.7 }),
      makeCard({ id: 'c', rangeKm: null, batteryKwh: 77 }),
      makeCard({ id: 'd', rangeKm: 520, batteryKwh: null }),
    ];
    expect(ids(cards, { sort: 'range_desc' })).toEqual(['d', 'b', 'a', 'c']);
    expect(ids(cards, { sort: 'battery_desc' })).toEqual(['c', 'b', 'a', 'd']);
    expect(ids(cards, { minRangeKm: 1 })).toEqual(['b', 'd']);
    expect(ids(cards, { minRangeKm: 401 })).toEqual(['d']);
    expect(ids(cards, { minBatteryKwh: 64 })).toEqual(['b', 'c']);
    expect(ids(cards, { minBatteryKwh: 65 })).toEqual(['c']);
  });

  it('sorts by distance from a town, unknown towns last, and without a town by price', () => {
    const cards = [
      makeCard({ id: 'a', city: 'Aarhus', priceDkk: 1_000 }),
      makeCard({ id: 'b', city: 'Ukendt', priceDkk: 2_000 }),
      makeCard({ id: 'c', city: 'Odense', priceDkk: 3_000 }),
      makeCard({ id: 'd', city: null, priceDkk: 4_000 }),
      makeCard({ id: 'e', city: 'Odense', priceDkk: 5_000 }),
    ];
    const from = findTown('Odense');
    expect(ids(cards, { sort: 'distance_asc', from })).toEqual(['c', 'e', 'a', 'b', 'd']);
    expect(ids(cards, { sort: 'distance_asc' })).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(ids(cards, { from })).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(answer(cards, { ...all, from }, free).lockedOnPage).toBe(0);
  });

  it('sorts leasing rates and placeholders with the unknown prices', () => {
    const cards = [
      makeCard({ id: 'a', priceDkk: 2_995, reason: 'leasing' }),
      makeCard({ id: 'b', priceDkk: 1, reason: 'placeholder_price' }),
      makeCard({ id: 'c', priceDkk: 50_000 }),
    ];
    expect(ids(cards, { sort: 'price_asc' })).toEqual(['c', 'a', 'b']);
    expect(ids(cards, { sort: 'price_desc' })).toEqual(['c', 'a', 'b']);
  });

  it('finds a plate typed with blanks', () => {
    const cards = [makeCard({ id: 'a', plate: 'CX41287' }), makeCard({ id: 'b', plate: null })];
    expect(ids(cards, { text: 'CX 41 287' }, free)).toEqual(['a']);
    expect(ids(cards, { text: 'CX 41 287' }, anonymous)).toEqual([]);
  });

  it('shows no locked stubs when any filter is set', () => {
    const cards = [makeCard({ id: 'a' }), makeCard({ id: 'b', deal: 'amazing' })];
    const stubs = (query: Partial<CardQuery>) => answer(cards, { ...all, ...query }, free).lockedOnPage;
    expect(stubs({ sort: 'year_desc', page: 1 })).toBe(1);
    const narrowings: Partial<CardQuery>[] = [
      { text: 'a' },
      { brands: ['Ford'] },
      { deals: ['fair'] },
      { minYear: 2000 },
      { maxYear: 2030 },
      { maxMileageKm: 1 },
      { fuels: ['gas'] },
      { gearbox: 'manual' },
      { seller: 'private' },
      { inspectionAfter: '2026-01-01' },
      { near: { town: findTown('Odense')!, radiusKm: 1 } },
      { firstSeenFrom: '2026-01-01T00:00:00.000Z' },
      { among: new Set(['b']) },
    ];
    for (const narrowing of narrowings) expect(stubs(narrowing), JSON.stringify(narrowing)).toBe(0);
  });

  it('pages through every car exactly once, whatever the sort', () => {
    const card = fc.record({
      priceDkk: fc.nat(2_000_000),
      year: fc.option(fc.integer({ min: 1950, max: 2026 })),
    });
    fc.assert(
      fc.property(fc.array(card, { maxLength: 100 }), fc.constantFrom(...sortOptions), (fields, sort) => {
        const cards = fields.map((each, i) => makeCard({ ...each, id: `c${i}` }));
        const first = answer(cards, { ...all, sort }, premium);
        const seen = Array.from({ length: first.totalPages }, (_, i) =>
          ids(cards, { sort, page: i + 1 }),
        ).flat();
        expect(new Set(seen).size).toBe(cards.length);
        expect(seen).toHaveLength(first.totalCount);
      }),
    );
  });
});
