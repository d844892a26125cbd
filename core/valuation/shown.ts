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
