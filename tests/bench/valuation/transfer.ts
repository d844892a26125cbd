import { fitModel } from '#core/valuation/fit-model.ts';
import { type LentMarket, learnLentMarket } from '#core/valuation/lent-market.ts';
import { median } from '#core/valuation/statistics.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import { rateAsked } from './deals.ts';
import type { BenchCar } from './read-set.ts';

const seed = 7;
const poolSizes = [0, 50, 200, 500];
const repeats = 3;
/** A median of fewer rated cars says nothing. */
const leastRated = 30;

export type Transfer = {
  own: string;
  /** The set that stands behind the pool; null without one. */
  lent: string | null;
  poolSize: number;
  /** Share of the test's cars with a rating, and of those the median error and the coverage of the 80 % interval. */
  rated: number;
  error: number | null;
  coverage: number | null;
};

type Judged = { price: number; rating: Rating };

function valueTest(pool: readonly BenchCar[], test: readonly BenchCar[], lent: LentMarket | null): Judged[] {
  const askedYear = median(test.map((car) => car.observedYear));
  const model =
    lent || pool.length >= 20 ? fitModel(pool, { seed, version: 'bench', lent, askedYear }) : null;
  return test.map((car) => ({ price: car.price, rating: rateAsked(model, car, 1) }));
}

const isValued = ({ rating }: Judged) =>
  rating.avgDkk !== null && !['uncertain', 'small_pool', 'few_comparables'].includes(rating.reason);

function summarise(judged: readonly Judged[]): Pick<Transfer, 'rated' | 'error' | 'coverage'> {
  const valued = judged.filter(isValued);
  const isTold = valued.length >= leastRated;
  const inside = valued.filter(({ price, rating }) => price >= rating.lowDkk! && price <= rating.highDkk!);
  return {
    rated: valued.length / judged.length,
    error: isTold ? median(valued.map(({ price, rating }) => Math.abs(rating.avgDkk! / price - 1))) : null,
    coverage: isTold ? inside.length / valued.length : null,
  };
}

/** How well cars of one set are valued by few of their own, alone and beside another set that is lent to them. */
export function measureTransfer(
  [ownName, own]: readonly [string, readonly BenchCar[]],
  [lentName, lentCars]: readonly [string, readonly BenchCar[]],
): Transfer[] {
  const training = own.filter((car) => car.split === 'train');
  const test = own.filter((car) => car.split === 'test');
  const lentMarket = learnLentMarket(lentCars, { seed, version: lentName });
  return poolSizes.flatMap((poolSize) =>
    [lentMarket, null].map((lent) => {
      const starts = Array.from({ length: poolSize === 0 ? 1 : repeats }, (_, repeat) => repeat * poolSize);
      const judged = starts.flatMap((start) =>
        valueTest(training.slice(start, start + poolSize), test, lent),
      );
      return { own: ownName, lent: lent && lentName, poolSize, ...summarise(judged) };
    }),
  );
}
