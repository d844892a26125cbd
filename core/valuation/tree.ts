import { type BinnedFeatures, thresholdAbove } from './histogram.ts';

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

function treeValue(tree: Tree, row: ArrayLike<number>): number {
  let node = 0;
  while (tree.feature[node]! >= 0) {
    const goesRight = row[tree.feature[node]!]! >= tree.threshold[node]!;
    node = goesRight ? tree.right[node]! : tree.left[node]!;
  }
  return tree.value[node]!;
}

export function sumTrees(trees: readonly Tree[], row: ArrayLike<number>): number {
  let sum = 0;
  for (const tree of trees) sum += treeValue(tree, row);
  return sum;
}

/** Sums of `target` and row counts per feature and bin, laid out feature after feature. */
function sumBins(
  binned: BinnedFeatures,
  features: readonly number[],
  rows: Int32Array,
  target: Float64Array,
) {
  const sums = new Float64Array(features.length * binned.binCount);
  const counts = new Int32Array(sums.length);
  features.forEach((feature, place) => {
    const bins = binned.columns[feature]!;
    const offset = place * binned.binCount;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const at = offset + bins[row]!;
      sums[at]! += target[row]!;
      counts[at]! += 1;
    }
  });
  return { sums, counts };
}

type Growth = {
  binned: BinnedFeatures;
  features: readonly number[];
  target: Float64Array;
  settings: TreeSettings;
};

function findSplit(growth: Growth, node: Pick<Node, 'rows' | 'sums' | 'counts' | 'total'>): Split {
  const { binned, features, settings } = growth;
  const { leastRowsInLeaf, shrinkage } = settings;
  const rowCount = node.rows.length;
  const unsplit = node.total ** 2 / (rowCount + shrinkage);
  const best: Split = { gain: 1e-9, feature: -1, bin: 0 };
  for (let place = 0; place < features.length; place++) {
    let sum = 0;
    let count = 0;
    const offset = place * binned.binCount;
    for (let bin = 0; bin < binned.binCount - 1; bin++) {
      if (node.counts[offset + bin] === 0) continue;
      sum += node.sums[offset + bin]!;
      count += node.counts[offset + bin]!;
      if (count < leastRowsInLeaf) continue;
      if (rowCount - count < leastRowsInLeaf) break;
      const gain =
        sum ** 2 / (count + shrinkage) + (node.total - sum) ** 2 / (rowCount - count + shrinkage) - unsplit;
      if (gain > best.gain) Object.assign(best, { gain, feature: features[place]!, bin });
    }
  }
  return best;
}

function makeNode(
  growth: Growth,
  index: number,
  rows: Int32Array,
  bins: Pick<Node, 'sums' | 'counts'>,
): Node {
  let total = 0;
  for (let bin = 0; bin < growth.binned.binCount; bin++) total += bins.sums[bin]!;
  const node = { index, rows, ...bins, total };
  return { ...node, split: findSplit(growth, node) };
}

/** Splits a node in two; the larger side's sums are the parent's minus the smaller side's, which halves the work. */
function splitNode(growth: Growth, node: Node, leftIndex: number, rightIndex: number): [Node, Node] {
  const bins = growth.binned.columns[node.split.feature]!;
  const leftRows = node.rows.filter((row) => bins[row]! <= node.split.bin);
  const rightRows = node.rows.filter((row) => bins[row]! > node.split.bin);
  const leftIsSmaller = leftRows.length < rightRows.length;
  const smaller = sumBins(
    growth.binned,
    growth.features,
    leftIsSmaller ? leftRows : rightRows,
    growth.target,
  );
  const larger = {
    sums: node.sums.map((sum, at) => sum - smaller.sums[at]!),
    counts: node.counts.map((count, at) => count - smaller.counts[at]!),
  };
  return [
    makeNode(growth, leftIndex, leftRows, leftIsSmaller ? smaller : larger),
    makeNode(growth, rightIndex, rightRows, leftIsSmaller ? larger : smaller),
  ];
}

/** Grows one tree on the rows, best split first; leaf values are shrunken means of `target`, times `rate`. */
export function growTree(growth: Growth & { rows: Int32Array; rate: number }): Tree {
  const { binned, settings } = growth;
  const tree: Tree = { feature: [], threshold: [], left: [], right: [], value: [] };
  const addLeaf = (): number => {
    for (const list of [tree.threshold, tree.left, tree.right, tree.value]) list.push(0);
    return tree.feature.push(-1) - 1;
  };
  const open = [
    makeNode(growth, addLeaf(), growth.rows, sumBins(binned, growth.features, growth.rows, growth.target)),
  ];
  for (let leaves = 1; leaves < settings.leaves; leaves++) {
    const node = open.reduce((best, other) => (other.split.gain > best.split.gain ? other : best));
    if (node.split.feature < 0) break;
    const { index, split } = node;
    tree.feature[index] = split.feature;
    tree.threshold[index] = thresholdAbove(binned, split.feature, split.bin);
    tree.left[index] = addLeaf();
    tree.right[index] = addLeaf();
    open.splice(open.indexOf(node), 1, ...splitNode(growth, node, tree.left[index], tree.right[index]));
  }
  for (const { index, total, rows } of open)
    tree.value[index] = (growth.rate * total) / (rows.length + settings.shrinkage);
  return tree;
}
