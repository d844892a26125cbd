import { belowMarketPercent } from '#core/valuation/valuation.ts';
import type { Car } from './car.ts';
import { isOffered } from './listing-life.ts';
import { newPriceCut } from './price-drop.ts';

/**
 * A car as it was written at `at` (ISO): what alerts of automated searches and their replay compare. It holds what is locked
 * for some readers, and never leaves the server.
 */
export type CarMoment = {
  at: string;
  priceDkk: number;
  mileageKm: number | null;
  isAmazing: boolean;
  /** Whole percent below the market, negative above it; null without an estimate. */
  belowPercent: number | null;
  isOffered: boolean;
  /** Missing unless it was known to be sold. */
  isSold?: true;
  /** The price before, if it was cut with this change. */
  fromDkk?: number;
};

/** For so many days a car's moments are kept, with the last one before them. */
export const momentDays = 30;
const dayMs = 86_400_000;
const mostMoments = 60;

type Written = Omit<Car, 'moments'>;

/** What a search judges of a car that it has just found. */
export const stateOf = ({ priceDkk, rating }: Pick<Car, 'priceDkk' | 'rating'>) => ({
  isAmazing: rating.deal === 'amazing',
  belowPercent: belowMarketPercent(priceDkk, rating),
});

function momentOf(car: Written, last: CarMoment | undefined): CarMoment {
  const { updatedAt: at, priceDkk, mileageKm } = car;
  const offered = isOffered(car.availability);
  const cut = offered && last ? newPriceCut(car, last.at) : null;
  return {
    at,
    priceDkk,
    mileageKm,
    ...stateOf(car),
    isOffered: offered,
    ...(car.availability === 'sold' && { isSold: true as const }),
    ...(cut && { fromDkk: cut.fromDkk }),
  };
}

const isSame = (a: CarMoment, b: CarMoment): boolean =>
  b.fromDkk === undefined &&
  a.priceDkk === b.priceDkk &&
  a.mileageKm === b.mileageKm &&
  a.isAmazing === b.isAmazing &&
  a.belowPercent === b.belowPercent &&
  a.isOffered === b.isOffered &&
  a.isSold === b.isSold;

/** The car's moments with this state of it, if it differs from the last. */
export function withMoment(car: Car): CarMoment[] {
  const last = car.moments.at(-1);
  const moment = momentOf(car, last);
  if (last && (isSame(last, moment) || last.at >= moment.at)) return car.moments;
  const since = new Date(Date.parse(moment.at) - momentDays * dayMs).toISOString();
  const firstKept = car.moments.findLastIndex(({ at }) => at <= since);
  return [...car.moments.slice(Math.max(0, firstKept)), moment].slice(-mostMoments);
}

/** What happened to a car between two of its moments. */
export type CarNews =
  | { kind: 'drop'; fromDkk: number; toDkk: number }
  | { kind: 'amazing' }
  /** It costs more percent below the market than before. */
  | { kind: 'below'; fromPercent: number | null; toPercent: number }
  /** It is no longer offered, or turned out to be sold since then. */
  | { kind: 'gone' };

export function newsBetween(before: CarMoment, after: CarMoment): CarNews[] {
  if (!after.isOffered) return before.isOffered || (after.isSold && !before.isSold) ? [{ kind: 'gone' }] : [];
  const news: CarNews[] = [];
  if (after.fromDkk !== undefined) news.push({ kind: 'drop', fromDkk: after.fromDkk, toDkk: after.priceDkk });
  if (after.isAmazing && !before.isAmazing) news.push({ kind: 'amazing' });
  const [fromPercent, toPercent] = [before.belowPercent, after.belowPercent];
  if (toPercent !== null && toPercent > (fromPercent ?? 0))
    news.push({ kind: 'below', fromPercent, toPercent });
  return news;
}

export type Step = { before: CarMoment; after: CarMoment };
export const stepsOf = (moments: readonly CarMoment[]): Step[] =>
  moments.slice(1).map((after, place) => ({ before: moments[place]!, after }));

/** Whether the car may have entered a search with this step: other facts have no history. */
export const isPriceOrMileage = ({ before, after }: Step): boolean =>
  after.priceDkk !== before.priceDkk || after.mileageKm !== before.mileageKm;

/** The car as it was at an instant; nothing if that is not known. */
export const lastBy = (moments: readonly CarMoment[], at: string): CarMoment | undefined =>
  moments.findLast((moment) => moment.at <= at);
