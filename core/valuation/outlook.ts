import { estimate } from './estimate.ts';
import { comparableReach } from './evidence.ts';
import type { Model } from './model.ts';
import { type ValueInput, valueCar } from './rate.ts';
import { toSubject, yearFraction } from './subject.ts';
import { type Interval, ratingSettings } from './thresholds.ts';
import type { RatingReason } from './valuation.ts';

/** Why an ordinary car on sale has no rating. After other reasons nothing is said of its market: it is no such car or sale. */
const ordinary: readonly RatingReason[] = [
  'no_price',
  'placeholder_price',
  'down_payment',
  'few_comparables',
  'uncertain',
  'too_good_to_be_true',
  'far_above_market',
];
export const hasOutlook = (reason: RatingReason): boolean => ordinary.includes(reason);

/** Reasons that pass as more cars are seen. */
const passing: readonly RatingReason[] = ['few_comparables', 'uncertain', 'small_pool'];
export const mayBeRatedLater = (reason: RatingReason): boolean => passing.includes(reason);

/** What is known of the market of a car that has no rating. */
export type Outlook = {
  /**
   * What such cars are asked for; null where even a rough range would be a guess. `isRough`: fewer cars support it than a
   * rating takes, or they are priced too differently.
   */
  range: { lowDkk: number; highDkk: number; isRough: boolean } | null;
  /** Ids of the other cars of the model, where a rating fails for want of them. */
  modelIds: string[];
  /** How many cars of the model a rating still takes; null where that is not what it lacks. */
  missing: number | null;
  /** Whether this car is one of those that a rating takes. */
  isCounted: boolean;
};

/** A wider range tells a reader nothing. */
const widestRoughRatio = 3;
/**
 * By how much the interval is stretched, in log price, where the model has too few cars: an interval for a model of which
 * most cars were withheld holds too few prices (docs/valuation.md).
 */
const stretch = 1.5;

const ifTelling = ({ lowDkk, highDkk }: Pick<Interval, 'lowDkk' | 'highDkk'>): Outlook['range'] =>
  highDkk / lowDkk <= widestRoughRatio ? { lowDkk, highDkk, isRough: true } : null;

function stretched({ lowDkk, avgDkk, highDkk }: Interval): Pick<Interval, 'lowDkk' | 'highDkk'> {
  return {
    lowDkk: Math.round(avgDkk * (lowDkk / avgDkk) ** stretch),
    highDkk: Math.round(avgDkk * (highDkk / avgDkk) ** stretch),
  };
}

/**
 * The outlook where the model has too few cars like it. There is a range only if one of them is comparable at all, and none
 * from a pool that has not settled.
 */
function ofFew(input: ValueInput, model: Model): Outlook {
  const subject = toSubject(input.facts)!;
  const { ids, rowsByModel } = model.comparables;
  const ofModel = (rowsByModel[subject.model] ?? []).map((row) => ids[row]!);
  const modelIds = ofModel.filter((id) => id !== input.facts.id);
  const found = estimate(model, { ...input.facts, observedYear: yearFraction(input.now) });
  const isSettled = model.lent || model.poolSize >= ratingSettings.settledPoolSize;
  const isComparable = found?.comparables.some(
    ({ row, distance }) => distance < comparableReach && modelIds.includes(ids[row]!),
  );
  const isKnown = found && isSettled && isComparable;
  return {
    range: isKnown ? ifTelling(stretched(found)) : null,
    modelIds,
    isCounted: modelIds.length < ofModel.length,
    missing: ratingSettings.leastCarsOfModel - ofModel.length - (found?.lentCount ?? 0),
  };
}

const nothing: Outlook = { range: null, modelIds: [], missing: null, isCounted: false };

/** `reason`: why the car has no rating. */
export function outlookOf(reason: RatingReason, input: ValueInput): Outlook {
  if (!hasOutlook(reason)) return nothing;
  const { reason: lack, lowDkk, highDkk } = valueCar(input);
  if (lack === 'few_comparables') return ofFew(input, input.model!);
  if (lowDkk === null || highDkk === null) return nothing;
  if (lack === 'uncertain') return { ...nothing, range: ifTelling({ lowDkk, highDkk }) };
  return { ...nothing, range: { lowDkk, highDkk, isRough: false } };
}
