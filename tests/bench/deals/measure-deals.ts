import { fitModel } from '#core/valuation/fit-model.ts';
import { assignFolds } from '#core/valuation/random.ts';
import { median } from '#core/valuation/statistics.ts';
import { rateAsked } from '../valuation/deals.ts';
import type { BenchCar } from '../valuation/read-set.ts';
import { leaveOutTrim, writePrivately } from './private-ads.ts';

/** The share of private ads in each pool; the cars judged by `bare` lack their trim in a pool of tidy ads. */
export const pools = { tidy: 0, private: 1, mixed: 0.5, bare: 0 } as const;
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
};
export type DealResult = { set: string; pool: Pool; seeds: SeedScore[] };

const shareOf = <T>(list: readonly T[], is: (item: T) => boolean) =>
  list.filter(is).length / Math.max(1, list.length);

/** A fifth of the cars, drawn by the seed, rated by what the others teach. */
function measureSeed(cars: readonly BenchCar[], pool: Pool, seed: number): SeedScore {
  const ads = writePrivately(cars, pools[pool], seed);
  const folds = assignFolds(ads.length, foldCount, seed);
  const model = fitModel(
    ads.filter((_, row) => folds[row] !== 0),
    { seed, version: 'bench' },
  );
  const kept = ads.filter((_, row) => folds[row] === 0);
  const test = pool === 'bare' ? kept.map(leaveOutTrim) : kept;
  const rated = test
    .map((car) => ({ car, rating: rateAsked(model, car, 1) }))
    .filter(({ rating }) => rating.deal !== 'no_estimate');
  return {
    rated: rated.length / test.length,
    error: median(rated.map(({ car, rating }) => Math.abs(rating.avgDkk! / car.price - 1))),
    unchangedAmazing: shareOf(rated, ({ rating }) => rating.deal === 'amazing'),
    found25: shareOf(rated, ({ car }) => rateAsked(model, car, 0.75).deal === 'amazing'),
    poor: shareOf(rated, ({ rating }) => rating.deal === 'poor'),
  };
}

export const measureDeals = (set: string, cars: readonly BenchCar[], pool: Pool): DealResult => ({
  set,
  pool,
  seeds: seeds.map((seed) => measureSeed(cars, pool, seed)),
});

const columns: readonly [string, keyof SeedScore][] = [
  ['rated', 'rated'],
  ['MdAPE', 'error'],
  ['unchanged called amazing', 'unchangedAmazing'],
  ['−25 % found', 'found25'],
  ['called poor', 'poor'],
];

/** Mean of the seeds, with the least and the most. */
export function showDeals(results: readonly DealResult[]): string {
  const spread = (values: number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return `${mean.toFixed(3)} (${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)})`;
  };
  const rows = results.map(({ set, pool, seeds: scores }) => [
    `${set} ${pool}`,
    ...columns.map(([, name]) => spread(scores.map((score) => score[name]))),
  ]);
  return [['pool', ...columns.map(([title]) => title)], ...rows]
    .map(([first, ...rest]) => [first!.padEnd(14), ...rest.map((text) => text.padStart(26))].join(''))
    .join('\n');
}
