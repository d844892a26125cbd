import { type DesignMatrix, featureKey } from './design-matrix.ts';
import { fitHedonic, type HedonicFit, predictRow } from './hedonic.ts';
import { type MarketTime, movementLog } from './market-index.ts';
import type { Subject } from './subject.ts';

const roundsOnAll = 14;
const roundsPerFold = 6;

/** The hedonic fit of the whole pool, and one per fold that saw only the other folds. */
export type FoldedHedonic = {
  all: HedonicFit;
  byFold: HedonicFit[];
  /** Each row's log price by the fit that did not see it. */
  heldBackLogs: Float64Array;
  /** Log errors of every row under the fit of all, and under each fold's fit. */
  errorsOfAll: Float64Array;
  errorsByFold: Float64Array[];
};

export function fitInFolds(
  matrix: DesignMatrix,
  logPrice: Float64Array,
  folds: Int32Array,
  foldCount: number,
  caseWeights?: ArrayLike<number>,
): FoldedHedonic {
  const rows = Int32Array.from(logPrice, (_, row) => row);
  const all = fitHedonic(matrix, logPrice, rows, { rounds: roundsOnAll, caseWeights });
  const byFold = Array.from({ length: foldCount }, (_, fold) => {
    const outside = rows.filter((row) => folds[row] !== fold);
    return fitHedonic(matrix, logPrice, outside, { rounds: roundsPerFold, start: all, caseWeights });
  });
  const errorsOf = (fit: HedonicFit) => logPrice.map((price, row) => price - predictRow(matrix, fit, row));
  const errorsByFold = byFold.map(errorsOf);
  return {
    all,
    byFold,
    heldBackLogs: logPrice.map((price, row) => price - errorsByFold[folds[row]!]![row]!),
    errorsOfAll: errorsOf(all),
    errorsByFold,
  };
}

/**
 * The same for a pool that a lent market stands behind: learnt is what the market's own log prices (`lentLogs`, per row)
 * leave over. Shrinkage then draws towards the lent market and not towards nothing.
 */
export function fitBeside(
  lentLogs: Float64Array,
  matrix: DesignMatrix,
  logPrice: Float64Array,
  folds: Int32Array,
  foldCount: number,
  caseWeights?: ArrayLike<number>,
): FoldedHedonic {
  const left = logPrice.map((price, row) => price - lentLogs[row]!);
  const fit = fitInFolds(matrix, left, folds, foldCount, caseWeights);
  return { ...fit, heldBackLogs: fit.heldBackLogs.map((log, row) => log + lentLogs[row]!) };
}

/** How the market moved until each row's day, by the fit that did not see the row: the second opinion knows no days. */
export function heldBackMovement(
  subjects: readonly Subject[],
  time: MarketTime,
  matrix: DesignMatrix,
  { byFold }: FoldedHedonic,
  folds: Int32Array,
): number[] {
  const columnOf = new Map(matrix.keys.map((key, column) => [key, column]));
  return subjects.map((subject, row) => {
    const { coefficients } = byFold[folds[row]!]!;
    return movementLog(
      subject,
      time,
      (group, level) => coefficients[columnOf.get(featureKey(group, level)) ?? -1] ?? 0,
    );
  });
}
