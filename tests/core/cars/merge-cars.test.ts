import { describe, expect, it } from 'vitest';
import { type BuiltCar, canHoldBoth, mergeCars, mostFormerIds, survivorOf } from '#core/cars/same-car.ts';
import { makeCar, makeListing, makeRating } from '#tests/support/make-car.ts';

const [early, late, now] = ['2026-11-01', '2026-11-10', '2026-11-20'].map((day) => `${day}T10:00:00.000Z`);
const photo = (n: number) => ({
  small: `s${n}`,
  large: `l${n}`,
  blurredSmall: null,
  blurredLarge: null,
  hash: null,
});

function built(id: string, firstSeenAt: string, amount: number, source: 'facebook' | 'dba'): BuiltCar {
  const itemUrl = `https://m.example/${id}`;
  const listing = makeListing({ id, source, itemUrl, price: { amount, currency: 'DKK' } });
  const photos = source === 'dba' ? [photo(1), photo(2)] : [photo(3)];
  const isKnown = source === 'dba';
  const [plate, registerState] = [isKnown ? 'CX41287' : null, isKnown ? 'found' : 'no_plate'] as const;
  const priceHistory = [{ at: firstSeenAt, priceDkk: amount }];
  const adPaths = [{ source, itemUrl, firstSeenAt, prices: priceHistory }];
  const car = makeCar({
    ...{ id, source, itemUrl, firstSeenAt, scrapedAt: firstSeenAt, priceDkk: amount, priceHistory, adPaths },
    ...{ plate, photos, registerState, rating: makeRating({ deal: source === 'dba' ? 'amazing' : 'fair' }) },
  });
  const identification = { photos, plate, candidate: null, vehicle: null, registerState };
  return { car, source: { listing, identification, foundBy: `job-${id}` } };
}

describe('mergeCars', () => {
  const [first, second] = [built('a', early!, 90_000, 'facebook'), built('b', late!, 85_000, 'dba')];
  const { car, source } = mergeCars(first, { ...second, car: { ...second.car, formerIds: ['c'] } }, now!);

  it('merged cars keep the id of the one known first, whatever the order', () => {
    expect(survivorOf(first, second)).toEqual([first, second]);
    expect(survivorOf(second, first)).toEqual([first, second]);
    expect(car).toMatchObject({ id: 'a', formerIds: ['b', 'c'], firstSeenAt: early });
    expect(source.foundBy).toBe('job-a');
  });

  it('merged cars are shown by the cheaper ad, with the plate and photos that either had', () => {
    expect(car).toMatchObject({
      ...{ source: 'dba', priceDkk: 85_000, plate: 'CX41287', registerState: 'found', scrapedAt: late },
      alsoAt: [{ source: 'facebook', priceDkk: 90_000 }],
      rating: { deal: 'amazing' },
    });
    expect(car.photos).toEqual([photo(1), photo(2)]);
    expect(source.others).toMatchObject([{ id: 'a' }]);
  });

  it('merged cars keep the price path of each ad and the lowest price over time', () => {
    expect(car.adPaths.map(({ itemUrl }) => itemUrl)).toEqual(['https://m.example/a', 'https://m.example/b']);
    expect(car.priceHistory).toEqual([
      { at: early, priceDkk: 90_000 },
      { at: late, priceDkk: 85_000, isOtherAd: true },
    ]);
  });

  it('cars are not merged when their former ids exceed the limit', () => {
    const many = { ...first.car, formerIds: Array.from({ length: mostFormerIds - 1 }, (_, n) => `f${n}`) };
    expect(canHoldBoth(first.car, second.car)).toBe(true);
    expect(canHoldBoth(many, second.car)).toBe(true);
    expect(canHoldBoth(many, { ...second.car, formerIds: ['c'] })).toBe(false);
  });
});
