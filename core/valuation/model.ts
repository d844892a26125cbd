import type { ComparableColumns } from './comparables.ts';
import type { Figures } from './figures.ts';
import type { LentMarket } from './lent-market.ts';
import type { References } from './references.ts';
import type { Tree } from './tree.ts';
import type { TreeWords } from './tree-words.ts';

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
