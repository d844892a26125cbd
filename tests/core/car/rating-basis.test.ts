import { describe, expect, it } from 'vitest';
import { hasMoved, hasRatingMoved } from '#core/car/has-moved.ts';
import { basisOf, ratedFrom, type Said } from '#core/car/rating-basis.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

describe('what a rating rests on', () => {
  const valuation = { lowDkk: 90_000, avgDkk: 100_000, highDkk: 110_000, count: 12 };

  it('is everything of the car that a rating asks for, and nothing else of it', () => {
    const car = makeCar({
      flags: ['imported'],
      facts: [{ kind: 'fuel_differs', ad: 'petrol', register: 'diesel', date: null }],
      registerState: 'pending',
      rating: makeRating({ deal: 'poor', reason: 'rated', avgDkk: 99_000, comparableFactors: [1, 1.1] }),
    });
    const basis = basisOf(car, valuation, true);
    expect(basis).toEqual({
      id: car.id,
      itemUrl: car.itemUrl,
      availability: 'live',
      scrapedAt: car.scrapedAt,
      updatedAt: car.updatedAt,
      listedAt: car.listedAt,
      firstSeenAt: car.firstSeenAt,
      goneAt: null,
      from: {
        facts: expect.objectContaining({ make: car.make, mileageKm: car.mileageKm }),
        priceDkk: car.priceDkk,
        currency: 'DKK',
        flags: ['imported'],
        isContradicted: true,
        isRiskyByRegister: false,
        registerValuation: valuation,
      },
      said: { deal: 'poor', reason: 'rated', avgDkk: 99_000, restsOn: 'test' },
      isOwed: true,
      isIndexedInPart: true,
      askedModel: null,
    });
    expect(JSON.parse(JSON.stringify(basis))).toEqual(basis);
  });

  it('names a price of nothing as none, and one of abroad with its currency', () => {
    expect(ratedFrom(makeCar({ priceDkk: 0 }), null).priceDkk).toBeNull();
    expect(ratedFrom(makeCar({ foreignPrice: { amount: 9_000, currency: 'EUR' } }), null).currency).toBe(
      'EUR',
    );
    const facts = [{ kind: 'deregistered' as const, ad: null, register: null, date: null }];
    expect(ratedFrom(makeCar({ facts }), null)).toMatchObject({
      ...{ isContradicted: false, isRiskyByRegister: true },
    });
    expect(basisOf(makeCar({ registerState: 'found' }), null)).toMatchObject({
      ...{ isOwed: false, isIndexedInPart: false },
      from: { isContradicted: false, registerValuation: null },
    });
  });
});

describe('a rating has moved', () => {
  const said: Said = { deal: 'fair', reason: 'rated', avgDkk: 100_000, restsOn: 'same' };

  it.each<[boolean, Partial<Said>]>([
    [false, {}],
    [false, { avgDkk: 102_000 }],
    [false, { avgDkk: 98_000 }],
    [true, { avgDkk: 102_001 }],
    [true, { avgDkk: 97_999 }],
    [true, { avgDkk: null }],
    [false, { deal: 'amazing', avgDkk: 110_000 }],
    [false, { deal: 'poor', avgDkk: 90_000 }],
    [false, { deal: 'no_estimate', reason: 'uncertain', avgDkk: 105_000 }],
    [true, { deal: 'amazing', avgDkk: 110_001 }],
    [true, { deal: 'poor', avgDkk: 89_999 }],
    [true, { deal: 'no_estimate', reason: 'contradicted' }],
    [true, { reason: 'risky' }],
    [true, { restsOn: 'another' }],
  ])('%s: %o', (hasChanged, change) => {
    expect(hasRatingMoved(said, { ...said, ...change })).toBe(hasChanged);
  });

  it('where there was no estimate and is one, not where there is none again', () => {
    expect(hasRatingMoved({ ...said, avgDkk: null }, said)).toBe(true);
    expect(hasRatingMoved({ ...said, avgDkk: null }, { ...said, avgDkk: null })).toBe(false);
  });

  it('of a car also when the register has answered', () => {
    const car = makeCar({ registerState: 'pending' });
    expect(hasMoved(car, { ...car })).toBe(false);
    expect(hasMoved(car, { ...car, registerState: 'found' })).toBe(true);
  });
});
