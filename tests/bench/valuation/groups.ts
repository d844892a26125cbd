import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimate } from '#core/valuation/estimate.ts';
import { countNear, findComparables } from '#core/valuation/evidence.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import type { Model } from '#core/valuation/model.ts';
import { median } from '#core/valuation/statistics.ts';
import { ageInYears, toSubject } from '#core/valuation/subject.ts';
import { rateAsked } from './deals.ts';
import type { BenchCar } from './measure.ts';

const seed = 7;
const foldCount = 5;
const leastCars = 20;
/** The rating's bounds are in kroner: sets in euros are read at the fixed rate. */
const kronerPerEuro = 7.45;

type Valued = {
  car: BenchCar;
  avg: number;
  isInside: boolean;
  isRated: boolean;
  /** What another tool said of the same car, taught by the same folds; null where it was not asked. */
  theirs: number | null;
  modelCount: number;
  nearCount: number;
};

const bandOf = (starts: readonly number[], unit: string) => (value: number) => {
  const place = starts.findLastIndex((start) => value >= start);
  const next = starts[place + 1];
  return next === undefined ? `${starts[place]} ${unit} and more` : `${starts[place]} to ${next} ${unit}`;
};
const ageBand = bandOf([0, 3, 6, 9, 12, 15, 20, 25], 'years');
const priceBand = bandOf([0, 20_000, 50_000, 100_000, 200_000, 400_000], 'kr.');
const countBand = bandOf([0, 1, 5, 20, 100], 'cars of the model');
const nearBand = bandOf([0, 1, 3, 6, 12], 'near comparables');

const groupings: Record<string, (valued: Valued) => string> = {
  all: () => 'all',
  fuel: ({ car }) => car.fuel ?? 'untold',
  age: ({ car }) => ageBand(ageInYears(car)),
  price: ({ car }) => priceBand(car.price),
  rarity: ({ modelCount }) => countBand(modelCount),
  near: ({ nearCount }) => nearBand(nearCount),
};

/** `id,y,pred,…` in a file of the folder named as the set: `folds-<set>.csv`. */
function readTheirs(folder: string | undefined, set: string): Map<string, number> {
  const path = folder && join(folder, `folds-${set}.csv`);
  if (!path || !existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  return new Map(lines.map((line) => line.split(',')).map(([id, , said]) => [id!, Number(said)]));
}

function valueCar(model: Model, car: BenchCar, theirs: number | undefined): Valued[] {
  const subject = toSubject(car);
  const found = estimate(model, car);
  if (!subject || !found) return [];
  return [
    {
      car,
      avg: found.avgDkk,
      isInside: car.price >= found.lowDkk && car.price <= found.highDkk,
      isRated: rateAsked(model, car, 1).deal !== 'no_estimate',
      theirs: theirs ?? null,
      modelCount: found.modelCount,
      nearCount: countNear(findComparables(subject, model.comparables)),
    },
  ];
}

/** Every car of the set, valued by what the other four fifths teach. */
export function valueInFolds(set: string, cars: readonly BenchCar[], predictions?: string): Valued[] {
  const rate = set.startsWith('dk') ? 1 : kronerPerEuro;
  const theirs = readTheirs(predictions, set);
  const inKroner = cars.map((car) => ({ ...car, price: car.price * rate }));
  const foldOf = (car: BenchCar) => Math.min(foldCount - 1, Math.floor(car.order * foldCount));
  return Array.from({ length: foldCount }, (_, fold) => {
    const training = inKroner.filter((car) => foldOf(car) !== fold);
    const model = fitModel(training, { seed, version: 'bench' });
    return inKroner
      .filter((car) => foldOf(car) === fold)
      .flatMap((car) => {
        const said = theirs.get(car.id);
        return valueCar(model, car, said && said * rate);
      });
  }).flat();
}

const errorOf = (cars: readonly Valued[], read: (valued: Valued) => number) =>
  median(cars.map((valued) => Math.abs(read(valued) / valued.car.price - 1)));
const share = (cars: readonly Valued[], is: (valued: Valued) => boolean) =>
  cars.filter(is).length / Math.max(1, cars.length);

function ratioTo(cars: readonly Valued[]): string {
  const both = cars.filter(({ theirs }) => theirs !== null);
  if (both.length < leastCars) return '–';
  return (errorOf(both, ({ avg }) => avg) / errorOf(both, ({ theirs }) => theirs!)).toFixed(3);
}

function describe(set: string, grouping: string, name: string, cars: readonly Valued[]): string[] {
  const rated = cars.filter(({ isRated }) => isRated);
  const isTold = rated.length >= leastCars;
  return [
    set,
    grouping,
    name,
    String(cars.length),
    errorOf(cars, ({ avg }) => avg).toFixed(4),
    ratioTo(cars),
    share(cars, ({ isInside }) => isInside).toFixed(3),
    share(cars, ({ isRated }) => isRated).toFixed(3),
    isTold ? errorOf(rated, ({ avg }) => avg).toFixed(4) : '–',
    isTold ? ratioTo(rated) : '–',
    isTold ? share(rated, ({ isInside }) => isInside).toFixed(3) : '–',
  ];
}

export const groupTitles = [
  'set',
  'by',
  'group',
  'n',
  'MdAPE',
  '/theirs',
  'cover',
  'rated',
  'of rated: MdAPE',
  '/theirs',
  'cover',
];

/** How well the cars of each fuel, age, price and rarity are valued, beside another tool's predictions. */
export function measureGroups(set: string, cars: readonly BenchCar[], predictions?: string): string[][] {
  const valued = valueInFolds(set, cars, predictions);
  return Object.entries(groupings).flatMap(([grouping, nameOf]) =>
    [...Map.groupBy(valued, nameOf)]
      .filter(([, own]) => own.length >= leastCars)
      .sort(([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
      .map(([name, own]) => describe(set, grouping, name, own)),
  );
}
