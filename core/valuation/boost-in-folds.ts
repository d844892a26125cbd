import { addTree, type BoostSettings, boost, boosting } from './boosting.ts';
import type { BinnedFeatures } from './histogram.ts';
import type { Tree } from './tree.ts';

export type FoldedBoost = {
  /** Each row's value from trees that did not see it. */
  heldBack: Float64Array;
  /** Mean absolute error that remains on held-back rows. */
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
 * Boosts once per fold, each fold held back in turn, all of them in step: how many rounds serve best is asked of all
 * held-back rows at once. Were each fold stopped where its own rows are served best, its errors would be too small.
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

/** The final trees, on every row; several runs with other random draws are averaged into one list. */
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
