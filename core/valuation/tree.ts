import type { BoostSettings } from './boosting.ts';
import { lackOfWords, type References } from './references.ts';
import type { Subject } from './subject.ts';

/** Features in bins of about equally many cars each; bin 0 holds missing values. */
export type BinnedFeatures = {
  /** One column of bin numbers per feature. */
  columns: Uint8Array[];
  /** cuts[feature][b] is the lowest value above bin b + 1. */
  cuts: Float64Array[];
};

const cutsPerFeature = 63;

export const binCountOf = (cuts: Float64Array): number => cuts.length + 2;

/** Cuts lie half-way between neighbouring values, so that rounding a stored number cannot move it across a cut. */
function findCuts(column: Float64Array): Float64Array {
  const known = column.filter((value) => Number.isFinite(value)).sort();
  const cuts: number[] = [];
  for (let step = 1; known.length > 0 && step <= cutsPerFeature; step++) {
    let place = Math.floor((step * known.length) / (cutsPerFeature + 1));
    while (place > 0 && known[place - 1] === known[place]) place--;
    if (place === 0) continue;
    const cut = (known[place - 1]! + known[place]!) / 2;
    if (cuts.length === 0 || cut > cuts[cuts.length - 1]!) cuts.push(cut);
  }
  return Float64Array.from(cuts);
}

function binOf(cuts: Float64Array, value: number): number {
  if (!Number.isFinite(value)) return 0;
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < cuts[middle]!) high = middle;
    else low = middle + 1;
  }
  return low + 1;
}

/** Bins by quantile, each with about equally many cars. `columns`: one column of numbers per feature. */
export function binFeatures(columns: readonly Float64Array[]): BinnedFeatures {
  const cuts = columns.map(findCuts);
  return {
    cuts,
    columns: columns.map((column, feature) =>
      Uint8Array.from(column, (value) => binOf(cuts[feature]!, value)),
    ),
  };
}

/** The value below which a row is in `bin` or a lower one; for bin 0, only missing values are below it. */
export function thresholdAbove(binned: BinnedFeatures, feature: number, bin: number): number {
  return bin === 0 ? -1e300 : binned.cuts[feature]![bin - 1]!;
}

const draws = { rowShare: 0.8, featureShare: 0.7 };

/** Candidate settings for the correction trees: small trees for small pools, where large ones overfit. */
export function correctionSettings(poolSize: number, seed: number): BoostSettings[] {
  const shared = { ...draws, rounds: 400, shrinkage: 5, clipDeviations: 1.5, patience: 40, seed };
  if (poolSize < 1500) {
    return [4, 8].map((leaves) => ({ ...shared, leaves, leastRowsInLeaf: 15, rate: 0.03 }));
  }
  if (poolSize < 6000) {
    return [8, 16].map((leaves) => ({ ...shared, leaves, leastRowsInLeaf: 20, rate: 0.04 }));
  }
  return [{ ...shared, rounds: 500, patience: 25, leaves: 31, leastRowsInLeaf: 20, rate: 0.07 }];
}

/** The scatter is a coarse quantity: few, strongly shrunken leaves. */
export function spreadSettings(poolSize: number, seed: number): BoostSettings {
  return {
    ...draws,
    rounds: 150,
    rate: 0.05,
    leaves: poolSize < 3000 ? 4 : 8,
    leastRowsInLeaf: Math.max(20, Math.floor(poolSize / 50)),
    shrinkage: 20,
    clipDeviations: 3,
    patience: 20,
    seed: seed + 1000,
  };
}

/** Trees that predict the price itself need to be more and larger than trees that correct one. */
export function secondOpinionSettings(poolSize: number, seed: number): BoostSettings {
  const isSmall = poolSize < 1500;
  const shared = { shrinkage: 5, clipDeviations: 1.5, patience: 30, seed: seed + 2000 };
  // Half of so many rows is enough for a tree, and the time allows only fewer, larger trees.
  if (poolSize > 15_000)
    return {
      ...shared,
      rowShare: 0.5,
      featureShare: 0.4,
      rounds: 300,
      rate: 0.1,
      leaves: 31,
      leastRowsInLeaf: 20,
    };
  return {
    ...shared,
    ...draws,
    rounds: 600,
    rate: 0.06,
    leaves: isSmall ? 8 : 16,
    leastRowsInLeaf: isSmall ? 6 : 10,
  };
}

/**
 * A regression tree as parallel lists. A leaf has feature −1 and its value; a row goes left if its value is missing or
 * below the threshold.
 */
export type Tree = {
  feature: number[];
  threshold: number[];
  left: number[];
  right: number[];
  value: number[];
};

