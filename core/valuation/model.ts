import { carMakes } from '#core/marketplaces/ad/makes.ts';
import { once } from '#core/shared.ts';
import type { ComparableColumns } from './evidence.ts';
import { foldName } from './features.ts';
import type { LentMarket } from './lent-market.ts';
import type { References } from './references.ts';
import { median, quantile, roundTo } from './statistics.ts';
import type { Tree, TreeWords } from './tree.ts';

/** Log prices of single cars are rounded to a thousandth, a tenth of a percent of a price. */
export const logDecimals = 3;

/**
 * A fitted valuation. Prices are in the pool's currency; everything else is in log price. Stored as described in
 * `stored-model.ts`.
 */
export type Model = {
  format: 1;
  version: string;
  seed: number;
  /** Number of cars it was trained on, without unusable and repeated ones. */
  poolSize: number;
  /** Median absolute percentage error on held-back cars (0.06 = 6 %). */
  heldBackError: number;
  references: References;
  intercept: number;
  /** Hedonic coefficients by `group|level`; absent means 0. */
  coefficients: Record<string, number>;
  comparables: ComparableColumns;
  /**
   * For each pool car: the asking price, the log error of the hedonic fit, and the prediction of the folds that did not see
   * it.
   */
  prices: number[];
  fitErrors: number[];
  heldBackLogs: number[];
  heldBackSpreads: number[];
  /** The words that the trees use; older models use none. */
  treeWords?: TreeWords;
  /**
   * Standard deviation, in log price, of the worth of an ad's words within a model: the uncertainty of a car whose ad lacks
   * them. 0 if the pool has such ads, whose scatter is then known.
   */
  textDeviation?: number;
  /** Trees that correct the hedonic log price; empty if they did not help. */
  correctionTrees: Tree[];
  /** Trees on the log price itself, minus the intercept, and their weight in the mean with the corrected hedonic price. */
  secondOpinion: { share: number; trees: Tree[] };
  /** Trees on the log of the scatter of such cars' asking prices, relative to the pool's. */
  spreadTrees: Tree[];
  /** Intervals in units of the scatter, by minimum number of near comparables, descending. */
  bands: Band[];
  /** The accuracy on the pool's cars; missing in older models and for tiny pools. */
  figures?: Figures | null;
  /** The lent market that the coefficients are relative to; older models have none. */
  lent?: LentMarket | null;
  /**
   * If the pool is too small to know its own scatter, the lent market's is used with this uncertainty (standard deviations
   * of log price).
   */
  doubt?: LentDoubt | null;
};

/** `departure`: of kinds of cars from the factor between the two markets; `factor`: of that factor itself. */
export type LentDoubt = { departure: number; factor: number };

export type Band = { leastNear: number; low: number; high: number };

/**
 * Held-back errors of two fits differ by chance. A candidate is rejected only if it is worse by more than two standard
 * errors of a median over its pool.
 */
export function isBetterOrEqual(candidate: Model, current: Model): boolean {
  const allowance = 2 * (1.25 / Math.sqrt(Math.max(1, candidate.poolSize)));
  return candidate.heldBackError <= current.heldBackError * (1 + allowance);
}

const tailShare = 0.1;
const leastRowsPerBand = 150;
/** If more ads than this are broken, the pool itself is broken and says nothing about future ads. */
const mostLeftOut = 0.02;
const nearCountSteps = [12, 6, 3, 1, 0];

/**
 * A two-sided conformal interval (Romano et al. 2019, split by group): the 10 % and 90 % quantiles of held-back errors in
 * units of the scatter, separately for cars with many and few near comparables. A group with too few rows is merged with the
 * next lower one; the last one takes the rest and, if still too small, the group above.
 */
export function calibrateBands(
  scores: Float64Array,
  nearCounts: ArrayLike<number>,
  leftOutShare = 0,
): Band[] {
  const bands: Band[] = [];
  let waiting: number[] = [];
  let lastGroup: number[] = [];
  let above = Number.POSITIVE_INFINITY;
  for (const leastNear of nearCountSteps) {
    scores.forEach((score, row) => {
      if (nearCounts[row]! >= leastNear && nearCounts[row]! < above) waiting.push(score);
    });
    above = leastNear;
    if (waiting.length < leastRowsPerBand && leastNear > 0) continue;
    if (waiting.length < leastRowsPerBand) waiting = waiting.concat(lastGroup);
    bands.push(toBand(leastNear, waiting, leftOutShare));
    lastGroup = waiting;
    waiting = [];
  }
  return bands;
}

