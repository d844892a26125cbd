import { type ColumnMatrix, type DesignMatrix, emitFeatures, featureKey, turnToColumns } from './features.ts';
import { type MarketTime, movementLog } from './market-index.ts';
import type { References } from './references.ts';
import { median, roundTo } from './statistics.ts';
import type { Subject } from './subject.ts';

/**
 * Log price as a sum of shrunken coefficients. Each feature group has one prior variance, learnt from the data (empirical
 * Bayes, EM updates), so that a group that explains nothing vanishes without a search over penalties. Errors are Student-t
 * distributed: outliers get little weight, so that broken prices hardly affect the fit.
 */
export type HedonicFit = {
  intercept: number;
  coefficients: Float64Array;
  groupVariance: Float64Array;
  noiseVariance: number;
};

const degreesOfFreedom = 4;
const sweepsPerRound = 3;
const sweepsInLastRound = 12;
const startVariance = 0.05;

/** A fit in progress. */
type State = HedonicFit & {
  /** By chosen row. */
  caseWeights: Float64Array;
  /** By chosen row: the log price less its fit. */
  residuals: Float64Array;
  /** By chosen row: the case weight times the weight of its error under Student's t. */
  weights: Float64Array;
  /** By column: the weighted sum of its squared values. */
  curvature: Float64Array;
};

/**
 * Fits the chosen rows of the matrix to `logPrice` (indexed by matrix row). `start`: variances of an earlier fit, with
 * which fits of parts of the same pool need fewer rounds. `caseWeights` (by matrix row): how much each row counts.
 */
export function fitHedonic(
  matrix: DesignMatrix,
  logPrice: Float64Array,
  chosen: ArrayLike<number>,
  options: { rounds: number; start?: HedonicFit; caseWeights?: ArrayLike<number> },
): HedonicFit {
  const columns = turnToColumns(matrix, chosen);
  const prices = Float64Array.from(chosen, (row) => logPrice[row]!);
  const intercept = median(prices);
  const state: State = {
    intercept,
    coefficients: new Float64Array(matrix.keys.length),
    groupVariance:
      options.start?.groupVariance.slice() ?? new Float64Array(matrix.groups.length).fill(startVariance),
    noiseVariance: options.start?.noiseVariance ?? startVariance,
    caseWeights: Float64Array.from(chosen, (row) => options.caseWeights?.[row] ?? 1),
    residuals: prices.map((price) => price - intercept),
    weights: new Float64Array(prices.length),
    curvature: new Float64Array(matrix.keys.length),
  };
  for (let round = 1; round <= options.rounds; round++) {
    reweigh(state, columns);
    const sweeps = round === options.rounds ? sweepsInLastRound : sweepsPerRound;
    for (let sweep = 0; sweep < sweeps; sweep++) descend(state, columns, matrix.groupOf);
    updateVariances(state, columns, matrix.groupOf);
  }
  const { coefficients, groupVariance, noiseVariance } = state;
  return { intercept: state.intercept, coefficients, groupVariance, noiseVariance };
}

/** Computes the weight of each row from its residual, and the curvature of each column from the weights. */
function reweigh(state: State, { start, rows, values }: ColumnMatrix): void {
  const { caseWeights, residuals, weights, curvature, noiseVariance } = state;
  for (let row = 0; row < residuals.length; row++) {
    const trust = (degreesOfFreedom + 1) / (degreesOfFreedom + residuals[row]! ** 2 / noiseVariance);
    weights[row] = caseWeights[row]! * trust;
  }
  for (let column = 0; column < curvature.length; column++) {
    let sum = 0;
    for (let i = start[column]!; i < start[column + 1]!; i++)
      sum += weights[rows[i]!]! * values[i]! * values[i]!;
    curvature[column] = sum;
  }
}

/** One pass of coordinate descent over the intercept and every coefficient. */
function descend(state: State, { start, rows, values }: ColumnMatrix, groupOf: Int32Array): void {
  const { residuals, weights, curvature, coefficients } = state;
  let weighted = 0;
  let total = 0;
  for (let row = 0; row < residuals.length; row++) {
    weighted += weights[row]! * residuals[row]!;
    total += weights[row]!;
  }
  const shift = weighted / total;
  state.intercept += shift;
  for (let row = 0; row < residuals.length; row++) residuals[row]! -= shift;
  for (let column = 0; column < coefficients.length; column++) {
    const from = start[column]!;
    const to = start[column + 1]!;
    if (from === to) continue;
    let pull = 0;
    for (let i = from; i < to; i++) pull += weights[rows[i]!]! * values[i]! * residuals[rows[i]!]!;
    const penalty = state.noiseVariance / state.groupVariance[groupOf[column]!]!;
    const before = coefficients[column]!;
    const after = (pull + curvature[column]! * before) / (curvature[column]! + penalty);
    coefficients[column] = after;
    const change = after - before;
    for (let i = from; i < to; i++) residuals[rows[i]!]! -= change * values[i]!;
  }
}