export type TreeSettings = { leaves: number; leastRowsInLeaf: number; shrinkage: number };

type Split = { gain: number; feature: number; bin: number };
type Node = {
  index: number;
  rows: Int32Array;
  sums: Float64Array;
  counts: Int32Array;
  split: Split;
  total: number;
};

type Growth = {
  binned: BinnedFeatures;
  features: readonly number[];
  target: Float64Array;
  settings: TreeSettings;
  /** The index of the first bin of each feature, and the total number of bins last. */
  starts: Int32Array;
};
type Bins = Pick<Node, 'sums' | 'counts'>;

function startsOf({ cuts }: BinnedFeatures, features: readonly number[]): Int32Array {
  const starts = new Int32Array(features.length + 1);
  features.forEach((feature, place) => {
    starts[place + 1] = starts[place]! + binCountOf(cuts[feature]!);
  });
  return starts;
}

/** Sums of `target` and row counts per bin of the first features, one feature after the other. */
function sumBins({ binned, features, target, starts }: Growth, featureCount: number, rows: Int32Array): Bins {
  const sums = new Float64Array(starts[featureCount]!);
  const counts = new Int32Array(sums.length);
  const targets = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) targets[i] = target[rows[i]!]!;
  for (let place = 0; place < featureCount; place++) {
    const bins = binned.columns[features[place]!]!;
    const offset = starts[place]!;
    for (let i = 0; i < rows.length; i++) {
      const at = offset + bins[rows[i]!]!;
      sums[at]! += targets[i]!;
      counts[at]! += 1;
    }
  }
  return { sums, counts };
}

/** The sums of a node's bins minus those of one child. */
function withoutSide(node: Bins, side: Bins): Bins {
  const sums = new Float64Array(side.sums.length);
  const counts = new Int32Array(side.counts.length);
  for (let at = 0; at < sums.length; at++) {
    sums[at] = node.sums[at]! - side.sums[at]!;
    counts[at] = node.counts[at]! - side.counts[at]!;
  }
  return { sums, counts };
}

/** The lowest gain of a split. */
const noSplit: Split = { gain: 1e-9, feature: -1, bin: 0 };

function findSplit(growth: Growth, node: Pick<Node, 'rows' | 'sums' | 'counts' | 'total'>): Split {
  const { features, settings, starts } = growth;
  const { leastRowsInLeaf, shrinkage } = settings;
  const rowCount = node.rows.length;
  const unsplit = node.total ** 2 / (rowCount + shrinkage);
  const best: Split = { ...noSplit };
  for (let place = 0; place < features.length; place++) {
    let sum = 0;
    let count = 0;
    const offset = starts[place]!;
    for (let at = offset; at < starts[place + 1]! - 1; at++) {
      if (node.counts[at] === 0) continue;
      sum += node.sums[at]!;
      count += node.counts[at]!;
      if (count < leastRowsInLeaf) continue;
      if (rowCount - count < leastRowsInLeaf) break;
      const gain =
        sum ** 2 / (count + shrinkage) + (node.total - sum) ** 2 / (rowCount - count + shrinkage) - unsplit;
      if (gain <= best.gain) continue;
      best.gain = gain;
      best.feature = features[place]!;
      best.bin = at - offset;
    }
  }
  return best;
}

/** `isLeaf`: it will not be split, so the bins of one feature suffice. */
function makeNode(growth: Growth, index: number, rows: Int32Array, bins: Bins, isLeaf: boolean): Node {
  let total = 0;
  for (let bin = 0; bin < growth.starts[1]!; bin++) total += bins.sums[bin]!;
  const { sums, counts } = bins;
  const split = isLeaf ? noSplit : findSplit(growth, { rows, sums, counts, total });
  return { index, rows, sums, counts, total, split };
}

/** The node's rows that go left and those that go right, each in their original order. */
function divideRows({ binned }: Growth, { rows, split }: Node): [Int32Array, Int32Array] {
  const bins = binned.columns[split.feature]!;
  const left = new Int32Array(rows.length);
  const right = new Int32Array(rows.length);
  let leftCount = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (bins[row]! <= split.bin) left[leftCount++] = row;
    else right[i - leftCount] = row;
  }
  return [left.subarray(0, leftCount), right.subarray(0, rows.length - leftCount)];
}

/**
 * Splits a node in two. The larger child's sums are the parent's minus the smaller child's, which halves the work. After
 * the last split only the totals are needed, for which the bins of one feature suffice.
 */
