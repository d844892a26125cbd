import type { ListingFlag } from '#core/marketplaces/ad/listing.ts';
import { calendarDay } from '#core/shared.ts';
import { yearFraction } from '#core/valuation/subject.ts';
import type { PricedCar, Rating, RatingReason } from '#core/valuation/valuation.ts';
import { type Car, type Listed, listedSince } from './car.ts';
import { type RatingBasis, type Said, saidBy } from './rating-basis.ts';

const dayMs = 86_400_000;

/**
 * Whether an ad gives the date from which the car is offered. If not, it has been offered at least since the first sighting.
 */
export const isAgeKnown = (car: Listed): boolean => listedSince(car) !== car.firstSeenAt;

/** Whole days between two instants; 0 if they are reversed or one is invalid. */
export function wholeDays(from: string, to: string): number {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return Number.isFinite(days) ? Math.max(0, Math.floor(days)) : 0;
}

/** Days from one instant to another by the calendar in Copenhagen: from yesterday evening to this morning is one day. */
export const calendarDays = (from: string, to: string): number =>
  wholeDays(calendarDay(from), calendarDay(to));

/**
 * Calendar days from the first offer to `until`, as the two dates are shown. `until` should be the last sighting at the
 * latest, because it is unknown how long the car was offered after that.
 */
export const daysListed = (car: Listed, until: string): number => calendarDays(listedSince(car), until);

const notForSale: readonly ListingFlag[] = ['not_a_car', 'wanted', 'parts'];

/** Whether an ad sells a car: wanted ads, parts, motorcycles and trailers are recognised and kept out of the list. */
export const isForSale = (ad: { flags: readonly ListingFlag[] }): boolean =>
  !ad.flags.some((flag) => notForSale.includes(flag));

/** Whether a car can still be bought, as of the last visit to its ads. */
export const isOffered = (availability: Car['availability']): boolean =>
  availability === 'live' || availability === 'pending';

/** Whether a listed car has not been seen for so many days that its ad must be assumed gone. */
export const isOutOfSight = (
  { availability, scrapedAt }: Pick<Car, 'availability' | 'scrapedAt'>,
  now: string,
  unseenDays: number,
): boolean => isOffered(availability) && Date.parse(now) - Date.parse(scrapedAt) > unseenDays * dayMs;

/**
 * The car as it leaves the list: with its last price, and gone since its last sighting. The next sighting brings it back.
 */
export const retire = (car: Car): Car => ({ ...car, availability: 'unseen', goneAt: car.scrapedAt });

/** A car that has been gone for thirteen months: longer than it teaches the model, and than anybody's discovery of it lasts. */
const forgottenAfterDays = 396;
export const isForgotten = (goneAt: string | null, now: string): boolean =>
  goneAt !== null && Date.parse(now) - Date.parse(goneAt) > forgottenAfterDays * dayMs;

type Leaving = Listed & { goneAt: string | null };

/** Cars that left longer ago teach the model nothing: the market has changed. */
const longestGoneDays = 365;
/** After this many days a price counts half. */
const halfLifeDays = 180;
/** An ad online for longer than this was probably withdrawn, not sold at its price. */
const usualDays = 45;
const leastWeight = 0.1;

export const isOfThisMarket = ({ goneAt }: Pick<Leaving, 'goneAt'>, now: string): boolean =>
  goneAt === null || Date.parse(now) - Date.parse(goneAt) < longestGoneDays * dayMs;

/**
 * The weight of a gone car's last price beside a current asking price, from 0.1 to 1: less the longer ago it left, and the
 * longer it was online. Chosen by judgement, not fitted.
 */
export function weightOf(car: Leaving, now: string): number {
  if (car.goneAt === null) return 1;
  const goneDays = Math.max(0, Date.parse(now) - Date.parse(car.goneAt)) / dayMs;
  const age = 0.5 ** (goneDays / halfLifeDays);
  const stood = Math.min(1, usualDays / Math.max(1, daysListed(car, car.goneAt)));
  return Math.max(leastWeight, Math.round(age * stood * 100) / 100);
}

