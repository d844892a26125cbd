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
  /** Each tree is grown on these shares of the rows and of the features, drawn anew. */
  rowShare: number;
  featureShare: number;
};

const deviationSampleSize = 2048;

/**
 * Boosting for `target` on `rows`, a tree at a time: each tree corrects what those before it left. A row that counts half
 * (`caseWeights`, by row) is drawn half as often.
 */
export function boosting(
  binned: BinnedFeatures,
  target: Float64Array,
  rows: Int32Array,
  settings: BoostSettings,
  caseWeights?: ArrayLike<number>,
): () => Tree {
  const random = randomSequence(settings.seed);
  const fitted = new Float64Array(target.length);
  return () => {
    const tree = growTree({
      binned,
      settings,
      rate: settings.rate,
      target: clippedErrors(target, fitted, rows, settings.clipDeviations),
      rows: sampleRows(rows, settings.rowShare, random, caseWeights),
      features: sampleFeatures(binned.columns.length, settings.featureShare, random),
    });
    addTree(tree, binned, rows, fitted);
    return tree;
  };
}

export function boost(
  binned: BinnedFeatures,
  target: Float64Array,
  rows: Int32Array,
  settings: BoostSettings,
  caseWeights?: ArrayLike<number>,
): Tree[] {
  const nextTree = boosting(binned, target, rows, settings, caseWeights);
  return Array.from({ length: settings.rounds }, nextTree);
}

function sampleRows(
  rows: Int32Array,
  share: number,
  random: () => number,
  caseWeights?: ArrayLike<number>,
): Int32Array {
  const chosen = new Int32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++)
    if (random() < share * (caseWeights?.[rows[i]!] ?? 1)) chosen[count++] = rows[i]!;
  return chosen.subarray(0, count);
}

function sampleFeatures(count: number, share: number, random: () => number): number[] {
  const chosen = Array.from({ length: count }, (_, feature) => feature).filter(() => random() < share);
  return chosen.length > 0 ? chosen : [0];
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

/** Adds the tree's value to that of each row. */
export function addTree(tree: Tree, binned: BinnedFeatures, rows: Int32Array, fitted: Float64Array): void {
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
