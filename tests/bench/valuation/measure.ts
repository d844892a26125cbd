import { createHash } from 'node:crypto';
import { newCarId } from '#core/cars/car.ts';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import type { Model } from '#core/valuation/model.ts';
import { packModel } from '#functions/valuation/model.ts';
import { type DealScore, scoreDeals } from './deals.ts';
import { measuredCatboost } from './measured-baselines.ts';
import { type BenchCar, takePools } from './read-set.ts';
import type { Reference } from './reference.ts';
import { averageScores, type Judged, type Score, scoreEstimates } from './score.ts';

const seed = 7;
const foldCount = 5;

type Run = {
  score: Score;
  answered: number;
  fitSeconds: number;
  predictMs: number;
  modelKb: number;
  deals: DealScore;
};

/** Kilobytes as it is kept, with ids as random as the product's: those of the sets are the numbers of their rows. */
function storedKb(model: Model): number {
  const ids = model.comparables.ids.map((id) => newCarId(createHash('sha256').update(id).digest(), false));
  return packModel({ ...model, comparables: { ...model.comparables, ids } }).length / 1000;
}

/** One fit on `pool`, judged on `test`. */
function runOnce(pool: readonly BenchCar[], test: readonly BenchCar[]): Run {
  const started = performance.now();
  const model = fitModel(pool, { seed, version: 'bench' });
  const fitted = performance.now();
  const answers = test.map((car) => ({ price: car.price, estimate: estimate(model, car) }));
  const predicted = performance.now();
  const judged = answers.filter((answer): answer is Judged => answer.estimate !== null);
  return {
    score: scoreEstimates(judged),
    answered: judged.length / Math.max(1, test.length),
    fitSeconds: (fitted - started) / 1000,
    predictMs: (predicted - fitted) / Math.max(1, test.length),
    modelKb: storedKb(model),
    deals: scoreDeals(model, test, judged),
  };
}

export type CellResult = Run & {
  set: string;
  split: string;
  pool: string;
  poolSize: number;
  /** Median error over that of each baseline; Winkler score over LightGBM's. Null without a baseline. */
  toLightgbm: number | null;
  toCatboost: number | null;
  toRidge: number | null;
  toNeighbours: number | null;
  winklerToLightgbm: number | null;
};

/** A cell of the benchmark: the mean over its repeats. Deal figures and costs are the first repeat's. */
export function measureCell(cars: readonly BenchCar[], cell: string, reference: Reference): CellResult {
  const [set, split, pool] = cell.split('-') as [string, 'split' | 'hard', string];
  const training = cars.filter((car) => car[split] === 'train');
  const test = cars.filter((car) => car[split] === 'test');
  const pools = takePools(training, pool);
  const runs = pools.map((rows) => runOnce(rows, test));
  const score = averageScores(runs.map((run) => run.score));
  const baseline = (method: string) => reference.get(cell)?.get(method);
  const ratio = (own: number, theirs: number | undefined) => (theirs === undefined ? null : own / theirs);
  return {
    ...runs[0]!,
    score,
    set,
    split,
    pool,
    poolSize: pools[0]!.length,
    toLightgbm: ratio(score.error, baseline('lgb')?.error),
    toCatboost: ratio(score.error, baseline('cat')?.error ?? measuredCatboost[cell]),
    toRidge: ratio(score.error, baseline('ridge')?.error),
    toNeighbours: ratio(score.error, baseline('knn')?.error),
    winklerToLightgbm: ratio(score.winkler, baseline('lgb')?.winkler),
  };
}

export type FoldSpread = { set: string; errors: number[]; coverages: number[]; winklers: number[] };

/** Each fifth of the set, by its fixed order, valued by the other four: small sets need the spread to be read. */
export function measureFolds(set: string, cars: readonly BenchCar[]): FoldSpread {
  const foldOf = (car: BenchCar) => Math.min(foldCount - 1, Math.floor(car.order * foldCount));
  const scores = Array.from({ length: foldCount }, (_, fold) => {
    const training = cars.filter((car) => foldOf(car) !== fold);
    const test = cars.filter((car) => foldOf(car) === fold);
    return runOnce(training, test).score;
  });
  return {
    set,
    errors: scores.map((score) => score.error),
    coverages: scores.map((score) => score.coverage),
    winklers: scores.map((score) => score.winkler),
  };
}
