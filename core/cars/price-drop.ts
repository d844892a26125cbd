import { isSymbolicAmount } from '#core/marketplaces/ad/price.ts';
import type { RatingReason } from '#core/valuation/valuation.ts';
import type { Car } from './car.ts';

/** Reasons that mean that the price field is not the price of the car: a monthly rate, or a symbolic 1 kr. */
const noPriceReasons: readonly RatingReason[] = [
  'no_price',
  'placeholder_price',
  'down_payment',
  'leasing',
  'foreign_currency',
];

export const isPriceOfCar = (priceDkk: number, reason: RatingReason): boolean =>
  priceDkk > 0 && !noPriceReasons.includes(reason);

/** A change by more than this factor is a correction or a symbolic price, not a price cut. */
const mostFactor = 2;

/** A smaller fall, such as by one krone to stand at the top again, is no price cut. */
const leastCutDkk = 100;

/** Whether a step between two prices is one of the car's price, and no placeholder or typing error that was put right. */
export const isPriceChange = (fromDkk: number, toDkk: number): boolean =>
  ![fromDkk, toDkk].some((dkk) => dkk <= 0 || isSymbolicAmount(dkk)) &&
  fromDkk <= toDkk * mostFactor &&
  toDkk <= fromDkk * mostFactor;

export type PriceDrop = { at: string; dkk: number };
type Step = { at: string; priceDkk: number; isOtherAd?: true };

/**
 * The steps of a history that are real prices of the car, compared with the current price: without symbolic or corrected
 * prices and without repeats.
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

export type PricePath = readonly Step[];

/** The real prices of a history; `isCut`: the ad that showed the car came down to it. */
export const stepsOfPath = (history: PricePath): { at: string; priceDkk: number; isCut: boolean }[] =>
  pricesOf(history, history.at(-1)?.priceDkk ?? 0).map(({ at, priceDkk, isOtherAd }, place, prices) => {
    const fallDkk = (prices[place - 1]?.priceDkk ?? priceDkk) - priceDkk;
    return { at, priceDkk, isCut: !isOtherAd && fallDkk >= leastCutDkk };
  });

/** The last two prices of a history, if the later one is the current price and is lower. */
function lastFall(history: readonly Step[]): { from: Step; to: Step } | null {
  const nowDkk = history.at(-1)?.priceDkk ?? 0;
  const [from, to] = pricesOf(history, nowDkk).slice(-2);
  return from && to?.priceDkk === nowDkk && nowDkk < from.priceDkk ? { from, to } : null;
}

/**
 * The price cut that led to the current price, for card and alert; null if the price did not change or rose. Only counts if
 * the ad that shows the car lowered its own price.
 */
export function lastPriceDrop(
  car: Pick<Car, 'itemUrl' | 'adPaths' | 'priceHistory'>,
  reason: RatingReason,
): PriceDrop | null {
  const fall = lastFall(car.priceHistory);
  if (!fall || !isPriceOfCar(fall.to.priceDkk, reason)) return null;
  if (fall.to.isOtherAd && lastFall(ownPath(car))?.to.at !== fall.to.at) return null;
  const dkk = fall.from.priceDkk - fall.to.priceDkk;
  return dkk < leastCutDkk ? null : { at: fall.to.at, dkk };
}

const ownPath = ({ adPaths, itemUrl }: Pick<Car, 'itemUrl' | 'adPaths'>): PricePath =>
  adPaths.find((path) => path.itemUrl === itemUrl)?.prices ?? [];

/** A price that goes up for fewer days and comes back is no news. */
const returnDays = 30;

/**
 * The price cut that came after `since` (ISO instant), for alerts, with both prices. A return of the ad that shows the car to
 * what it asked in the last `returnDays` is none.
 */
export function newPriceCut(
  car: Pick<Car, 'itemUrl' | 'adPaths' | 'priceHistory' | 'priceDkk'> & {
    rating: Pick<Car['rating'], 'reason'>;
  },
  since: string,
): { fromDkk: number; toDkk: number } | null {
  const drop = lastPriceDrop(car, car.rating.reason);
  if (!drop || Date.parse(drop.at) <= Date.parse(since)) return null;
  const { priceDkk: toDkk } = car;
  const own = ownPath(car);
  const steps = own.length > 0 ? own : car.priceHistory;
  const from = new Date(Date.parse(drop.at) - returnDays * 86_400_000).toISOString();
  const isReturn = steps.some((step, place) => {
    const until = steps[place + 1]?.at;
    const isSame = Math.abs(step.priceDkk - toDkk) < leastCutDkk;
    return isSame && until !== undefined && until <= drop.at && until >= from;
  });
  return isReturn ? null : { fromDkk: toDkk + drop.dkk, toDkk };
}