/** EM step with a diagonal posterior: a group's variance is the mean of its squared coefficients plus their uncertainty. */
function updateVariances(state: State, { start }: ColumnMatrix, groupOf: Int32Array): void {
  const { caseWeights, residuals, weights, curvature, coefficients, groupVariance } = state;
  const squares = new Float64Array(groupVariance.length);
  const counts = new Float64Array(groupVariance.length);
  let freedomUsed = 1;
  for (let column = 0; column < coefficients.length; column++) {
    if (start[column] === start[column + 1]) continue;
    const group = groupOf[column]!;
    const penalty = state.noiseVariance / groupVariance[group]!;
    squares[group]! += coefficients[column]! ** 2 + state.noiseVariance / (curvature[column]! + penalty);
    counts[group]! += 1;
    freedomUsed += curvature[column]! / (curvature[column]! + penalty);
  }
  let squaredError = 0;
  for (let row = 0; row < residuals.length; row++) squaredError += weights[row]! * residuals[row]! ** 2;
  // The diagonal posterior overstates the degrees of freedom of correlated features: half of it is used, but at least 30 %
  // of the rows.
  const rowCount = caseWeights.reduce((sum, weight) => sum + weight, 0);
  state.noiseVariance = Math.max(1e-4, squaredError / Math.max(rowCount * 0.3, rowCount - freedomUsed * 0.5));
  for (let group = 0; group < groupVariance.length; group++) {
    if (counts[group] === 0) continue;
    groupVariance[group] = Math.min(4, Math.max(1e-6, (squares[group]! + 1e-4) / (counts[group]! + 0.1)));
  }
}

export function predictRow(matrix: DesignMatrix, fit: HedonicFit, row: number): number {
  let sum = fit.intercept;
  for (let i = matrix.rowStart[row]!; i < matrix.rowStart[row + 1]!; i++) {
    sum += fit.coefficients[matrix.columns[i]!]! * matrix.values[i]!;
  }
  return sum;
}

/** A hedonic price as it is stored: a log price is a sum of these coefficients. */
export type HedonicPrice = {
  references: References;
  intercept: number;
  /** By `group|level`; 0 if absent. */
  coefficients: Record<string, number>;
};

export const coefficientDecimals = 4;

export function sumHedonic({ references, intercept, coefficients }: HedonicPrice, subject: Subject): number {
  let sum = intercept;
  emitFeatures(subject, references, (group, level, value) => {
    if (value !== 0) sum += (coefficients[featureKey(group, level)] ?? 0) * value;
  });
  return sum;
}

export function nameCoefficients(matrix: DesignMatrix, coefficients: Float64Array): Record<string, number> {
  return Object.fromEntries(matrix.keys.map((key, column) => [key, coefficients[column]!]));
}

/** Coefficients rounded for storage, without those that round to zero. */
export function compactCoefficients(coefficients: Record<string, number>): Record<string, number> {
  const rounded = Object.entries(coefficients).map(([key, value]): [string, number] => [
    key,
    roundTo(value, coefficientDecimals),
  ]);
  return Object.fromEntries(rounded.filter(([, coefficient]) => coefficient !== 0));
}

const roundsOnAll = 14;
const roundsPerFold = 6;

/** The hedonic fit of the whole pool, and one per fold that saw only the other folds. */
export type FoldedHedonic = {
  all: HedonicFit;
  byFold: HedonicFit[];
  /** Each row's log price by the fit that did not see it. */
  heldBackLogs: Float64Array;
  /** Log errors of every row under the fit of all rows, and under each fold's fit. */
  errorsOfAll: Float64Array;
  errorsByFold: Float64Array[];
};

/** Cross-validation: fits all rows, and for each fold the rows outside it. */
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
 * Like `fitInFolds`, for a pool with a lent market: the fit learns what the lent market's log prices (`lentLogs`, per row) do not
 * explain, so that shrinkage pulls towards the lent market instead of zero.
 */
export function fitBeside(
  lentLogs: Float64Array,
  matrix: DesignMatrix,
  logPrice: Float64Array,
  folds: Int32Array,
  foldCount: number,
  caseWeights?: ArrayLike<number>,
): FoldedHedonic {
  const unexplained = logPrice.map((price, row) => price - lentLogs[row]!);
  const fit = fitInFolds(matrix, unexplained, folds, foldCount, caseWeights);
  return { ...fit, heldBackLogs: fit.heldBackLogs.map((log, row) => log + lentLogs[row]!) };
}

/**
 * The movement of the market until each row's day, as a log, by the fit that did not see the row. It corrects the prices of
 * trees, which know no dates.
 */
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
