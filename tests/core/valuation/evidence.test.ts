import { describe, expect, it } from 'vitest';
import { type Estimate, estimate } from '#core/valuation/estimate.ts';
import { doubtOfBargain, middleOf, nearToMiddle } from '#core/valuation/evidence.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { median } from '#core/valuation/statistics.ts';
import { ratingSettings } from '#core/valuation/thresholds.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import {
  fittedMarket,
  inventMarket,
  inventVariedMarket,
  observedYear,
  ordinaryCar,
  rateAd,
} from './invented-market.ts';

const market = inventMarket(500, 1);
const model = fittedMarket(500);
const alike = (adjustedDkk: number[]) => ({
  adjustedDkk,
  comparableFactors: adjustedDkk.map(() => 1),
  middleDkk: median(adjustedDkk),
});
const around = (avgDkk: number) => ({ lowDkk: avgDkk * 0.9, avgDkk, highDkk: avgDkk * 1.1 });
const fiveDkk = [98_000, 99_000, 100_000, 101_000, 102_000];
const dear = alike(fiveDkk);

describe('doubtOfBargain', () => {
  it('evidence is thin with fewer than five comparables', () => {
    expect(doubtOfBargain(80_000, around(100_000), alike(fiveDkk.slice(1)), 100_000)).toBe('thin_evidence');
    expect(doubtOfBargain(80_000, around(100_000), dear, 100_000)).toBeNull();
  });

  it('evidence is mixed when fewer than seven in ten comparables ask more', () => {
    const cheaper = (count: number) =>
      alike(Array.from({ length: 10 }, (_, place) => (place < count ? 79_000 : 1e5)));
    expect(doubtOfBargain(80_000, around(100_000), cheaper(3), 100_000)).toBeNull();
    expect(doubtOfBargain(80_000, around(100_000), cheaper(4), 100_000)).toBe('mixed_evidence');
  });

  it('evidence is mixed when more than a quarter of the saving is unexplained', () => {
    for (const [valueDkk, doubt] of [
      [106_600, null],
      [106_700, 'mixed_evidence'],
      [96_000, null],
      [95_900, 'mixed_evidence'],
    ] as const)
      expect(doubtOfBargain(80_000, around(valueDkk), dear, 100_000)).toBe(doubt);
  });

  it('evidence is mixed when the price is no bargain against the middle comparable, or by the facts alone', () => {
    const middle = (dkk: number) => alike([90_000, dkk - 1, dkk, dkk + 1, 120_000]);
    expect(doubtOfBargain(87_000, around(102_000), middle(100_001), 101_000)).toBeNull();
    expect(doubtOfBargain(87_000, around(102_000), middle(100_000), 101_000)).toBe('mixed_evidence');
    expect(doubtOfBargain(87_000, around(102_000), middle(100_001), 100_000)).toBe('mixed_evidence');
  });

  it('evidence is mixed when the interval does not contain the middle comparable', () => {
    const narrow = { lowDkk: 100_500, avgDkk: 101_000, highDkk: 104_000 };
    expect(doubtOfBargain(80_000, narrow, dear, 100_000)).toBe('mixed_evidence');
    expect(doubtOfBargain(80_000, { ...narrow, lowDkk: 100_000 }, dear, 100_000)).toBeNull();
  });

  it('evidence is thin when more than half of the comparables were adjusted far', () => {
    const far = ratingSettings.nearComparableFactor;
    const doubt = (...comparableFactors: number[]) =>
      doubtOfBargain(80_000, around(100_000), { ...dear, comparableFactors }, 100_000);
    expect(doubt(far, far, 1 / far, far * 2, 0.5 / far)).toBeNull();
    expect(doubt(1, 1, far * 1.01, far * 1.01, far * 1.01)).toBe('thin_evidence');
    expect(doubt(1, 1, 0.99 / far, 0.99 / far, 0.99 / far)).toBe('thin_evidence');
  });

  it('evidence is thin when four of five prices were raised by more than a half', () => {
    const evidence = { ...dear, comparableFactors: [1.47, 1.68, 1.86, 1.9, 2.63] };
    expect(doubtOfBargain(80_000, around(100_000), evidence, 100_000)).toBe('thin_evidence');
  });

  it('middleOf is the weighted median', () => {
    const prices = [100, 110, 120, 130, 140];
    expect(middleOf(prices, [1, 1, 1, 1, 1])).toBe(120);
    expect(middleOf(prices, [1, 1, 2, 2, 2])).toBe(110);
    expect(middleOf(prices, [0.5, 0.5, 0.5, 1, 1])).toBe(130);
    expect(middleOf(prices, [1, 1, 1, 2, 2])).toBe(115);
    expect(middleOf([100, 140], [1, 1])).toBe(120);
    expect(middleOf([], [])).toBeNaN();
  });

  it('adjusting an older, further driven comparable raises its price', () => {
    const car = ordinaryCar({ observedYear });
    const newer = estimate(model, { ...car, id: 'newer', year: 2018, mileageKm: 60_000 })!;
    const { comparables, evidence } = estimate(model, car)!;
    const factorOf = new Map(comparables.map(({ row }, place) => [row, evidence.comparableFactors[place]!]));
    const both = newer.comparables.filter(({ row }) => factorOf.has(row));
    for (const one of both) {
      const place = newer.comparables.indexOf(one);
      expect(newer.evidence.comparableFactors[place]).toBeGreaterThan(factorOf.get(one.row)! * 1.15);
    }
    expect(newer.avgDkk).toBeGreaterThan(estimate(model, car)!.avgDkk * 1.15);
  });

  it('a cheap car that contradicts the register gets no estimate', () => {
    const facts = ordinaryCar({ observedYear });
    const priceDkk = Math.round(estimate(model, facts)!.avgDkk * 0.7);
    const ad = { facts, priceDkk, model };
    expect(rateAd(ad).deal).toBe('amazing');
    expect(rateAd({ ...ad, isContradicted: true })).toMatchObject({
      deal: 'no_estimate',
      reason: 'contradicted',
    });
    expect(rateAd({ ...ad, priceDkk: priceDkk / 0.7, isContradicted: true }).deal).toBe('fair');
  });
});