export type GoneCar = Leaving & { id: string };

/** Ids of the cars that left recently enough to count, at most the last `most` of them, in the order in which they left. */
export function lastGone(cars: readonly GoneCar[], now: string, most: number): string[] {
  const gone = cars.filter((car) => car.goneAt !== null && isOfThisMarket(car, now));
  const order = ({ goneAt, id }: GoneCar) => `${goneAt} ${id}`;
  return gone
    .toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
    .slice(0, Math.max(0, most))
    .map(({ id }) => id);
}

/** Reasons that mean that the asking price is not a market price; the model does not learn from such cars. */
const noMarketPrice = new Set([
  'no_price',
  'placeholder_price',
  'down_payment',
  'doubtful_mileage',
  'price_out_of_range',
  'leasing',
  'ex_vat',
  'ex_tax',
  'wholesale',
  'parts',
  'defect',
  'wanted',
  'not_a_car',
  'foreign_currency',
  'missing_make_model_year',
]);

/** Whether the car's asking price is evidence of the market at `now`. */
export const isLesson = (car: RatingBasis, now: string): boolean =>
  car.from.priceDkk !== null && !noMarketPrice.has(car.said.reason) && isOfThisMarket(car, now);

/**
 * The car as a training example for the model, or null. A sold or gone car counts with its last price on the day that it
 * left.
 */
export function lessonOf(car: RatingBasis, now: string): PricedCar | null {
  const { facts, priceDkk } = car.from;
  if (priceDkk === null || !isLesson(car, now)) return null;
  const lesson = { ...facts, price: priceDkk };
  if (car.goneAt === null) return lesson;
  return { ...lesson, observedYear: yearFraction(car.goneAt), weight: weightOf(car, now) };
}

/** The median number of days until a model's cars are gone, and the number of cars that it is based on. */
export type ModelDays = { make: string; model: string; days: number; cars: number };

/** Fewer cars give no figure for their model. */
const leastCars = 20;
/** With fewer cars observed at an age, nothing is inferred for that age. */
const leastWatched = 5;

/** The days on the market between which a car was observed, and whether it was gone at the end. */
export type Watched = { fromDay: number; toDay: number; isGone: boolean };

/**
 * The median number of days until a car is gone; null if it cannot be estimated. A car still offered is censored, and one
 * first seen later than its ad began enters late: each counts only on days on which it was observed (Kaplan and Meier 1958,
 * with late entries).
 */
export function medianDaysToGone(watched: readonly Watched[]): number | null {
  const there = watched.filter(({ fromDay, toDay }) => fromDay < toDay);
  const fromDays = Float64Array.from(there, ({ fromDay }) => fromDay).sort();
  const toDays = Float64Array.from(there, ({ toDay }) => toDay).sort();
  const goneDays = Float64Array.from(
    there.filter(({ isGone }) => isGone),
    ({ toDay }) => toDay,
  ).sort();
  let staying = 1;
  let [come, left] = [0, 0];
  for (let next = 0; next < goneDays.length; ) {
    const day = goneDays[next]!;
    const first = next;
    while (goneDays[next] === day) next++;
    while (fromDays[come]! < day) come++;
    while (toDays[left]! < day) left++;
    const watchedThen = come - left;
    if (watchedThen < leastWatched) continue;
    staying *= 1 - (next - first) / watchedThen;
    if (staying <= 0.5) return day;
  }
  return null;
}

/** A car that nobody has seen for so many days may be sold. */
export const longUnseenDays = 7;

/** The fields of a car from which the time on the market is computed. */
type Offered = Pick<Car, 'availability' | 'goneAt' | 'scrapedAt'> &
  Listed & { make: string | null; model: string | null };

/** The observed days of a car: until it was gone, or until it was last seen. `mayBeGone`: then, or nobody looked since. */
type Seen = Watched & { mayBeGone: boolean };

