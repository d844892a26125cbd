import { ratingSettings } from './rating-settings.ts';

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

/** The threshold that a price is near to; null when it is clear of both. */
export function nearThreshold(priceDkk: number, interval: Interval): 'amazing' | 'poor' | null {
  const { amazingBelowDkk, poorAboveDkk } = thresholdsOf(interval);
  const isNear = (threshold: number) => Math.abs(priceDkk / threshold - 1) <= nearShare;
  if (isNear(amazingBelowDkk)) return 'amazing';
  return isNear(poorAboveDkk) ? 'poor' : null;
}

/** Whether a comparable had to be made dearer, or cheaper, by so much that it weighs less and is marked. */
export const isDistant = (factor: number): boolean =>
  Math.max(factor, 1 / factor) > ratingSettings.distantFactor;