function splitNode(
  growth: Growth,
  node: Node,
  [leftIndex, rightIndex]: [number, number],
  isLast: boolean,
): [Node, Node] {
  const [leftRows, rightRows] = divideRows(growth, node);
  const leftIsSmaller = leftRows.length < rightRows.length;
  const smaller = sumBins(growth, isLast ? 1 : growth.features.length, leftIsSmaller ? leftRows : rightRows);
  const larger = withoutSide(node, smaller);
  return [
    makeNode(growth, leftIndex, leftRows, leftIsSmaller ? smaller : larger, isLast),
    makeNode(growth, rightIndex, rightRows, leftIsSmaller ? larger : smaller, isLast),
  ];
}

/** Grows one tree on the rows, best split first; leaf values are shrunken means of `target` times `rate`. */
export function growTree(given: Omit<Growth, 'starts'> & { rows: Int32Array; rate: number }): Tree {
  const growth = { ...given, starts: startsOf(given.binned, given.features) };
  const { binned, settings } = growth;
  const tree: Tree = { feature: [], threshold: [], left: [], right: [], value: [] };
  const addLeaf = (): number => {
    for (const list of [tree.threshold, tree.left, tree.right, tree.value]) list.push(0);
    return tree.feature.push(-1) - 1;
  };
  const root = sumBins(growth, growth.features.length, growth.rows);
  const open = [makeNode(growth, addLeaf(), growth.rows, root, false)];
  for (let leaves = 1; leaves < settings.leaves; leaves++) {
    const node = open.reduce((best, other) => (other.split.gain > best.split.gain ? other : best));
    if (node.split.feature < 0) break;
    const { index, split } = node;
    tree.feature[index] = split.feature;
    tree.threshold[index] = thresholdAbove(binned, split.feature, split.bin);
    const sides: [number, number] = [addLeaf(), addLeaf()];
    [tree.left[index], tree.right[index]] = sides;
    const isLast = leaves === settings.leaves - 1;
    open.splice(open.indexOf(node), 1, ...splitNode(growth, node, sides, isLast));
  }
  for (const { index, total, rows } of open)
    tree.value[index] = (growth.rate * total) / (rows.length + settings.shrinkage);
  return tree;
}

const mostWords = 80;
/** Trees may use a word only if this many ads, and this share of them, have it. */
const leastAds = 10;
const leastShare = 0.02;

/**
 * The words that the trees use, and those that a usual ad has, which replace the words of an ad that says next to nothing.
 */
export type TreeWords = {
  words: string[];
  /** Words that at least half of the ads have, as indexes in `words`: of the pool and of each model that has any. */
  usual: number[];
  usualByModel: Record<string, number[]>;
};

/** An ad's words for the trees: which of theirs it has, and how many words it has in all. */
export type TreeText = { has: number[]; count: number };

export const noTreeWords: TreeWords = { words: [], usual: [], usualByModel: {} };

function chooseWords(subjects: readonly Subject[]): string[] {
  const counts = new Map<string, number>();
  for (const { tokens } of subjects)
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const least = Math.max(leastAds, leastShare * subjects.length);
  return [...counts]
    .filter(([, count]) => count >= least && count < subjects.length)
    .sort(([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1))
    .slice(0, mostWords)
    .map(([word]) => word);
}

/** The most frequent words of the pool's ads, in descending order. */
export function chooseTreeWords(subjects: readonly Subject[]): TreeWords {
  const words = chooseWords(subjects);
  const usualOf = (cars: readonly Subject[]) =>
    [...words.keys()].filter(
      (place) => 2 * cars.filter(({ tokens }) => tokens.includes(words[place]!)).length >= cars.length,
    );
  const byModel = Map.groupBy(subjects, ({ model }) => model);
  return {
    words,
    usual: usualOf(subjects),
    usualByModel: Object.fromEntries([...byModel].map(([model, cars]) => [model, usualOf(cars)])),
  };
}

export const readTreeText = ({ tokens }: Subject, { words }: TreeWords): TreeText => ({
  has: words.map((word) => Number(tokens.includes(word))),
  count: tokens.length,
});

/** An ad that lacks most of the usual words is treated as one of an ordinary car of its model; see `lackOfWords`. */
export function readAsUsual(subject: Subject, treeWords: TreeWords, references: References): TreeText {
  const text = readTreeText(subject, treeWords);
  const { wordCounts } = references;
  if (!wordCounts?.few || lackOfWords(subject, references) < 0.5) return text;
  const usual = treeWords.usualByModel[subject.model] ?? treeWords.usual;
  return {
    has: text.has.map((has, place) => (usual.includes(place) ? 1 : has)),
    count: Math.max(text.count, wordCounts.usual),
  };
}
