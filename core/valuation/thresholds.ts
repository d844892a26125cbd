import { ratingSettings } from './rating-settings.ts';

export type Interval = { lowDkk: number; avgDkk: number; highDkk: number };

/** Below the one a price is low enough for "amazing", above the other it is called poor. */
export function thresholdsOf({ lowDkk, avgDkk, highDkk }: Interval) {
  return {
    amazingBelowDkk: Math.min(ratingSettings.amazingBelowShare * avgDkk, lowDkk),
    poorAboveDkk: Math.max(ratingSettings.poorAboveShare * avgDkk, avgDkk * Math.sqrt(highDkk / avgDkk)),
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
