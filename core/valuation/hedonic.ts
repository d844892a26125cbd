import { type ColumnMatrix, type DesignMatrix, turnToColumns } from './design-matrix.ts';
import { median } from './statistics.ts';

/**
 * Log price as a sum of shrunken coefficients. Each feature group is given one prior variance, learnt from the data
 * (empirical Bayes, EM updates), so that a group that explains nothing vanishes without a search over penalties.
 * Errors are Student-t: a row far off the curve gets little weight, so broken prices hardly bend it.
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

type State = HedonicFit & {
  caseWeights: Float64Array;
  residuals: Float64Array;
  weights: Float64Array;
  curvature: Float64Array;
};

/**
 * Fits the chosen rows of the matrix to `logPrice` (indexed by matrix row). `start` gives variances of an earlier fit:
 * fits of parts of the same pool then need fewer rounds. `caseWeights` (by matrix row too): how much each row counts.
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
  // The diagonal posterior overstates the freedom used by correlated features: half of it, and never below 30 % of the rows.
  const rowCount = caseWeights.reduce((sum, weight) => sum + weight, 0);
  state.noiseVariance = Math.max(1e-4, squaredError / Math.max(rowCount * 0.3, rowCount - freedomUsed * 0.5));
  for (let group = 0; group < groupVariance.length; group++) {
    if (counts[group] === 0) continue;
    groupVariance[group] = Math.min(4, Math.max(1e-6, (squares[group]! + 1e-4) / (counts[group]! + 0.1)));
  }
}

/** Fitted log price of one matrix row. */
export function predictRow(matrix: DesignMatrix, fit: HedonicFit, row: number): number {
  let sum = fit.intercept;
  for (let i = matrix.rowStart[row]!; i < matrix.rowStart[row + 1]!; i++) {
    sum += fit.coefficients[matrix.columns[i]!]! * matrix.values[i]!;
  }
  return sum;
}
