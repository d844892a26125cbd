import { shardOf } from '#core/shared.ts';
import { randomSequence } from './statistics.ts';

/**
 * The thresholds of the rating, in one place: the code judges by them and the page "how we rate" prints them.
 * Chosen on public data sets of asking prices: about 5 % of unchanged cars come out amazing, more than 80 % of those
 * offered a quarter too cheap are found.
 */
export const ratingSettings = {
  /**
   * Amazing: asked less than this share of the market value, and of what the comparable in the middle would ask with the car's
   * facts, and less than the interval's low end.
   */
  amazingBelowShare: 0.87,
  /** Poor: asked more than this share of the market value, and more than half way (in proportion) to the high end. */
  poorAboveShare: 1.1,
  /** Prices outside are no cars for sale, or none that the market can be asked about. */
  leastPriceDkk: 7_500,
  highestPriceDkk: 3_000_000,
  /** Above this ratio of high to low the interval is too wide to judge by. */
  widestIntervalRatio: 1.8,
  /** Below this many cars of the model, with no near comparable, the model only guesses. */
  leastCarsOfModel: 5,
  /** Asked outside these shares of the market value something is wrong with the ad, or with our estimate. */
  believableShares: [0.45, 2.2],
  /** Amazing rests on at least so many comparables, */
  leastComparables: 5,
  /** half of which had to be made dearer, or cheaper, by at most this factor, */
  nearComparableFactor: 2,
  /** and of which, made comparable, at least this share asks more, */
  leastShareAskingMore: 0.7,
  /** and from whose middle the market value lies at most this share of the saving away. */
  highestRestShare: 0.25,
  /** A comparable that had to be made dearer, or cheaper, by more than this factor is marked as distant, */
  distantFactor: 1.25,
  /** and counts as this much of one for the middle. */
  distantWeight: 0.5,
  oldestYears: 25,
  /** Below this pool the catalog says too little; a lent market or the register's own valuation serves where there is one. */
  leastPoolSize: 60,
  /** Below this one, only of models of which it holds `leastCarsOfModel` itself. */
  settledPoolSize: 300,
  /** The register's valuation must rest on this many prices. */
  leastRegisterPrices: 5,
} as const;

export type Interval = { lowDkk: number; avgDkk: number; highDkk: number };

/**
 * Below the one a price is low enough for "amazing", above the other it is called poor. `untoldLog`: what the ad leaves untold of
 * the version (see `Estimate`), half of which is in the way to the interval's end: for a price to be poor it counts in full.
 */
export function thresholdsOf({ lowDkk, avgDkk, highDkk }: Interval, untoldLog = 0) {
  const halfWay = Math.exp(Math.hypot(Math.log(highDkk / avgDkk) / 2, untoldLog));
  return {
    amazingBelowDkk: Math.min(ratingSettings.amazingBelowShare * avgDkk, lowDkk),
    poorAboveDkk: Math.max(ratingSettings.poorAboveShare, halfWay) * avgDkk,
  };
}

/** So near to a threshold a rating might as well be the next one. */
const nearShare = 0.02;

/** The threshold that a price is near to, and of which deal it is; null when it is clear of both. */
export function nearThreshold(
  priceDkk: number,
  interval: Interval,
): { deal: 'amazing' | 'poor'; dkk: number } | null {
  const { amazingBelowDkk, poorAboveDkk } = thresholdsOf(interval);
  const isNear = (threshold: number) => Math.abs(priceDkk / threshold - 1) <= nearShare;
  if (isNear(amazingBelowDkk)) return { deal: 'amazing', dkk: amazingBelowDkk };
  return isNear(poorAboveDkk) ? { deal: 'poor', dkk: poorAboveDkk } : null;
}

/** Whether a comparable had to be made dearer, or cheaper, by so much that it weighs less and is marked. */
export const isDistant = (factor: number): boolean =>
  Math.max(factor, 1 / factor) > ratingSettings.distantFactor;

/** Where an ad stands in the order by which a share is taken, from 0 to 1: the same at every run. */
export const orderOf = (ad: string): number => randomSequence(shardOf(ad, 2 ** 32))();

/**
 * Which share of the cars of each model a fit of `most` cars can take: all of the models that have few, an equal number of
 * those that have many. `counts`: cars by model.
 */
export function sharesByModel(counts: ReadonlyMap<string, number>, most: number): Map<string, number> {
  let room = most;
  let left = counts.size;
  const shares = new Map<string, number>();
  // The rarest first: what they do not use, the others share.
  for (const [model, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    const taken = Math.min(count, room / left);
    shares.set(model, taken / count);
    room -= taken;
    left -= 1;
  }
  return shares;
}
