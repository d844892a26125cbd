import { describe, expect, it } from 'vitest';
import { shownSimilarCars, similarCards } from '#core/car/similar-cards.ts';
import { anonymous } from '#core/car/viewer.ts';
import { makeCard } from '#tests/support/make-car.ts';

const car = makeCard({ id: 'this' });
const idsOf = (...others: Partial<typeof car>[]) =>
  similarCards(
    car,
    [car, ...others.map((fields, i) => makeCard({ id: String(i), ...fields }))],
    anonymous,
  ).map(({ id }) => id);

describe('cars like this one', () => {
  it('are of its make, the nearest in model, year, price and mileage first', () => {
    expect(
      idsOf(
        { model: 'Fabia' },
        { year: 2012 },
        { priceDkk: 160_000 },
        {},
        { make: 'Volvo' },
        { mileageKm: 250_000 },
      ),
    ).toEqual(['3', '2', '5', '1', '0']);
  });

  it('are no locked ones', () => {
    expect(idsOf({ deal: 'amazing' })).toEqual([]);
  });

  it('are eight at most', () => {
    expect(idsOf(...Array.from({ length: 20 }, () => ({})))).toHaveLength(shownSimilarCars);
  });

  it('are none when its make is not known', () => {
    const nameless = makeCard({ id: 'x', make: null });
    expect(similarCards(nameless, [makeCard({ id: 'y', make: null })], anonymous)).toEqual([]);
  });
});
