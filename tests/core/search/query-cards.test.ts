import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Card } from '#core/car/card.ts';
import type { Viewer } from '#core/car/viewer.ts';
import { sortOptions } from '#core/contract/routes/car-query.ts';
import { type CardQuery, queryCards } from '#core/search/query-cards.ts';
import { makeCard } from '#tests/support/make-car.ts';

const free: Viewer = { id: 'u', isPremium: false, seesEstimates: false };
const premium: Viewer = { id: 'p', isPremium: true, seesEstimates: true };
const anonymous: Viewer = { id: null, isPremium: false, seesEstimates: false };
const all: CardQuery = {
  sort: 'price_asc',
  page: 1,
  text: '',
  minPriceDkk: 0,
  maxPriceDkk: 1_000_000,
  brands: [],
  deals: [],
  among: null,
};
const ids = (cards: Card[], query: Partial<CardQuery>, viewer = premium) =>
  queryCards(cards, { ...all, ...query }, viewer).cards.map((card) => card.id);

describe('the car list', () => {
  it('finds a car by its plate for who may see plates, wherever the plate is written', () => {
    const cards = [
      makeCard({ id: 'field', plate: 'ZX48217' }),
      makeCard({ id: 'title', plate: 'ZX48217', title: 'Octavia ZX48217' }),
      makeCard({ id: 'words', plate: null, words: 'Reg.nr. ZX48217' }),
    ];
    expect(ids(cards, { text: 'zx48217' }, free).toSorted()).toEqual(['field', 'title', 'words']);
    expect(ids(cards, { text: 'zx48217' }, anonymous)).toEqual([]);
    expect(ids(cards, { text: 'zx4' }, anonymous)).toEqual([]);
  });

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

  it('ranks deals amazing, fair, poor for premium users', () => {
    const cards = (['poor', 'no_estimate', 'amazing', 'fair'] as const).map((deal) =>
      makeCard({ id: deal, deal }),
    );
    expect(ids(cards, { sort: 'deal' })).toEqual(['amazing', 'fair', 'poor', 'no_estimate']);
  });

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

  it('lets nobody find a plate by searching who may not see plates', () => {
    const cards = [makeCard({ id: 'a', plate: 'CX41287' })];
    expect(ids(cards, { text: 'cx41287' }, free)).toEqual(['a']);
    expect(ids(cards, { text: 'cx41287' }, anonymous)).toEqual([]);
  });

  it('shows a free user locked stubs on unfiltered pages only, and counts them nowhere', () => {
    const cards = [
      ...Array.from({ length: 40 }, (_, i) => makeCard({ id: `f${i}` })),
      ...Array.from({ length: 5 }, (_, i) => makeCard({ id: `x${i}`, deal: 'amazing', make: 'Secret' })),
    ];
    const first = queryCards(cards, all, free);
    expect(first).toMatchObject({ lockedOnPage: 3, totalCount: 40, totalPages: 2, deals: null });
    expect(queryCards(cards, { ...all, page: 2 }, free).lockedOnPage).toBe(2);
    expect(queryCards(cards, { ...all, maxPriceDkk: 500_000 }, free).lockedOnPage).toBe(0);
    expect(first.brands.map((brand) => brand.name)).not.toContain('Secret');
    expect(first.priceHistogram.reduce((a, b) => a + b)).toBe(40);
  });

  it('gives a free user nothing for the deal filter, so that it is no oracle', () => {
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
    const page = queryCards(cards, { ...all, brands: ['Ford'], maxPriceDkk: 100_000 }, premium);
    expect(page.totalCount).toBe(1);
    expect(page.brands).toEqual([
      { name: 'Ford', count: 1 },
      { name: 'Volvo', count: 1 },
    ]);
  });

  it('pages through every car exactly once, whatever the sort', () => {
    const card = fc.record({
      priceDkk: fc.nat(2_000_000),
      year: fc.option(fc.integer({ min: 1950, max: 2026 })),
    });
    fc.assert(
      fc.property(fc.array(card, { maxLength: 100 }), fc.constantFrom(...sortOptions), (fields, sort) => {
        const cards = fields.map((each, i) => makeCard({ ...each, id: `c${i}` }));
        const first = queryCards(cards, { ...all, sort }, premium);
        const seen = Array.from({ length: first.totalPages }, (_, i) =>
          ids(cards, { sort, page: i + 1 }),
        ).flat();
        expect(new Set(seen).size).toBe(cards.length);
        expect(seen).toHaveLength(first.totalCount);
      }),
    );
  });
});
