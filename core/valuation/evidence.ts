import type { Comparable } from './comparables.ts';
import type { Model } from './model.ts';
import { ratingSettings } from './rating-settings.ts';
import { clamp, roundTo, weightedMedian } from './statistics.ts';
import { type Interval, isDistant } from './thresholds.ts';
import type { RatingReason } from './valuation.ts';

/**
 * What a comparable's price is multiplied by to become the price of a car with this one's facts, that price, and the
 * middle of those prices; NaN where there is none.
 */
export type AdjustedComparables = { comparableFactors: number[]; adjustedDkk: number[]; middleDkk: number };

const factorDigits = 4;

const weightOf = (factor: number) => (isDistant(factor) ? ratingSettings.distantWeight : 1);

/** The price in the middle, where one that was far adjusted weighs less. */
export const middleOf = (adjustedDkk: readonly number[], comparableFactors: readonly number[]): number =>
  weightedMedian(adjustedDkk, comparableFactors.map(weightOf));

/**
 * The comparables made comparable (the adjustment of the sales comparison approach) by the ratio of what the model says of
 * the two cars, each by the folds that did not see it. So the corrections of two cars for each other are inverse, and a
 * comparable that asks a tenth more than its own value asks a tenth more here too. `modelLog`: what the model says of the car.
 */
export function adjustComparables(
  model: Pick<Model, 'heldBackLogs' | 'prices'>,
  modelLog: number,
  comparables: readonly Comparable[],
): AdjustedComparables {
  const comparableFactors = comparables.map(({ row }) =>
    roundTo(Math.exp(modelLog - model.heldBackLogs[row]!), factorDigits),
  );
  const adjustedDkk = comparables.map(({ row }, place) =>
    Math.round(model.prices[row]! * comparableFactors[place]!),
  );
  return { comparableFactors, adjustedDkk, middleDkk: middleOf(adjustedDkk, comparableFactors) };
}

/** The share of the market value that may lie between it and the middle, so that even the smallest saving is borne out. */
function mostUnexplained(): number {
  return ratingSettings.highestRestShare * (1 - ratingSettings.amazingBelowShare);
}

/**
 * What the model says, brought as near to the middle of the comparables as a bargain asks for (a limited translation:
 * Efron and Morris 1972). Whoever looks for the lowest prices beside their estimates finds the estimates that err upwards;
 * the comparables err in their own way. Too few of them move nothing, and none move it by more than `reach`: the comparables'
 * own pages would tell another story.
 */
export function nearToMiddle(
  modelLog: number,
  { adjustedDkk, middleDkk }: AdjustedComparables,
  reach: number,
): number {
  if (adjustedDkk.length < ratingSettings.leastComparables) return modelLog;
  const middleLog = Math.log(middleDkk);
  const most = mostUnexplained();
  const near = clamp(modelLog, middleLog - Math.log1p(most), middleLog - Math.log1p(-most));
  return clamp(near, modelLog - reach, modelLog + reach);
}

/** Whether at least half of the comparables are near in price: a reader takes a car at half the price for another kind of car. */
function isHalfNear({ comparableFactors }: AdjustedComparables): boolean {
  const { nearComparableFactor } = ratingSettings;
  const near = comparableFactors.filter((factor) => Math.max(factor, 1 / factor) <= nearComparableFactor);
  return near.length * 2 >= comparableFactors.length;
}

/**
 * Why a low price may not be called amazing; null when a reader can check that it is one. `factsDkk`: the middle of what
 * the comparables would ask by the facts alone.
 */
export function doubtOfBargain(
  priceDkk: number,
  { lowDkk, avgDkk, highDkk }: Interval,
  evidence: AdjustedComparables,
  factsDkk: number,
): Extract<RatingReason, 'thin_evidence' | 'mixed_evidence'> | null {
  const { adjustedDkk, middleDkk } = evidence;
  const { leastComparables, leastShareAskingMore, amazingBelowShare, highestRestShare } = ratingSettings;
  if (adjustedDkk.length < leastComparables || !isHalfNear(evidence)) return 'thin_evidence';
  const asksMore = adjustedDkk.filter((dkk) => dkk > priceDkk).length;
  if (asksMore < leastShareAskingMore * adjustedDkk.length) return 'mixed_evidence';
  // Whoever is chosen for a high estimate is chosen where the estimate errs upwards: further witnesses are asked.
  if (priceDkk >= amazingBelowShare * Math.min(middleDkk, factsDkk)) return 'mixed_evidence';
  if (middleDkk < lowDkk || middleDkk > highDkk) return 'mixed_evidence';
  return Math.abs(avgDkk - middleDkk) > highestRestShare * (avgDkk - priceDkk) ? 'mixed_evidence' : null;
}
