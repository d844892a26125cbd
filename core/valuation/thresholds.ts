import { shardOf } from '#core/shared.ts';
import { randomSequence } from './statistics.ts';
import { toHundreds } from './valuation.ts';

/**
 * The thresholds of the rating: the code uses them, and the page "how we rate" shows them. Chosen on public data sets of
 * asking prices: about 5 % of unchanged cars are rated amazing, and more than 80 % of cars whose price is reduced by a
 * quarter are found.
 */
export const ratingSettings = {
  /**
   * Raised whenever the rules of this folder change so that a stored label may no longer be theirs: every car is rated again
   * within a day, and its label is not kept by the dead band.
   */
  rulesVersion: 3,
  /**
   * Amazing: below this share of the market value and of the median adjusted price of the comparables, and below the
   * interval's low end.
   */
  amazingBelowShare: 0.87,
  /** Poor: above this share of the market value, and above the interval's high end. */
  poorAboveShare: 1.1,
  /** Prices outside are not those of cars for sale, or cannot be compared with a market. */
  leastPriceDkk: 7_500,
  highestPriceDkk: 3_000_000,
  /** If high divided by low exceeds this, the interval is too wide for a rating. */
  widestIntervalRatio: 1.8,
  /** Below this many cars of the model, and without a near comparable, there is no rating. */
  leastCarsOfModel: 5,
  /** Outside these shares of the market value, the ad or the estimate is assumed to be wrong. */
  believableShares: [0.45, 2.2],
  /** Amazing requires at least this many comparables, */
  leastComparables: 5,
  /** half of them adjusted by at most this factor up or down, */
  nearComparableFactor: 1.5,
  /** at least this share of them with an adjusted price above the asking price, */
  leastShareAskingMore: 0.7,
  /** and a market value that is at most this share of the saving away from their median. */
  highestRestShare: 0.25,
  /** A comparable that is adjusted by more than this factor is marked as distant, */
  distantFactor: 1.25,
  /** and has this weight in the median. */
  distantWeight: 0.5,
  oldestYears: 25,
  /** A smaller pool is not used; a lent market or the register's own valuation is, if there is one. */
  leastPoolSize: 60,
  /** A smaller pool is used only for models of which it has `leastCarsOfModel` cars itself. */
  settledPoolSize: 300,
  /** The register's valuation must be based on this many prices. */
  leastRegisterPrices: 5,
} as const;

export type Interval = { lowDkk: number; avgDkk: number; highDkk: number };

/**
 * A price below `amazingBelowDkk` is low enough for "amazing"; one above `poorAboveDkk` is poor: both lie outside the interval
 * that is shown. `untoldLog`: what the ad does not say about the version (see `Estimate`). Half of it is already in the
 * interval; for a poor rating it counts in full.
 */
export function thresholdsOf({ lowDkk, avgDkk, highDkk }: Interval, untoldLog = 0) {
  const wellEquipped = Math.exp(Math.hypot(Math.log(highDkk / avgDkk) / 2, untoldLog));
  return {
    amazingBelowDkk: Math.min(ratingSettings.amazingBelowShare * avgDkk, lowDkk),
    poorAboveDkk: Math.max(
      ratingSettings.poorAboveShare * avgDkk,
      highDkk,
      toHundreds(highDkk),
      wellEquipped * avgDkk,
    ),
  };
}

/** A rating this close to a threshold could as well be the next one. */
const nearShare = 0.02;

/** The threshold that a price is close to, and of which deal it is; null if there is none. */
export function nearThreshold(
  priceDkk: number,
  interval: Interval,
): { deal: 'amazing' | 'poor'; dkk: number } | null {
  const { amazingBelowDkk, poorAboveDkk } = thresholdsOf(interval);
  const isNear = (threshold: number) => Math.abs(priceDkk / threshold - 1) <= nearShare;
  if (isNear(amazingBelowDkk)) return { deal: 'amazing', dkk: amazingBelowDkk };
  return isNear(poorAboveDkk) ? { deal: 'poor', dkk: poorAboveDkk } : null;
}

/** Whether a comparable was adjusted so much that it weighs less and is marked. */
export const isDistant = (factor: number): boolean =>
  Math.max(factor, 1 / factor) > ratingSettings.distantFactor;

/** The ad's position, from 0 to 1, in the order by which a share is sampled; the same at every run. */
export const orderOf = (ad: string): number => randomSequence(shardOf(ad, 2 ** 32))();

/**
 * The share of the cars of each model that a fit of `most` cars can use: all cars of rare models, and an equal number of
 * each frequent model. `counts`: cars by model.
 */
export function sharesByModel(counts: ReadonlyMap<string, number>, most: number): Map<string, number> {
  let room = most;
  let left = counts.size;
  const shares = new Map<string, number>();
  // The rarest first: the places they do not use are shared by the others.
  for (const [model, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    const taken = Math.min(count, room / left);
    shares.set(model, taken / count);
    room -= taken;
    left -= 1;
  }
  return shares;
}
