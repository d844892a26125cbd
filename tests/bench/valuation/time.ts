import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { type MovementName, movements, type PlantedCar, plantMonths } from './plant-months.ts';
import type { BenchCar } from './read-set.ts';
import { type Judged, scoreEstimates } from './score.ts';

const seed = 7;
/** A fit of more takes minutes, and a year of them needs no index to be worth more than a month. */
const mostCars = 6000;
const mostTest = 2000;

export type TimeCell = {
  set: string;
  movement: MovementName;
  /** `month`: the newest month alone. `undated`: the year, its months untold. `year`: the year. */
  taught: 'month' | 'undated' | 'year';
  cars: number;
  error: number;
  coverage: number;
};

function measure(
  training: readonly BenchCar[],
  test: readonly BenchCar[],
): { error: number; coverage: number } {
  const model = fitModel(training, { seed, version: 'bench' });
  const judged = test
    .map((car) => ({ price: car.price, estimate: estimate(model, car) }))
    .filter((answer): answer is Judged => answer.estimate !== null);
  const { error, coverage } = scoreEstimates(judged);
  return { error, coverage };
}

/** The car as if it were asked today: as old as it was then. */
const untold = ({ ago, ...car }: PlantedCar, original: BenchCar): BenchCar => ({
  ...original,
  price: car.price,
});

/** Cars of today valued by the newest month alone, by a year whose months are untold, and by a year. */
export function* measureTime(
  set: string,
  cars: readonly BenchCar[],
  writeTo: string | undefined,
): Iterable<TimeCell> {
  const original = cars.filter((car) => car.split === 'train').slice(0, mostCars);
  const test = cars.filter((car) => car.split === 'test').slice(0, mostTest);
  for (const movement of Object.keys(movements) as MovementName[]) {
    const year = plantMonths(original, movement);
    if (writeTo) writePlanted(join(writeTo, `time-${set}-${movement}.csv`), year, test);
    const pools = {
      month: year.filter(({ ago }) => ago === 0),
      undated: year.map((car, row) => untold(car, original[row]!)),
      year,
    };
    for (const taught of ['month', 'undated', 'year'] as const)
      yield { set, movement, taught, cars: pools[taught].length, ...measure(pools[taught], test) };
  }
}

/** What another tool needs to be taught the same: the month and the price of each car. */
function writePlanted(path: string, year: readonly PlantedCar[], test: readonly BenchCar[]): void {
  const rows = [
    ...year.map(({ id, ago, price }) => [id, ago, price, 'train']),
    ...test.map(({ id, price }) => [id, 0, price, 'test']),
  ];
  writeFileSync(
    path,
    `${[['id', 'ago', 'price', 'part'], ...rows].map((row) => row.join(',')).join('\n')}\n`,
  );
}
