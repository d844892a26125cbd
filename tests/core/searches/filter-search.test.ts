import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '#core/cars/car.ts';
import { changedCatalog, filterHref, filterQuery, fittingCards } from '#core/searches/automated-search.ts';
import { makeCard, makeRating } from '#tests/support/make-car.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const premium: Viewer = { id: 'p', isPremium: true, seesEstimates: true };

describe('a search of the list', () => {
  it('filters have one address, whatever their order', () => {
    const filters = { q: 'træk', brand: 'Skoda,VW', maxPrice: '100000', gearbox: 'manual', place: ' ' };
    const href = filterHref(filters);
    expect(href).toBe('/?brand=Skoda%2CVW&gearbox=manual&maxPrice=100000&q=tr%C3%A6k');
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Object.entries(filters), { minLength: 5 }),
        (entries) => filterHref(Object.fromEntries(entries)) === href,
      ),
    );
  });

  it('a filter address is read as its query', () => {
    expect(filterQuery('/?brand=Skoda&maxPrice=100000&place=Odense', now)).toMatchObject({
      brands: ['Skoda'],
      maxPriceDkk: 100_000,
      near: { radiusKm: 25 },
    });
    expect(() => filterQuery('/?place=Atlantis', now)).toThrow('Atlantis');
  });

  it('a filter search finds every fitting car over all pages', () => {
    const cards = Array.from({ length: 75 }, (_, n) =>
      makeCard({ id: String(n), make: n % 3 === 0 ? 'Ford' : 'Skoda' }),
    );
    const found = fittingCards(changedCatalog(cards), filterQuery('/?brand=Skoda', now), premium);
    expect(found.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
      cards.map(({ id }) => Number(id)).filter((n) => n % 3 !== 0),
    );
  });

  it('a filter search finds no amazing car for a reader without premium', () => {
    const card = makeCard({ ...makeRating(), id: '1', deal: 'amazing', priceDkk: 90_000 });
    const changes = changedCatalog([card]);
    const query = filterQuery('/?maxPrice=95000', now);
    expect(fittingCards(changes, query, premium)).toHaveLength(1);
    expect(fittingCards(changes, query, anonymous)).toEqual([]);
  });
});
