import { type BinnedFeatures, binCountOf, thresholdAbove } from './histogram.ts';

/** A regression tree as parallel lists. A leaf has feature −1 and its value; a row goes left when its value is missing or below the threshold. */
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
  /** Where the bins of each of the features begin, and last where they end. */
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

/** Sums of `target` and row counts per bin of the first features, laid out feature after feature. */
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

/** What is left of a node's bins without one of its sides. */
function withoutSide(node: Bins, side: Bins): Bins {
  const sums = new Float64Array(side.sums.length);
  const counts = new Int32Array(side.counts.length);
  for (let at = 0; at < sums.length; at++) {
    sums[at] = node.sums[at]! - side.sums[at]!;
    counts[at] = node.counts[at]! - side.counts[at]!;
  }
  return { sums, counts };
}

/** A split must gain more than this. */
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

/** `isLeaf`: it will not be split, and so its bins may be those of one feature. */
function makeNode(growth: Growth, index: number, rows: Int32Array, bins: Bins, isLeaf: boolean): Node {
  let total = 0;
  for (let bin = 0; bin < growth.starts[1]!; bin++) total += bins.sums[bin]!;
  const { sums, counts } = bins;
  const split = isLeaf ? noSplit : findSplit(growth, { rows, sums, counts, total });
  return { index, rows, sums, counts, total, split };
}

/** The node's rows that go left and those that go right, each in their order. */
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
 * Splits a node in two; the larger side's sums are the parent's minus the smaller side's, which halves the work. After the
 * last split only the totals are wanted, which the bins of one feature give.
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

/** Grows one tree on the rows, best split first; leaf values are shrunken means of `target`, times `rate`. */
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
