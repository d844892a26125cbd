import { randomSequence, robustDeviation } from './statistics.ts';
import { type BinnedFeatures, growTree, type Tree, type TreeSettings } from './tree.ts';

export type BoostSettings = TreeSettings & {
  rate: number;
  rounds: number;
  /** Errors larger than this many robust deviations are clipped to it (Huber). */
  clipDeviations: number;
  /** With held-back rows: stop after this many rounds without improvement. */
  patience: number;
  seed: number;
  /** Each tree is grown on a new random sample of this share of the rows and of the features. */
  rowShare: number;
  featureShare: number;
};

const deviationSampleSize = 2048;

/**
 * Gradient boosting for `target` on `rows`; each call returns the next tree, which corrects the errors of the earlier ones.
 * A row with half the weight (`caseWeights`, by row) is sampled half as often.
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

/** Adds the tree's prediction to each row's. */
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

/** The last bin that goes left, derived from the threshold. */
function binLimit(binned: BinnedFeatures, feature: number, threshold: number): number {
  return binned.cuts[feature]!.indexOf(threshold) + 1;
}

export type FoldedBoost = {
  /** Each row's prediction by trees that did not see it. */
  heldBack: Float64Array;
  /** Mean absolute error on held-back rows. */
  error: number;
  rounds: number;
};

function meanAbsoluteError(
  target: Float64Array,
  fitted: Float64Array,
  caseWeights?: ArrayLike<number>,
): number {
  let sum = 0;
  let total = 0;
  for (let row = 0; row < target.length; row++) {
    const weight = caseWeights?.[row] ?? 1;
    sum += weight * Math.abs(target[row]! - fitted[row]!);
    total += weight;
  }
  return total > 0 ? sum / total : 0;
}

/**
 * Boosts once per fold, holding back each fold in turn. All folds advance together and stop at the same round, the best for
 * all held-back rows at once. Stopping each fold at its own best round would make its errors look too small.
 */
export function boostInFolds(
  binned: BinnedFeatures,
  target: Float64Array,
  folds: Int32Array,
  foldCount: number,
  settings: BoostSettings,
  caseWeights?: ArrayLike<number>,
): FoldedBoost {
  const rows = Int32Array.from(target, (_, row) => row);
  const runs = Array.from({ length: foldCount }, (_, fold) => ({
    inside: rows.filter((row) => folds[row] === fold),
    nextTree: boosting(
      binned,
      target,
      rows.filter((row) => folds[row] !== fold),
      { ...settings, seed: settings.seed + fold },
      caseWeights,
    ),
  }));
  const heldBack = new Float64Array(target.length);
  let best: FoldedBoost = {
    heldBack: heldBack.slice(),
    error: meanAbsoluteError(target, heldBack, caseWeights),
    rounds: 0,
  };
  for (let rounds = 1; rounds <= settings.rounds; rounds++) {
    for (const { inside, nextTree } of runs) addTree(nextTree(), binned, inside, heldBack);
    const error = meanAbsoluteError(target, heldBack, caseWeights);
    if (error < best.error - 1e-7) best = { heldBack: heldBack.slice(), error, rounds };
    else if (rounds - best.rounds > settings.patience) break;
  }
  return best;
}

/** The final trees, trained on every row; several runs with different random samples are averaged into one list. */
export function boostOnAll(
  binned: BinnedFeatures,
  target: Float64Array,
  settings: BoostSettings,
  repeats: number,
  caseWeights?: ArrayLike<number>,
): Tree[] {
  const rows = Int32Array.from(target, (_, row) => row);
  return Array.from({ length: repeats }, (_, repeat) =>
    boost(binned, target, rows, { ...settings, seed: settings.seed + 100 + repeat }, caseWeights),
  )
    .flat()
    .map((tree) => ({ ...tree, value: tree.value.map((value) => value / repeats) }));
}

/** Trees as columns of nodes, which are evaluated several times faster than one list per tree. */
type Forest = {
  roots: Int32Array;
  /** −1 for a leaf. */
  features: Int16Array;
  /** The threshold of a node, or the value of a leaf. */
  numbers: Float64Array;
  /** Indexes of nodes in the forest. */
  left: Int32Array;
  right: Int32Array;
};

/** Built when the trees are first used and cached, because a model values many cars. */
const forests = new WeakMap<readonly Tree[], Forest>();

function plant(trees: readonly Tree[]): Forest {
  const roots = new Int32Array(trees.length);
  let count = 0;
  trees.forEach((tree, place) => {
    roots[place] = count;
    count += tree.feature.length;
  });
  const forest: Forest = {
    roots,
    features: new Int16Array(count),
    numbers: new Float64Array(count),
    left: new Int32Array(count),
    right: new Int32Array(count),
  };
  trees.forEach(({ feature, threshold, left, right, value }, place) => {
    const root = roots[place]!;
    feature.forEach((chosen, node) => {
      forest.features[root + node] = chosen;
      forest.numbers[root + node] = chosen < 0 ? value[node]! : threshold[node]!;
      forest.left[root + node] = root + left[node]!;
      forest.right[root + node] = root + right[node]!;
    });
  });
  return forest;
}

/** The sum of the trees' values for a row. A row goes left if its value is missing or below the threshold. */
export function sumTrees(trees: readonly Tree[], row: ArrayLike<number>): number {
  const forest = forests.get(trees) ?? plant(trees);
  forests.set(trees, forest);
  const { roots, features, numbers, left, right } = forest;
  let sum = 0;
  for (const root of roots) {
    let node = root;
    for (let feature = features[node]!; feature >= 0; feature = features[node]!)
      node = row[feature]! >= numbers[node]! ? right[node]! : left[node]!;
    sum += numbers[node]!;
  }
  return sum;
}