/**
 * In a small sample the tails are slightly below 10 %, because the new car counts as part of the sample. Ads that were left
 * out as broken are outside any interval, half on each side, and future ads will include such ones.
 */
function toBand(leastNear: number, scores: readonly number[], leftOutShare: number): Band {
  const leftOut = Math.min(leftOutShare, mostLeftOut);
  const tail = tailShare * (1 + leftOut) - leftOut / 2;
  const share = (tail * scores.length) / (scores.length + 1);
  return { leastNear, low: quantile(scores, share), high: quantile(scores, 1 - share) };
}

/** One interval for a small pool, whose tails contain few cars: each tail is reduced by one standard error of its share. */
export function cautiousBand(scores: Float64Array): Band {
  const count = scores.length;
  const error = Math.sqrt((tailShare * (1 - tailShare)) / count);
  const share = Math.max(0, (tailShare * count) / (count + 1) - error);
  return { leastNear: 0, low: quantile(scores, share), high: quantile(scores, 1 - share) };
}

export function bandFor(bands: readonly Band[], nearCount: number): Band {
  return bands.find((band) => nearCount >= band.leastNear) ?? bands[bands.length - 1]!;
}

/** The lower ends of the published groups: years of age, and price in DKK. */
export const ageStarts: readonly number[] = [0, 2, 4, 7, 11, 16];
export const priceStarts: readonly number[] = [0, 50_000, 100_000, 200_000, 400_000];

export const figureGroups = ['make', 'age', 'price'] as const;
export type FigureGroup = (typeof figureGroups)[number];

/** The accuracy on some of the pool's cars, valued by folds that did not see them. */
export type Figure = {
  cars: number;
  /** Median absolute percentage error (0.06 = 6 %), and the share of cars whose price is within their interval. */
  error: number;
  coverage: number;
};
/** `name`: a make, or the lower end of a group of ages or prices (`ageStarts`). */
export type FigureRow = Figure & { group: FigureGroup; name: string };
export type Figures = { all: Figure; rows: FigureRow[] };

/** Smaller groups get no figure. */
const leastCars = 30;

const startOf = (starts: readonly number[], value: number) =>
  String(starts.findLast((start) => value >= start) ?? starts[0]);
const makeNames = once(() => new Map(carMakes().map(({ name }) => [foldName(name), name])));

/** `nearCounts`: for each pool car, the number of near comparables by which its interval was chosen. */
export function measureFigures(
  model: Pick<Model, 'prices' | 'heldBackLogs' | 'heldBackSpreads' | 'bands' | 'comparables'>,
  nearCounts: readonly number[],
): Figures {
  const { prices, heldBackLogs, heldBackSpreads, bands, comparables } = model;
  const errors = prices.map((price, row) => Math.log(price) - heldBackLogs[row]!);
  const isInside = (row: number) => {
    const { low, high } = bandFor(bands, nearCounts[row]!);
    const score = errors[row]! / Math.exp(heldBackSpreads[row]!);
    return score >= Math.min(0, low) && score <= Math.max(0, high);
  };
  const figure = (rows: readonly number[]): Figure => ({
    cars: rows.length,
    error: roundTo(median(rows.map((row) => Math.abs(Math.exp(-errors[row]!) - 1))), 4),
    coverage: roundTo(rows.filter(isInside).length / rows.length, 4),
  });
  const makeOf: string[] = [];
  for (const [name, rows] of Object.entries(comparables.rowsByModel)) {
    const make = name.slice(0, name.indexOf('/'));
    for (const row of rows) makeOf[row] = makeNames().get(make) ?? make;
  }
  const nameOf: Record<FigureGroup, (row: number) => string> = {
    make: (row) => makeOf[row]!,
    age: (row) => startOf(ageStarts, comparables.ageYears[row]!),
    price: (row) => startOf(priceStarts, prices[row]!),
  };
  const every = [...prices.keys()];
  const rows = figureGroups.flatMap((group) =>
    [...Map.groupBy(every, nameOf[group])]
      .filter(([, own]) => own.length >= leastCars)
      .map(([name, own]): FigureRow => ({ group, name, ...figure(own) })),
  );
  return { all: figure(every), rows };
}
