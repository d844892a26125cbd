import { describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import { newsBetween, stepsOf, withMoment } from '#core/cars/moments.ts';
import { newPriceCut } from '#core/cars/price-drop.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const day = (n: number) => new Date(Date.UTC(2026, 9, n, 8)).toISOString();

/** The car after it was written with these prices, one a day; `0` leaves a day out. */
function written(prices: readonly number[], fields: (n: number) => Partial<Car> = () => ({})): Car {
  let car = makeCar({ firstSeenAt: day(1), priceHistory: [] });
  prices.forEach((priceDkk, n) => {
    const at = day(n + 1);
    const isSame = car.priceHistory.at(-1)?.priceDkk === priceDkk;
    const priceHistory = isSame ? car.priceHistory : [...car.priceHistory, { at, priceDkk }];
    car = { ...car, priceDkk, priceHistory, scrapedAt: at, updatedAt: at, ...fields(n) };
    car = { ...car, moments: withMoment(car) };
  });
  return car;
}

const newsOf = ({ moments }: Car) =>
  stepsOf(moments).flatMap(({ before, after }) => newsBetween(before, after));

const drops = (prices: readonly number[]) =>
  newsOf(written(prices, () => ({ rating: makeRating({ deal: 'no_estimate', avgDkk: null }) }))).map(
    (news) => (news.kind === 'drop' ? [news.fromDkk, news.toDkk] : news.kind),
  );

describe('moments of a car', () => {
  it('a second price cut is news again', () => {
    expect(drops([100_000, 95_000, 95_000, 90_000])).toEqual([
      [100_000, 95_000],
      [95_000, 90_000],
    ]);
  });

  it('a fall by more than half is a corrected figure and no price cut', () => {
    expect(drops([1_250_000, 125_000])).toEqual([]);
    expect(drops([100_000, 49_000])).toEqual([]);
    expect(drops([100_000, 51_000])).toEqual([[100_000, 51_000]]);
  });

  it('a price one krone lower is no price cut', () => {
    expect(drops([100_000, 99_999])).toEqual([]);
  });

  it('a return to a price that was asked before is no price cut, and a lower or another one is', () => {
    expect(drops([100_000, 105_000, 100_000, 105_000, 99_999])).toEqual([]);
    expect(drops([100_000, 105_000, 102_000])).toEqual([[105_000, 102_000]]);
    expect(drops([100_000, 105_000, 99_000])).toEqual([[105_000, 99_000]]);
  });

  it('a price that comes down again after months is a price cut', () => {
    expect(drops([100_000, ...Array(40).fill(105_000), 100_000])).toEqual([[105_000, 100_000]]);
    expect(drops([100_000, ...Array(20).fill(105_000), 100_000])).toEqual([]);
  });

  it('a price cut to what another ad of the car asked is one', () => {
    const steps = [
      { at: day(1), priceDkk: 100_000 },
      { at: day(2), priceDkk: 95_000, isOtherAd: true as const },
      { at: day(3), priceDkk: 100_000, isOtherAd: true as const },
      { at: day(4), priceDkk: 95_000 },
    ];
    const car = makeCar({ priceDkk: 95_000, priceHistory: steps });
    const own = [steps[0]!, steps[3]!];
    const adPaths = [{ ...car.adPaths[0]!, itemUrl: car.itemUrl, prices: own }];
    expect(newPriceCut({ ...car, adPaths }, day(3))).toEqual({ fromDkk: 100_000, toDkk: 95_000 });
  });

  it('a car that becomes amazing and goes is news once of each', () => {
    const deals = ['fair', 'amazing', 'amazing', 'amazing'] as const;
    const car = written([100_000, 100_000, 100_000, 100_000], (n) => ({
      rating: makeRating({ deal: deals[n]!, avgDkk: 120_000 }),
      ...(n === 3 && { availability: 'sold', goneAt: day(4) }),
    }));
    expect(newsOf(car).map(({ kind }) => kind)).toEqual(['amazing', 'gone']);
  });

  it('the share below the market is news when it grows', () => {
    const markets = [110_000, 120_000, 115_000];
    const car = written([100_000, 100_000, 100_000], (n) => ({
      rating: makeRating({ avgDkk: markets[n]! }),
    }));
    expect(newsOf(car)).toEqual([{ kind: 'below', fromPercent: 9, toPercent: 16 }]);
  });

  it('a state that repeats is kept once, and older ones for thirty days', () => {
    expect(written([100_000, 100_000, 100_000]).moments).toHaveLength(1);
    const month = written(Array.from({ length: 50 }, (_, n) => 100_000 - n * 500));
    // The last before the thirty days is kept, as what came before the first change in them.
    expect(month.moments[0]!.at).toBe(day(20));
    expect(month.moments.at(-1)!.at).toBe(day(50));
  });
});