/** The first fault that a reader could find on the page: counts, too many cheaper comparables, or an unexplained rest. */
function faultOf(rating: Rating, priceDkk: number, priceOf: (id: string) => number): string | null {
  const { comparableIds, comparableFactors } = rating;
  if (rating.comparableCount !== comparableIds.length) return 'two counts of comparables';
  if (rating.deal !== 'amazing') return null;
  if (comparableIds.length < 5) return 'fewer than five comparables';
  const adjusted = comparableIds.map((id, place) => priceOf(id) * comparableFactors[place]!);
  if (adjusted.filter((dkk) => dkk > priceDkk).length * 2 <= adjusted.length)
    return 'mostly cheaper comparables';
  const middleDkk = median(adjusted);
  if (middleDkk < rating.lowDkk! || middleDkk > rating.highDkk!) return 'a middle outside of the range';
  if (rating.avgDkk! > 1.1 * middleDkk) return 'a value far above the middle';
  const otherDkk = Math.abs(rating.avgDkk! - middleOf(adjusted, comparableFactors));
  return otherDkk > (rating.avgDkk! - priceDkk) / 4 + 1 ? 'an unexplained rest' : null;
}

it('no car of a market with gaps is called amazing against the evidence on its page', () => {
  const cars = inventVariedMarket(700, 3);
  const learnt = fitModel(cars.slice(0, 500), { seed: 7, version: 'v2' });
  const prices = new Map(cars.map(({ id, price }) => [id, price]));
  const deals: Record<string, number> = {};
  for (const { price, ...facts } of cars.slice(400)) {
    for (const share of [0.6, 0.75, 0.85, 1]) {
      const priceDkk = Math.round(price * share);
      const rating = rateAd({ facts, priceDkk, model: learnt });
      expect(
        faultOf(rating, priceDkk, (id) => prices.get(id)!),
        `${facts.id} at ${priceDkk}`,
      ).toBeNull();
      deals[rating.deal] = (deals[rating.deal] ?? 0) + 1;
    }
  }
  expect(deals.amazing).toBeGreaterThan(200);
  expect(ratingSettings.leastComparables).toBe(5);
});

