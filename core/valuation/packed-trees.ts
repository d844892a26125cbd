import { packDecimals, packIntegers, unpackDecimals, unpackIntegers } from './integer-text.ts';
import { roundTo } from './statistics.ts';
import type { Tree } from './tree.ts';

/** A tree's leaves are small parts of a log price: a hundred of them rounded so are off by less than a thousandth. */
export const treeDecimals = 4;

/**
 * Many trees as columns, node after node, each tree's root first and every left side before its right one.
 * `features`: 0 for a leaf, else 1 + the feature; `cuts`: which of the feature's thresholds; `values`: the leaves alone.
 */
export type PackedTrees = { features: string; cuts: string; values: string };
export type Thresholds = number[][];

/** The same tree with its nodes in that order, and its numbers as they are stored. */
export function settleTree(tree: Tree): Tree {
  const settled: Tree = { feature: [], threshold: [], left: [], right: [], value: [] };
  const take = (node: number): number => {
    const place = settled.feature.push(tree.feature[node]!) - 1;
    const isLeaf = tree.feature[node]! < 0;
    settled.threshold.push(isLeaf ? 0 : Number(tree.threshold[node]!.toPrecision(9)));
    settled.value.push(isLeaf ? roundTo(tree.value[node]!, treeDecimals) : 0);
    settled.left.push(0);
    settled.right.push(0);
    if (isLeaf) return place;
    settled.left[place] = take(tree.left[node]!);
    settled.right[place] = take(tree.right[node]!);
    return place;
  };
  take(0);
  return settled;
}

/** The thresholds that the trees ask for, by feature, rising. */
export function listThresholds(trees: readonly Tree[]): Thresholds {
  const found: Set<number>[] = [];
  for (const { feature, threshold } of trees)
    feature.forEach((chosen, node) => {
      if (chosen < 0) return;
      found[chosen] ??= new Set();
      found[chosen].add(threshold[node]!);
    });
  return Array.from(found, (cuts) => [...(cuts ?? [])].sort((one, other) => one - other));
}

export function packTrees(trees: readonly Tree[], thresholds: Thresholds): PackedTrees {
  const places = thresholds.map((cuts) => new Map(cuts.map((cut, place) => [cut, place])));
  const features: number[] = [];
  const cuts: number[] = [];
  const values: number[] = [];
  for (const { feature, threshold, value } of trees)
    feature.forEach((chosen, node) => {
      features.push(chosen + 1);
      if (chosen < 0) values.push(value[node]!);
      else cuts.push(places[chosen]!.get(threshold[node]!)!);
    });
  return {
    features: packIntegers(features),
    cuts: packIntegers(cuts),
    values: packDecimals(values, treeDecimals),
  };
}

export function unpackTrees(packed: PackedTrees, thresholds: Thresholds): Tree[] {
  const features = unpackIntegers(packed.features);
  const cuts = unpackIntegers(packed.cuts);
  const values = unpackDecimals(packed.values, treeDecimals);
  let nodesTaken = 0;
  let cutsTaken = 0;
  let leavesTaken = 0;
  const readNode = (tree: Tree): number => {
    const feature = features[nodesTaken++]! - 1;
    const place = tree.feature.push(feature) - 1;
    const isLeaf = feature < 0;
    tree.threshold.push(isLeaf ? 0 : thresholds[feature]![cuts[cutsTaken++]!]!);
    tree.value.push(isLeaf ? values[leavesTaken++]! : 0);
    tree.left.push(0);
    tree.right.push(0);
    if (isLeaf) return place;
    tree.left[place] = readNode(tree);
    tree.right[place] = readNode(tree);
    return place;
  };
  const trees: Tree[] = [];
  while (nodesTaken < features.length) {
    const tree: Tree = { feature: [], threshold: [], left: [], right: [], value: [] };
    readNode(tree);
    trees.push(tree);
  }
  return trees;
}