function watchedDays(car: Offered, now: string): Seen {
  const since = Date.parse(listedSince(car));
  return {
    fromDay: (Date.parse(car.firstSeenAt) - since) / dayMs,
    toDay: (Date.parse(car.goneAt ?? car.scrapedAt) - since) / dayMs,
    isGone: car.goneAt !== null && car.availability !== 'unseen',
    mayBeGone: car.goneAt !== null || isOutOfSight(car, now, longUnseenDays),
  };
}

/**
 * The median of these cars if it hardly depends on those of which nobody knows whether they left: within a fifth, whether
 * all of them did or none. Null otherwise, since most ends that are not seen would make the usual time too long.
 */
function surelyMedianDays(seen: readonly Seen[]): number | null {
  const latest = medianDaysToGone(seen);
  const soonest = medianDaysToGone(seen.map((car) => ({ ...car, isGone: car.mayBeGone })));
  return latest !== null && soonest !== null && latest <= soonest * 1.2 ? latest : null;
}

/** Collects cars one at a time and keeps only what the models' figures need. */
export class DaysOfModels {
  readonly #now: string;
  readonly #models = new Map<string, { make: string; model: string; watched: Seen[] }>();

  constructor(now: string) {
    this.#now = now;
  }

  add(car: Offered): void {
    const { make, model } = car;
    if (!make || !model || !isAgeKnown(car) || !isOfThisMarket(car, this.#now)) return;
    const key = `${make}\n${model}`;
    const known = this.#models.get(key) ?? { make, model, watched: [] };
    known.watched.push(watchedDays(car, this.#now));
    this.#models.set(key, known);
  }

  /** The time on the market of each model with enough cars. */
  figures(): ModelDays[] {
    return [...this.#models.values()]
      .filter(({ watched }) => watched.length >= leastCars)
      .flatMap(({ make, model, watched }): ModelDays[] => {
        const days = surelyMedianDays(watched);
        return days === null ? [] : [{ make, model, days: Math.round(days * 10) / 10, cars: watched.length }];
      })
      .sort((a, b) => (`${a.make} ${a.model}` < `${b.make} ${b.model}` ? -1 : 1));
  }
}

/**
 * A car is written again only if its estimate moved by more than this share. A new fit moves most estimates by one or two
 * per cent; their median error is six per cent (decision 13).
 */
const movedShare = 0.02;
/**
 * Hysteresis: an unchanged car keeps its label, with the value and comparables behind it, until its estimate moves by more
 * than this share and the former value is outside the new range. The median error of an estimate is six per cent, and larger
 * for rare cars, so smaller moves are noise.
 */
const turnedShare = 0.1;

/** Reasons that depend on the market only. A change in what the ad or the register says changes the label at once. */
const marketReasons: readonly RatingReason[] = [
  'rated',
  'uncertain',
  'thin_evidence',
  'mixed_evidence',
  'version_untold',
  'too_good_to_be_true',
  'far_above_market',
];

/** Whether a rating differs enough from the one before to be written. */
export function hasRatingMoved(before: Said, after: Said & Pick<Rating, 'lowDkk' | 'highDkk'>): boolean {
  // Ratings stored before the field existed lack it, and are written again once.
  if (before.restsOn !== after.restsOn) return true;
  const [a, b] = [before.avgDkk, after.avgDkk];
  // That similar cars have left does not contradict what they showed.
  if (a !== null && after.reason === 'few_comparables') return false;
  if (a === null || b === null) return a !== b || before.reason !== after.reason;
  const isByMarket = [before, after].every(({ reason }) => marketReasons.includes(reason));
  // A car's reader was promised to hear of it.
  if (before.deal === 'no_estimate' && after.deal !== 'no_estimate') return true;
  if (before.deal !== after.deal) {
    const isOutside = a < after.lowDkk! || a > after.highDkk!;
    return !isByMarket || (isOutside && Math.abs(a - b) > turnedShare * a);
  }
  return before.reason !== after.reason || Math.abs(a - b) > movedShare * a;
}

/** Whether a car that was rated again differs enough from before to be written. */
export const hasMoved = (before: Car, after: Car): boolean =>
  before.registerState !== after.registerState || hasRatingMoved(saidBy(before.rating), after.rating);