describe('a car of a rare model', () => {
  const rare = { make: 'Havn', model: 'Sjælden' };
  const few = [0, 1].map((place) => ({
    ...ordinaryCar({ ...rare, id: `few${place}`, mileageKm: 110_000 + 15_000 * place, observedYear }),
    price: 96_000 - 3000 * place,
  }));
  const learnt = fitModel([...market, ...few], { seed: 7, version: 'v3' });
  const facts = ordinaryCar({ ...rare, observedYear });
  const found = estimate(learnt, facts)!;
  const rate = (priceDkk: number) => rateAd({ facts, priceDkk: Math.round(priceDkk), model: learnt });

  it('a rare model gets comparables of its make after those of its own model', () => {
    const ids = found.comparables.map(({ row }) => learnt.comparables.ids[row]!);
    expect(ids).toHaveLength(5);
    expect(ids.slice(0, 2).sort()).toEqual(few.map(({ id }) => id).sort());
    for (const id of ids.slice(2)) expect(market.find((car) => car.id === id)!.make).toBe('Havn');
    expect(found.otherModels).toBe(3);
    expect(found.comparableCount).toBeLessThanOrEqual(2);
  });

  it('a car never gets comparables of another make', () => {
    const stranger = estimate(learnt, { ...facts, make: 'Ukendt', model: 'Vogn' })!;
    expect(stranger).toMatchObject({ comparables: [], otherModels: 0 });
  });

  it('an electric car and one that burns fuel are never comparables of each other', () => {
    const electric = market.filter((_, place) => place % 3 === 0).map(({ id }) => id);
    const mixed = market.map((car) => (electric.includes(car.id) ? { ...car, fuel: 'electric' } : car));
    const fitted = fitModel(mixed, { seed: 7, version: 'v1' });
    const idsOf = (fuel: string | null) => {
      const { comparables } = estimate(fitted, { ...ordinaryCar({ observedYear }), fuel })!;
      return comparables.map(({ row }) => fitted.comparables.ids[row]!);
    };
    expect(idsOf('electric').length).toBeGreaterThanOrEqual(5);
    for (const id of idsOf('electric')) expect(electric).toContain(id);
    for (const id of idsOf('diesel')) expect(electric).not.toContain(id);
    // A car whose fuel nobody told may be either.
    expect(new Set(idsOf(null).map((id) => electric.includes(id))).size).toBe(2);
  });

  it('a rare model is amazing only at twice the distance below its estimate', () => {
    const { lowDkk, avgDkk } = rate(found.avgDkk);
    const again = lowDkk! * (lowDkk! / avgDkk!);
    const usual = Math.min(lowDkk!, ratingSettings.amazingBelowShare * avgDkk!);
    expect(usual * 0.99).toBeGreaterThan(again);
    expect(rate(usual * 0.99)).toMatchObject({ deal: 'fair', reason: 'thin_evidence' });
    expect(rate(again * 0.99)).toMatchObject({ deal: 'amazing', comparableCount: 5 });
  });
});

describe('comparables of each other', () => {
  const cars = inventVariedMarket(1200, 5);
  const learnt = fitModel(cars, { seed: 7, version: 'v5' });
  const ratedCars = cars.map((car) => ({ car, found: estimate(learnt, car)! }));
  const widthOf = ({ lowDkk, avgDkk, highDkk }: Estimate) => Math.max(highDkk / avgDkk, avgDkk / lowDkk);
  const byId = new Map(ratedCars.map((rated) => [rated.car.id, rated]));
  const pairs = ratedCars.flatMap(({ car, found }) =>
    found.comparableIds.flatMap((id, place) => {
      const other = byId.get(id)!;
      const factor = found.evidence.comparableFactors[place]!;
      const back = other.found.comparableIds.indexOf(car.id);
      const inverse = back < 0 ? null : other.found.evidence.comparableFactors[back]!;
      return [{ car, found, other, factor, inverse }];
    }),
  );

  it('a comparable is as expensive beside another car as on its own page', () => {
    expect(pairs.length).toBeGreaterThan(5000);
    for (const { car, found, other, factor } of pairs) {
      const beside = (other.car.price * factor) / found.avgDkk;
      const own = other.car.price / other.found.avgDkk;
      const room = Math.sqrt(widthOf(found) * widthOf(other.found));
      expect(Math.abs(Math.log(beside / own)), `${other.car.id} for ${car.id}`).toBeLessThan(Math.log(room));
    }
  });

  it('two cars that are comparables of each other have inverse factors', () => {
    const mutual = pairs.filter(({ inverse }) => inverse !== null);
    expect(mutual.length).toBeGreaterThan(1000);
    for (const { factor, inverse } of mutual) expect(factor * inverse!).toBeCloseTo(1, 2);
  });
});

describe('nearToMiddle', () => {
  const most = ratingSettings.highestRestShare * (1 - ratingSettings.amazingBelowShare);

  it('moves the estimate towards the middle of five comparables, from either side', () => {
    for (const saidDkk of [115_000, 88_000]) {
      const avgDkk = Math.exp(nearToMiddle(Math.log(saidDkk), dear, 1));
      expect(Math.abs(avgDkk - dear.middleDkk) / avgDkk).toBeCloseTo(most, 6);
      expect(Math.sign(avgDkk - dear.middleDkk)).toBe(Math.sign(saidDkk - dear.middleDkk));
    }
  });

  it('leaves an estimate that is already near, or has fewer than five comparables', () => {
    expect(Math.exp(nearToMiddle(Math.log(101_000), dear, 1))).toBeCloseTo(101_000, 6);
    expect(Math.exp(nearToMiddle(Math.log(150_000), alike(fiveDkk.slice(1)), 1))).toBeCloseTo(150_000, 6);
    expect(nearToMiddle(11, alike([]), 1)).toBe(11);
  });

  it('moves the estimate no further than its limit', () => {
    expect(nearToMiddle(Math.log(150_000), dear, 0.05)).toBeCloseTo(Math.log(150_000) - 0.05, 9);
  });
});
