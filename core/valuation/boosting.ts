import type { BinnedFeatures } from './histogram.ts';
import { randomSequence } from './random.ts';
import { robustDeviation } from './statistics.ts';
import { growTree, type Tree, type TreeSettings } from './tree.ts';

export type BoostSettings = TreeSettings & {
  rate: number;
  rounds: number;
  /** Errors beyond this many robust deviations pull no harder (Huber). */
  clipDeviations: number;
  /** With held-back rows: stop when this many rounds brought nothing. */
  patience: number;
  seed: number;
};

const rowShare = 0.8;
const featureShare = 0.7;
const deviationSampleSize = 2048;

type Boosted = { trees: Tree[]; fitted: Float64Array; bestRounds: number };

/**
 * Boosted trees for `target` on `rows`. With `heldBack` the number of rounds is the one with the least absolute error
 * there; `fitted` then holds that round's values for the held-back rows.
 */
export function boost(
  binned: BinnedFeatures,
  target: Float64Array,
  rows: Int32Array,
  settings: BoostSettings,
  heldBack: Int32Array | null = null,
): Boosted {
  const random = randomSequence(settings.seed);
  const fitted = new Float64Array(target.length);
  const best = {
    error: heldBack ? meanAbsoluteError(target, fitted, heldBack) : Number.POSITIVE_INFINITY,
    rounds: 0,
  };
  let bestFitted = fitted.slice();
  const trees: Tree[] = [];
  for (let round = 1; round <= settings.rounds; round++) {
    const tree = growTree({
      binned,
      settings,
      rate: settings.rate,
      target: clippedErrors(target, fitted, rows, settings.clipDeviations),
      rows: sampleRows(rows, random),
      features: sampleFeatures(binned.columns.length, random),
    });
    trees.push(tree);
    addTree(tree, binned, rows, fitted);
    if (!heldBack) continue;
    addTree(tree, binned, heldBack, fitted);
    const error = meanAbsoluteError(target, fitted, heldBack);
    if (error < best.error - 1e-7) {
      Object.assign(best, { error, rounds: round });
      bestFitted = fitted.slice();
    } else if (round - best.rounds > settings.patience) break;
  }
  return heldBack
    ? { trees: trees.slice(0, best.rounds), fitted: bestFitted, bestRounds: best.rounds }
    : { trees, fitted, bestRounds: trees.length };
}

function sampleRows(rows: Int32Array, random: () => number): Int32Array {
  const chosen = new Int32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) if (random() < rowShare) chosen[count++] = rows[i]!;
  return chosen.subarray(0, count);
}

function sampleFeatures(count: number, random: () => number): number[] {
  const chosen = Array.from({ length: count }, (_, feature) => feature).filter(() => random() < featureShare);
  return chosen.length > 0 ? chosen : [0];
}

function meanAbsoluteError(target: Float64Array, fitted: Float64Array, rows: Int32Array): number {
  let sum = 0;
  for (const row of rows) sum += Math.abs(target[row]! - fitted[row]!);
  return sum / Math.max(1, rows.length);
}

function clippedErrors(
  target: Float64Array,
  fitted: Float64Array,
  rows: Int32Array,
  clipDeviations: number,
): Float64Array {
  const errors = new Float64Array(target.length);
  for (let i = 0; i < rows.length; i++) errors[rows[i]!] = target[rows[i]!]! - fitted[rows[i]!]!;
  const step = Math.max(1, Math.floor(rows.length / deviationSampleSize));
  const sample = new Float64Array(Math.ceil(rows.length / step));
  for (let i = 0; i < sample.length; i++) sample[i] = errors[rows[i * step]!]!;
  const limit = clipDeviations * robustDeviation(sample) + 1e-6;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    errors[row] = Math.max(-limit, Math.min(limit, errors[row]!));
  }
  return errors;
}

function addTree(tree: Tree, binned: BinnedFeatures, rows: Int32Array, fitted: Float64Array): void {
  const { feature, threshold, left, right, value } = tree;
  const bins = feature.map((chosen, node) => (chosen < 0 ? 0 : binLimit(binned, chosen, threshold[node]!)));
  const columns = feature.map((chosen) => binned.columns[chosen]);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    let node = 0;
    for (let column = columns[0]; column; column = columns[node])
      node = column[row]! > bins[node]! ? right[node]! : left[node]!;
    fitted[row]! += value[node]!;
  }
}

/** The last bin that goes left, read back from the threshold. */
function binLimit(binned: BinnedFeatures, feature: number, threshold: number): number {
  return binned.cuts[feature]!.indexOf(threshold) + 1;
}
