import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { orderOf, sharesByModel } from '#core/valuation/thresholds.ts';
import type { BenchCar } from './read-set.ts';
import { type Judged, scoreEstimates } from './score.ts';

const seed = 7;
/** Parts of the market that a fit reads. */
const parts = [1 / 8, 1 / 4, 1 / 2, 1];
/** A model of which fewer cars are in the whole market is rare. */
const rareCars = 30;

export type ThinnedCell = {
  set: string;
  /** How many cars of the market the fit read, and by which rule. */
  read: number;
  of: number;
  by: 'model' | 'chance';
  error: number;
  coverage: number;
  winkler: number;
  /** The median error of cars of rare models. */
  rareError: number;
  fitSeconds: number;
};

const modelOf = ({ make, model }: BenchCar) => `${make}\n${model}`;

function countByModel(cars: readonly BenchCar[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const car of cars) counts.set(modelOf(car), (counts.get(modelOf(car)) ?? 0) + 1);
  return counts;
}

/** How well a market is valued by a fit of a part of it, taken as the hour's run takes it, and by chance alone. */
export function* measureThinned(set: string, cars: readonly BenchCar[]): Iterable<ThinnedCell> {
  const training = cars.filter((car) => car.split === 'train');
  const test = cars.filter((car) => car.split === 'test');
  const counts = countByModel(training);
  const isRare = (car: BenchCar) => (counts.get(modelOf(car)) ?? 0) < rareCars;
  const measure = (by: ThinnedCell['by'], part: number): ThinnedCell => {
    const shares = sharesByModel(counts, training.length * part);
    const shareOf = (car: BenchCar) => (by === 'model' ? shares.get(modelOf(car))! : part);
    const read = training.filter((car) => part === 1 || orderOf(car.id) < shareOf(car));
    const from = performance.now();
    const model = fitModel(read, { seed, version: 'bench' });
    const fitSeconds = (performance.now() - from) / 1000;
    const judged = test
      .map((car) => ({ car, price: car.price, estimate: estimate(model, car) }))
      .filter((answer): answer is Judged & { car: BenchCar } => answer.estimate !== null);
    const { error, coverage, winkler } = scoreEstimates(judged);
    const rareError = scoreEstimates(judged.filter(({ car }) => isRare(car))).error;
    return {
      set,
      read: read.length,
      of: training.length,
      by,
      error,
      coverage,
      winkler,
      rareError,
      fitSeconds,
    };
  };
  for (const part of parts) yield measure('model', part);
  for (const part of parts) if (part < 1) yield measure('chance', part);
}
