import { type BoostSettings, boost } from './boosting.ts';
import type { BinnedFeatures } from './histogram.ts';
import { median } from './statistics.ts';
import type { Tree } from './tree.ts';

export type FoldedBoost = {
  /** Each row's value from trees that did not see it. */
  heldBack: Float64Array;
  /** Mean absolute error that remains on held-back rows. */
  error: number;
  rounds: number;
};

/** Boosts once per fold, each fold held back in turn; how many rounds serve best is the folds' median. */
export function boostInFolds(
  binned: BinnedFeatures,
  target: Float64Array,
  folds: Int32Array,
  foldCount: number,
  settings: BoostSettings,
): FoldedBoost {
  const heldBack = new Float64Array(target.length);
  const rounds: number[] = [];
  const rows = Int32Array.from(target, (_, row) => row);
  for (let fold = 0; fold < foldCount; fold++) {
    const inside = rows.filter((row) => folds[row] === fold);
    const outside = rows.filter((row) => folds[row] !== fold);
    const result = boost(binned, target, outside, { ...settings, seed: settings.seed + fold }, inside);
    rounds.push(result.bestRounds);
    for (const row of inside) heldBack[row] = result.fitted[row]!;
  }
  let error = 0;
  for (const row of rows) error += Math.abs(target[row]! - heldBack[row]!);
  return { heldBack, error: error / Math.max(1, target.length), rounds: Math.round(median(rounds)) };
}

/** The final trees, on every row; several runs with other random draws are averaged into one list. */
export function boostOnAll(
  binned: BinnedFeatures,
  target: Float64Array,
  settings: BoostSettings,
  repeats: number,
): Tree[] {
  const rows = Int32Array.from(target, (_, row) => row);
  return Array.from({ length: repeats }, (_, repeat) =>
    boost(binned, target, rows, { ...settings, seed: settings.seed + 100 + repeat }),
  )
    .flatMap((result) => result.trees)
    .map((tree) => ({ ...tree, value: tree.value.map((value) => value / repeats) }));
}
