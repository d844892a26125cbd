import type { RatingReason } from '../valuation/valuation.ts';

/** What stands in the price field of these is no price of the car: a monthly rate, a 1 to be found first. */
const noPriceReasons: readonly RatingReason[] = [
  'no_price',
  'placeholder_price',
  'down_payment',
  'leasing',
  'foreign_currency',
];

/** Whether the price field holds a price of the car. */
export const isPriceOfCar = (priceDkk: number, reason: RatingReason): boolean =>
  priceDkk > 0 && !noPriceReasons.includes(reason);

/** A fall of more than this share is a figure put right, or one that was put in to be found first. */
const mostFall = 0.5;

export type PriceDrop = { at: string; dkk: number };

/** The fall that led to the price as it is asked now; null when it has not changed, rose, or is another ad's. */
export function lastPriceDrop(
  history: readonly { at: string; priceDkk: number; isOtherAd?: true }[],
  reason: RatingReason,
): PriceDrop | null {
  const [before, now] = history.slice(-2);
  if (!before || !now || now.isOtherAd || !isPriceOfCar(now.priceDkk, reason)) return null;
  const dkk = before.priceDkk - now.priceDkk;
  return dkk > 0 && dkk <= before.priceDkk * mostFall ? { at: now.at, dkk } : null;
}
