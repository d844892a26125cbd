import type { Rating } from './valuation.ts';

/** Rounds to hundreds, as ads are priced: a market value is an estimate and is never shown more exactly. */
export const toHundreds = (dkk: number): number => Math.round(dkk / 100) * 100;

/**
 * Kroner above (+) or below (−) the market value: the price as shown minus the market value as shown, so that a reader who
 * subtracts the two finds the same. Less than half a hundred is no gap.
 */
export function gapToMarket(priceDkk: number, avgDkk: number): number {
  const gap = priceDkk - toHundreds(avgDkk);
  return Math.abs(gap) < 50 ? 0 : gap;
}

/** Whether a price can be compared with the estimate. */
export const isValued = (priceDkk: number, { deal, avgDkk }: Pick<Rating, 'deal' | 'avgDkk'>): boolean =>
  deal !== 'no_estimate' && avgDkk !== null && priceDkk > 0;

/** Whole percent that a price is below the market value as shown, rounded down; negative above it, null without an estimate. */
export function belowMarketPercent(priceDkk: number, rating: Pick<Rating, 'deal' | 'avgDkk'>): number | null {
  if (!isValued(priceDkk, rating)) return null;
  const market = toHundreds(rating.avgDkk!);
  return market > 0 ? Math.floor(((market - priceDkk) / market) * 100) : null;
}
