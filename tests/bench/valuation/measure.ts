import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { newCarId } from '#core/cars/car.ts';
import type { ListingFlag } from '#core/marketplaces/ad/listing.ts';
import { type Estimate, estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { type LentMarket, learnLentMarket } from '#core/valuation/lent-market.ts';
import type { Model } from '#core/valuation/model.ts';
import { median, quantile } from '#core/valuation/statistics.ts';
import type { PricedCar, Rating } from '#core/valuation/valuation.ts';
import { packModel } from '#functions/valuation/model.ts';
import { type DealScore, rateAsked, scoreDeals } from './deals.ts';

/**
 * Median errors of other tools on cells that REFERENCE.txt has no figures for. Measured by us on 25 November 2026 on one thread;
 * no row of any set is in here.
 *
 * CatBoost 1.2.10, taught the features of the LightGBM baseline (numbers, categories as they are, the commonest words as
 * 0/1), learning rate 0.06, row share 0.8, feature share 0.7, L2 3; depth (4 or 6, in pools from 1,000 also 8), loss (squared or
 * absolute) and rounds (up to 1,500) chosen by five folds within the pool; mean of three seeds.
 */
export const measuredCatboost: Readonly<Record<string, number>> = {
  'dk1-split-200': 0.0938,
  'dk1-split-500': 0.0754,
  'dk1-split-full': 0.0652,
  'dk1-hard-full': 0.0739,
  'dk3-split-full': 0.076,
  'de1-split-200': 0.1349,
  'de1-split-500': 0.1154,
  'eb1-split-500': 0.2802,
};

export type BenchCar = PricedCar & {
  split: string;
  hard: string;
  order: number;
  /** What its ad was flagged for; of rows without an ad nothing is known. */
  flags?: readonly ListingFlag[];
};

/** Prices outside are typing errors of the source; the baselines of REFERENCE.txt were measured with the same bounds. */
const priceBounds: Record<string, [number, number]> = {
  dk1: [5000, 2_000_000],
  dk3: [5000, 2_000_000],
  de1: [500, 300_000],
  eb1: [300, 150_000],
};
const otherBounds: [number, number] = [500, 2_000_000];

function toNumber(text: string | undefined): number | null {
  return text ? Number(text) : null;
}

function toCar(row: Record<string, string>): BenchCar {
  return {
    id: row.id!,
    make: row.make || null,
    model: row.model || null,
    variant: row.variant || null,
    title: null,
    year: toNumber(row.year),
    month: toNumber(row.month),
    mileageKm: toNumber(row.mileage),
    fuel: row.fuel || null,
    gearbox: row.gear || null,
    horsepower: toNumber(row.hp),
    engineLitres: toNumber(row.engine_l),
    body: row.body || null,
    sellerType: row.seller || null,
    region: row.region || null,
    newPrice: toNumber(row.new_price),
    observedYear: Number(row.obs_year),
    price: Number(row.price),
    split: row.split!,
    hard: row.hard!,
    order: Number(row.ord),
  };
}

export const setFile = (name: string): string => `${name}.csv.gz`;

/** The set's usable cars in its fixed random order. Throws when the file is not in the folder. */
export function readSet(folder: string, name: string): BenchCar[] {
  const [floor, cap] = priceBounds[name] ?? otherBounds;
  const text = gunzipSync(readFileSync(join(folder, setFile(name))));
  const rows: Record<string, string>[] = parse(text, { columns: true });
  return rows
    .map(toCar)
    .filter(({ price, year, mileageKm, observedYear }) => {
      const isPriced = price >= floor && price <= cap;
      return (
        isPriced &&
        year !== null &&
        year >= 1970 &&
        year <= observedYear + 1 &&
        mileageKm !== null &&
        mileageKm <= 1e6
      );
    })
    .sort((one, other) => one.order - other.order);
}

/** Pool n, repeat k = training rows k·n … (k+1)·n: three repeats up to 2,000 rows, one above. */
export function takePools(training: BenchCar[], pool: string): BenchCar[][] {
  if (pool === 'full') return [training];
  const size = Number(pool);
  const repeats = Math.max(1, Math.min(size <= 2000 ? 3 : 1, Math.floor(training.length / size)));
  return Array.from({ length: repeats }, (_, repeat) => training.slice(repeat * size, (repeat + 1) * size));
}

type Baseline = { error: number; winkler: number };
/** Baselines by cell ("dk1-split-full") and method ("lgb", "cat" where it was measured, "ridge", "knn"). */
export type Reference = Map<string, Map<string, Baseline>>;

/** Reads REFERENCE.txt: a header of column names, then one line per cell and method. Missing file: no baselines. */
export function readReference(folder: string): Reference {
  const reference: Reference = new Map();
  let lines: string[];
  try {
    lines = readFileSync(join(folder, 'REFERENCE.txt'), 'utf8').split('\n');
  } catch {
    return reference;
  }
  const header = lines[0]!.trim().split(/\s+/);
  for (const line of lines.slice(1)) {
    const fields = line.trim().split(/\s+/);
    const [cell, method] = fields;
    if (!cell || !method) continue;
    const read = (name: string) => Number(fields[header.indexOf(name)]);
    const methods = reference.get(cell) ?? new Map<string, Baseline>();
    reference.set(cell, methods.set(method, { error: read('MdAPE'), winkler: read('winkler') }));
  }
  return reference;
}

export type Judged = { price: number; estimate: Estimate };

export type Score = {
  count: number;
  /** Median and mean absolute percentage error, and the one 90 % stay below. */
  error: number;
  meanError: number;
  error90: number;
  /** Median of log estimate over price. */
  bias: number;
  coverage: number;
  below: number;
  above: number;
  /** Mean Winkler score of the 80 % interval in log price: its width, plus ten times what a miss exceeds it by. */
  winkler: number;
  /** Least coverage among bins of near comparables with at least 60 cars; null when there is no such bin. */
  worstBinCoverage: number | null;
};

const intervalShare = 0.8;
const binStarts = [0, 1, 3, 6, 12];
const leastCarsInBin = 60;

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function covers({ price, estimate }: Judged): boolean {
  return price >= estimate.lowDkk && price <= estimate.highDkk;
}

function winklerOf({ price, estimate }: Judged): number {
  const [low, high, asked] = [Math.log(estimate.lowDkk), Math.log(estimate.highDkk), Math.log(price)];
  const missed = Math.max(0, low - asked) + Math.max(0, asked - high);
  return high - low + (2 / (1 - intervalShare)) * missed;
}

function worstBin(judged: Judged[]): number | null {
  const coverages = binStarts
    .map((start, bin) =>
      judged.filter(({ estimate }) => {
        const next = binStarts[bin + 1] ?? Number.POSITIVE_INFINITY;
        return estimate.comparableCount >= start && estimate.comparableCount < next;
      }),
    )
    .filter((cars) => cars.length >= leastCarsInBin)
    .map((cars) => mean(cars.map((car) => Number(covers(car)))));
  return coverages.length > 0 ? Math.min(...coverages) : null;
}

function scoreEstimates(judged: Judged[]): Score {
  const errors = judged.map(({ price, estimate }) => Math.abs(estimate.avgDkk / price - 1));
  const share = (is: (car: Judged) => boolean) => mean(judged.map((car) => Number(is(car))));
  return {
    count: judged.length,
    error: median(errors),
    meanError: mean(errors),
    error90: quantile(errors, 0.9),
    bias: median(judged.map(({ price, estimate }) => Math.log(estimate.avgDkk / price))),
    coverage: share(covers),
    below: share(({ price, estimate }) => price < estimate.lowDkk),
    above: share(({ price, estimate }) => price > estimate.highDkk),
    winkler: mean(judged.map(winklerOf)),
    worstBinCoverage: worstBin(judged),
  };
}

/** Field by field; a worst bin that is missing somewhere is left out of its mean. */
export function averageScores(scores: Score[]): Score {
  const over = (read: (score: Score) => number) => mean(scores.map(read));
  const bins = scores.map((score) => score.worstBinCoverage).filter((coverage) => coverage !== null);
  return {
    count: scores[0]?.count ?? 0,
    error: over((score) => score.error),
    meanError: over((score) => score.meanError),
    error90: over((score) => score.error90),
    bias: over((score) => score.bias),
    coverage: over((score) => score.coverage),
    below: over((score) => score.below),
    above: over((score) => score.above),
    winkler: over((score) => score.winkler),
    worstBinCoverage: bins.length > 0 ? mean(bins) : null,
  };
}

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

type TransferJudged = { price: number; rating: Rating };

function valueTest(
  pool: readonly BenchCar[],
  test: readonly BenchCar[],
  lent: LentMarket | null,
): TransferJudged[] {
  const askedYear = median(test.map((car) => car.observedYear));
  const model =
    lent || pool.length >= 20 ? fitModel(pool, { seed, version: 'bench', lent, askedYear }) : null;
  return test.map((car) => ({ price: car.price, rating: rateAsked(model, car, 1) }));
}

const isValued = ({ rating }: TransferJudged) =>
  rating.avgDkk !== null && !['uncertain', 'small_pool', 'few_comparables'].includes(rating.reason);

function summarise(judged: readonly TransferJudged[]): Pick<Transfer, 'rated' | 'error' | 'coverage'> {
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
