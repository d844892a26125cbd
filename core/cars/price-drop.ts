import { isSymbolicAmount } from '#core/marketplaces/ad/price.ts';
import type { RatingReason } from '#core/valuation/valuation.ts';
import type { Car } from './car.ts';

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

/** A fall or a rise by more than this factor is a figure put right, or one that was put in to be found first. */
const mostFactor = 2;

export type PriceDrop = { at: string; dkk: number };
type Step = { at: string; priceDkk: number; isOtherAd?: true };

/**
 * The steps of a history that are prices of the thing that is asked for now: without symbols and figures out of all
 * proportion, and without the same price twice.
 */
function pricesOf(history: readonly Step[], nowDkk: number): Step[] {
  const prices: Step[] = [];
  let isOtherAd = false;
  for (const step of history) {
    isOtherAd ||= step.isOtherAd === true;
    const { priceDkk } = step;
    const isFar = priceDkk > nowDkk * mostFactor || priceDkk * mostFactor < nowDkk;
    if (isSymbolicAmount(priceDkk) || isFar || prices.at(-1)?.priceDkk === priceDkk) continue;
    prices.push({ at: step.at, priceDkk, ...(isOtherAd && { isOtherAd }) });
    isOtherAd = false;
  }
  return prices;
}

/** The last two prices of a history, when the later one is asked now and is less. */
function lastFall(history: readonly Step[]): { from: Step; to: Step } | null {
  const nowDkk = history.at(-1)?.priceDkk ?? 0;
  const [from, to] = pricesOf(history, nowDkk).slice(-2);
  return from && to?.priceDkk === nowDkk && nowDkk < from.priceDkk ? { from, to } : null;
}

/**
 * The fall that led to the price as it is asked now, for card and alert alike; null when it has not changed or rose. Told as
 * what the car costs less than before, and only when the ad that shows it came down itself.
 */
export function lastPriceDrop(
  car: Pick<Car, 'itemUrl' | 'adPaths' | 'priceHistory'>,
  reason: RatingReason,
): PriceDrop | null {
  const fall = lastFall(car.priceHistory);
  if (!fall || !isPriceOfCar(fall.to.priceDkk, reason)) return null;
  const ofAd = car.adPaths.find(({ itemUrl }) => itemUrl === car.itemUrl)?.prices ?? [];
  if (fall.to.isOtherAd && lastFall(ofAd)?.to.at !== fall.to.at) return null;
  return { at: fall.to.at, dkk: fall.from.priceDkk - fall.to.priceDkk };
}
