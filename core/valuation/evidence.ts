import type { Comparable } from './comparables.ts';
import { hedonicLogPrice } from './estimate.ts';
import type { Model } from './model.ts';
import { ratingSettings } from './rating-settings.ts';
import { median, roundTo } from './statistics.ts';
import { toSubject } from './subject.ts';
import type { CarFacts, RatingReason, ValueTerm } from './valuation.ts';

/** What a comparable's price is multiplied by to become the price of a car with this one's facts. */
export type AdjustedComparables = { comparableFactors: number[]; adjustedDkk: number[] };

const factorDigits = 4;

/**
 * The comparables made comparable (the adjustment of the sales comparison approach): the hedonic price is a function
 * of the facts alone, so the difference between two cars is the worth of what they differ in: age, mileage, power,
 * variant, equipment, the day they were asked. What a comparable asks beyond its own facts stays with it.
 */
export function adjustComparables(
  model: Model,
  car: CarFacts,
  comparables: readonly Comparable[],
): AdjustedComparables {
  const subject = toSubject(car);
  if (!subject) return { comparableFactors: [], adjustedDkk: [] };
  const ownLog = hedonicLogPrice(model, subject);
  const comparableFactors = comparables.map(({ row }) => {
    const theirLog = Math.log(model.prices[row]!) - model.fitErrors[row]!;
    return roundTo(Math.exp(ownLog - theirLog), factorDigits);
  });
  const adjustedDkk = comparables.map(({ row }, place) =>
    Math.round(model.prices[row]! * comparableFactors[place]!),
  );
  return { comparableFactors, adjustedDkk };
}

/** Whether at least half of the comparables are near in price: a reader takes a car at half the price for another kind of car. */
function isHalfNear({ comparableFactors }: AdjustedComparables): boolean {
  const { nearComparableFactor } = ratingSettings;
  const near = comparableFactors.filter((factor) => Math.max(factor, 1 / factor) <= nearComparableFactor);
  return near.length * 2 >= comparableFactors.length;
}

/** Why a low price may not be called amazing; null when a reader can check that it is one. */
export function doubtOfBargain(
  priceDkk: number,
  avgDkk: number,
  evidence: AdjustedComparables,
  terms: readonly ValueTerm[],
): Extract<RatingReason, 'thin_evidence' | 'mixed_evidence'> | null {
  const { adjustedDkk } = evidence;
  if (adjustedDkk.length < ratingSettings.leastComparables || !isHalfNear(evidence)) return 'thin_evidence';
  const asksMore = adjustedDkk.filter((dkk) => dkk > priceDkk).length;
  if (asksMore < ratingSettings.leastShareAskingMore * adjustedDkk.length) return 'mixed_evidence';
  // Whoever is chosen for a high estimate is chosen where the estimate errs upwards: a second witness is asked.
  if (priceDkk >= ratingSettings.amazingBelowShare * median(adjustedDkk)) return 'mixed_evidence';
  const restDkk = Math.abs(terms.find(({ name }) => name === 'other')?.dkk ?? 0);
  return restDkk > ratingSettings.highestRestShare * (avgDkk - priceDkk) ? 'mixed_evidence' : null;
}
