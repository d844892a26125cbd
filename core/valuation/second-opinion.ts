import { boostInFolds, boostOnAll } from './boost-in-folds.ts';
import type { BinnedFeatures } from './histogram.ts';
import { robustDeviation } from './statistics.ts';
import type { Tree } from './tree.ts';
import { secondOpinionSettings } from './tree-settings.ts';

export type SecondOpinion = {
  /** Weight of the trees in the blend of log prices; 0 when they were not worth their size. */
  share: number;
  trees: Tree[];
  /** Held-back errors of the blend. */
  errors: Float64Array;
};

const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
/** The blend stays only when it takes at least this share off the held-back error. */
const leastGain = 0.01;
const errorLimitDeviations = 4;

function blend(first: Float64Array, second: Float64Array, share: number): Float64Array {
  return first.map((error, row) => (1 - share) * error + share * second[row]!);
}

/** Mean absolute error in which one absurd price counts no more than a large miss. */
function clippedError(errors: Float64Array, limit: number): number {
  return errors.reduce((sum, error) => sum + Math.min(limit, Math.abs(error)), 0) / errors.length;
}

/**
 * Trees taught on the price itself (`target`, log price less the intercept) err elsewhere than the hedonic price that
 * trees correct (`errors`, held back): where both are good, their mean is better than either.
 */
export function seekSecondOpinion(
  errors: Float64Array,
  target: Float64Array,
  stack: BinnedFeatures,
  folds: Int32Array,
  foldCount: number,
  seed: number,
  caseWeights?: ArrayLike<number>,
): SecondOpinion {
  const settings = secondOpinionSettings(errors.length, seed);
  // The first feature is the hedonic price: without it the trees must find their own.
  const ownView = { ...stack, columns: stack.columns.with(0, new Uint8Array(errors.length)) };
  const folded = boostInFolds(ownView, target, folds, foldCount, settings, caseWeights);
  const ownErrors = target.map((value, row) => value - folded.heldBack[row]!);
  const limit = errorLimitDeviations * robustDeviation(errors);
  const alone = clippedError(errors, limit);
  const tried = shares.map((share) => ({
    share,
    error: clippedError(blend(errors, ownErrors, share), limit),
  }));
  const best = tried.reduce((one, other) => (other.error < one.error ? other : one));
  if (best.error > alone * (1 - leastGain)) return { share: 0, trees: [], errors };
  return {
    share: best.share,
    trees: boostOnAll(ownView, target, { ...settings, rounds: Math.max(1, folded.rounds) }, 1, caseWeights),
    errors: blend(errors, ownErrors, best.share),
  };
}
