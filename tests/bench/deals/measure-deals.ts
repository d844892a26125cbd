import { middleOf } from '#core/valuation/evidence.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import type { Model } from '#core/valuation/model.ts';
import { median, randomSequence } from '#core/valuation/statistics.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import type { BenchCar } from '#tests/bench/valuation/measure.ts';
import { rateAsked } from '../valuation/deals.ts';
import { leaveOutTrim, writeAndRead, writePrivately } from './private-ads.ts';

/** The share of private ads in each pool; those judged by `bare` lack their trim, those by `written` are read from ads' texts, in a pool of tidy ads. */
export const pools = { tidy: 0, private: 1, mixed: 0.5, bare: 0, written: 0 } as const;
export type Pool = keyof typeof pools;
export const seeds = [1, 2, 3, 4, 5];
const foldCount = 5;

export type SeedScore = {
  /** Share of the test's cars that have a rating at their own price, and their median error. */
  rated: number;
  error: number;
  /** Of those: called amazing at their own price, and a quarter cheaper. */
  unchangedAmazing: number;
  found25: number;
  /** Called poor at their own price. */
  poor: number;
  /** Of all amazing cars: how the market value stands to the middle of the comparables as their pages show them. */
  borneOut: BorneOut;
};
/** `cars`: those of the test at their own price and a quarter cheaper, and those of the pool at their own. */
type BorneOut = {
  cars: number;
  /** Mean of value ÷ middle, and the shares beyond 1.10, with the middle in the range, and with more than a quarter of the gap unexplained. */
  mean: number;
  beyond110: number;
  inRange: number;
  unexplained: number;
};
export type DealResult = { set: string; pool: Pool; seeds: SeedScore[] };

const shareOf = <T>(list: readonly T[], is: (item: T) => boolean) =>
  list.filter(is).length / Math.max(1, list.length);

type Asked = { priceDkk: number; rating: Rating };

function measureBorneOut(model: Model, asked: readonly Asked[]): BorneOut {
  const priceOf = new Map(model.comparables.ids.map((id, row) => [id, model.prices[row]!]));
  const shown = asked
    .filter(({ rating }) => rating.deal === 'amazing')
    .map(({ priceDkk, rating }) => {
      const { comparableIds, comparableFactors, avgDkk, lowDkk, highDkk } = rating;
      const adjusted = comparableIds.map((id, place) => priceOf.get(id)! * comparableFactors[place]!);
      const middleDkk = median(adjusted);
      const restDkk = adjusted.length === 0 ? 0 : Math.abs(avgDkk! - middleOf(adjusted, comparableFactors));
      return {
        ratio: avgDkk! / middleDkk,
        isInRange: middleDkk >= lowDkk! && middleDkk <= highDkk!,
        isUnexplained: restDkk > 0.25 * (avgDkk! - priceDkk),
      };
    });
  return {
    cars: shown.length,
    mean: shown.reduce((sum, { ratio }) => sum + ratio, 0) / Math.max(1, shown.length),
    beyond110: shareOf(shown, ({ ratio }) => ratio > 1.1),
    inRange: shareOf(shown, ({ isInRange }) => isInRange),
    unexplained: shareOf(shown, ({ isUnexplained }) => isUnexplained),
  };
}

/** Deals rows 0 … count−1 into equally large folds at random; returns the fold of each row. */
function assignFolds(count: number, foldCount: number, seed: number): Int32Array {
  const random = randomSequence(seed);
  const order = Int32Array.from({ length: count }, (_, row) => row);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  const folds = new Int32Array(count);
  order.forEach((row, place) => {
    folds[row] = place % foldCount;
  });
  return folds;
}

/** A fifth of the cars, drawn by the seed, rated by what the others teach. */
function measureSeed(cars: readonly BenchCar[], pool: Pool, seed: number, read?: ReadAd): SeedScore {
  const ads = writePrivately(cars, pools[pool], seed);
  const folds = assignFolds(ads.length, foldCount, seed);
  const taught = ads.filter((_, row) => folds[row] !== 0);
  const model = fitModel(taught, { seed, version: 'bench' });
  const kept = ads.filter((_, row) => folds[row] === 0);
  const test =
    pool === 'bare' ? kept.map(leaveOutTrim) : pool === 'written' ? writeAndRead(kept, seed, read) : kept;
  const rated = test
    .map((car) => ({ car, rating: rateAsked(model, car, 1) }))
    .filter(({ rating }) => rating.deal !== 'no_estimate');
  const asked = (list: readonly BenchCar[], factor: number) =>
    list.map((car) => ({ priceDkk: car.price * factor, rating: rateAsked(model, car, factor) }));
  return {
    rated: rated.length / test.length,
    error: median(rated.map(({ car, rating }) => Math.abs(rating.avgDkk! / car.price - 1))),
    unchangedAmazing: shareOf(rated, ({ rating }) => rating.deal === 'amazing'),
    found25: shareOf(rated, ({ car }) => rateAsked(model, car, 0.75).deal === 'amazing'),
    poor: shareOf(rated, ({ rating }) => rating.deal === 'poor'),
    borneOut: measureBorneOut(model, [...asked(test, 1), ...asked(test, 0.75), ...asked(taught, 1)]),
  };
}

type ReadAd = Parameters<typeof writeAndRead>[2];
export const measureDeals = (
  set: string,
  cars: readonly BenchCar[],
  pool: Pool,
  read?: ReadAd,
): DealResult => ({
  set,
  pool,
  seeds: seeds.map((seed) => measureSeed(cars, pool, seed, read)),
});

const columns: readonly [string, (score: SeedScore) => number][] = [
  ['rated', (score) => score.rated],
  ['MdAPE', (score) => score.error],
  ['unchanged called amazing', (score) => score.unchangedAmazing],
  ['−25 % found', (score) => score.found25],
  ['called poor', (score) => score.poor],
  ['value ÷ middle', (score) => score.borneOut.mean],
  ['beyond 1.10', (score) => score.borneOut.beyond110],
  ['middle in range', (score) => score.borneOut.inRange],
  ['over ¼ unexplained', (score) => score.borneOut.unexplained],
];

/** Mean of the seeds, with the least and the most. */
export function showDeals(results: readonly DealResult[]): string {
  const spread = (values: number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return `${mean.toFixed(3)} (${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)})`;
  };
  const rows = results.map(({ set, pool, seeds: scores }) => [
    `${set} ${pool}`,
    ...columns.map(([, of]) => spread(scores.map(of))),
  ]);
  return [['pool', ...columns.map(([title]) => title)], ...rows]
    .map(([first, ...rest]) => [first!.padEnd(14), ...rest.map((text) => text.padStart(26))].join(''))
    .join('\n');
}
