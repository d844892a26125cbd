import { carMakes } from '#core/marketplaces/ad/makes.ts';
import { once } from '#core/shared.ts';
import type { ComparableColumns } from './evidence.ts';
import { foldName } from './features.ts';
import type { LentMarket } from './lent-market.ts';
import type { References } from './references.ts';
import { median, quantile, roundTo } from './statistics.ts';
import type { Tree, TreeWords } from './tree.ts';

/** Logs of single cars are kept to a thousandth: a tenth of a percent of a price. */
export const logDecimals = 3;

/** A fitted valuation. Prices are in the pool's currency; everything else is in log price. How it is kept: `stored-model.ts`. */
export type Model = {
  format: 1;
  version: string;
  seed: number;
  /** Cars learnt from, after unusable and repeated ones were left out. */
  poolSize: number;
  /** Median absolute percentage error on held-back cars (0.06 = 6 %). */
  heldBackError: number;
  references: References;
  intercept: number;
  /** Hedonic coefficients by `group|level`; absent means 0. */
  coefficients: Record<string, number>;
  comparables: ComparableColumns;
  /** Per pool car: asking price, log error of the hedonic fit, and what the folds that did not see the car said of it. */
  prices: number[];
  fitErrors: number[];
  heldBackLogs: number[];
  heldBackSpreads: number[];
  /** The words that the trees ask for; models of before ask for none. */
  treeWords?: TreeWords;
  /**
   * How far the worth of an ad's words lies from what is usual for its model (a standard deviation of log price): what is
   * unknown of a car whose ad leaves them out. 0 where the pool holds such ads, whose scatter is then known.
   */
  textDeviation?: number;
  /** Correct the hedonic log price; empty when they did not help. */
  correctionTrees: Tree[];
  /** Trees on the log price itself, less the intercept, and their weight in the blend with the corrected hedonic price. */
  secondOpinion: { share: number; trees: Tree[] };
  /** Log of how far asking prices of such cars scatter, relative to the pool's. */
  spreadTrees: Tree[];
  /** Interval in units of the spread, by the least number of near comparables, descending. */
  bands: Band[];
  /** How well it values the pool's cars; models of before, and those of hardly any car, do not say. */
  figures?: Figures | null;
  /** The market that the coefficients depart from; models of before have none. */
  lent?: LentMarket | null;
  /** Where the pool is too small to know its own scatter the lent market's serves, and these are in doubt (standard deviations of log price). */
  doubt?: LentDoubt | null;
};

/** `departure`: kinds of cars beside the factor between the two markets; `factor`: that factor itself. */
export type LentDoubt = { departure: number; factor: number };

export type Band = { leastNear: number; low: number; high: number };

/**
 * Held-back scores of two fits differ by chance even when nothing got worse: a candidate is refused only when it is
 * worse by more than two standard errors of a median over its pool.
 */
export function isBetterOrEqual(candidate: Model, current: Model): boolean {
  const allowance = 2 * (1.25 / Math.sqrt(Math.max(1, candidate.poolSize)));
  return candidate.heldBackError <= current.heldBackError * (1 + allowance);
}

const tailShare = 0.1;
const leastRowsPerBand = 150;
/** A pool with more broken ads than this is itself broken, and says nothing of those to come. */
const mostLeftOut = 0.02;
const nearCountSteps = [12, 6, 3, 1, 0];

/**
 * Two-sided conformal interval (Romano et al. 2019, split by group): the 10 % and 90 % quantiles of held-back errors in
 * units of the spread, apart for cars with many and with few near comparables. A step with too few rows to tell is
 * merged with the next one below; the last takes what is left, and with too few of its own also the band above.
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
 * The tail is a little thinner than 10 % in a small sample: the new car counts as one of the sample's. Ads that were left
 * out as broken lie outside of any interval, half of them on either side, and there will be more of their kind.
 */
function toBand(leastNear: number, scores: readonly number[], leftOutShare: number): Band {
  const leftOut = Math.min(leftOutShare, mostLeftOut);
  const tail = tailShare * (1 + leftOut) - leftOut / 2;
  const share = (tail * scores.length) / (scores.length + 1);
  return { leastNear, low: quantile(scores, share), high: quantile(scores, 1 - share) };
}

/**
 * One interval for a small pool, whose tails are those of few cars: each is taken as much thinner as its share may be
 * wrong by chance (one standard error).
 */
export function cautiousBand(scores: Float64Array): Band {
  const count = scores.length;
  const error = Math.sqrt((tailShare * (1 - tailShare)) / count);
  const share = Math.max(0, (tailShare * count) / (count + 1) - error);
  return { leastNear: 0, low: quantile(scores, share), high: quantile(scores, 1 - share) };
}

export function bandFor(bands: readonly Band[], nearCount: number): Band {
  return bands.find((band) => nearCount >= band.leastNear) ?? bands[bands.length - 1]!;
}

/** Where the bands of the published figures begin: years of age, and kroner asked for. */
export const ageStarts: readonly number[] = [0, 2, 4, 7, 11, 16];
export const priceStarts: readonly number[] = [0, 50_000, 100_000, 200_000, 400_000];

export const figureGroups = ['make', 'age', 'price'] as const;
export type FigureGroup = (typeof figureGroups)[number];

/** How well some cars of the pool were valued by folds that did not see them. */
export type Figure = {
  cars: number;
  /** Median absolute percentage error (0.06 = 6 %), and the share of cars that asked a price within their interval. */
  error: number;
  coverage: number;
};
/** `name`: a make, or where a band of ages or prices begins (`ageStarts`, `priceStarts`). */
export type FigureRow = Figure & { group: FigureGroup; name: string };
export type Figures = { all: Figure; rows: FigureRow[] };

/** Fewer cars tell nothing of their make or band. */
const leastCars = 30;

const startOf = (starts: readonly number[], value: number) =>
  String(starts.findLast((start) => value >= start) ?? starts[0]);
const makeNames = once(() => new Map(carMakes().map(({ name }) => [foldName(name), name])));

/** `nearCounts` of each pool car are those by which its interval was drawn. */
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
