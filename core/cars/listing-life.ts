import type { ListingFlag } from '#core/marketplaces/ad/listing.ts';
import { wallClockMs } from '#core/shared.ts';
import { yearFraction } from '#core/valuation/subject.ts';
import type { PricedCar, Rating, RatingReason } from '#core/valuation/valuation.ts';
import type { Car } from './car.ts';
import { type RatingBasis, type Said, saidBy } from './rating-basis.ts';

const dayMs = 86_400_000;

export type Listed = { listedAt: string | null; firstSeenAt: string };

/** Since when a car is offered: marketplaces renew the date of an ad, so the first sight of it may be the older one. */
export const listedSince = ({ listedAt, firstSeenAt }: Listed): string =>
  listedAt !== null && Date.parse(listedAt) < Date.parse(firstSeenAt) ? listedAt : firstSeenAt;

/** Whether an ad tells since when the car is offered. If none does, or its day was renewed, it is since the first sight at least. */
export const isAgeKnown = (car: Listed): boolean => listedSince(car) !== car.firstSeenAt;

/** Whole days between two instants, none when they lie the other way round or one cannot be read. */
export function wholeDays(from: string, to: string): number {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return Number.isFinite(days) ? Math.max(0, Math.floor(days)) : 0;
}

const calendarDay = (instant: string): string =>
  Number.isNaN(Date.parse(instant))
    ? ''
    : new Date(wallClockMs(new Date(instant))).toISOString().slice(0, 10);

/**
 * Days that a car was offered until then, by the calendar in Copenhagen, as the two days are written beside it: since
 * yesterday evening is one day. For how long it was offered nobody knows after the last sight of it.
 */
export const daysListed = (car: Listed, until: string): number =>
  wholeDays(calendarDay(listedSince(car)), calendarDay(until));

const notForSale: readonly ListingFlag[] = ['not_a_car', 'wanted', 'parts'];

/**
 * Whether an ad offers a car: wanted ads, parts, motorcycles and trailers are recognised and kept out of the list
 * (marketplace: "recognised, kept out").
 */
export const isForSale = (ad: { flags: readonly ListingFlag[] }): boolean =>
  !ad.flags.some((flag) => notForSale.includes(flag));

/** Whether a car can still be bought, as far as its ads were seen. */
export const isOffered = (availability: Car['availability']): boolean =>
  availability === 'live' || availability === 'pending';

/** Whether a car is in the list that no visit has seen for so many days: its ad is gone, or nobody would know. */
export const isOutOfSight = (
  { availability, scrapedAt }: Pick<Car, 'availability' | 'scrapedAt'>,
  now: string,
  unseenDays: number,
): boolean => isOffered(availability) && Date.parse(now) - Date.parse(scrapedAt) > unseenDays * dayMs;

/** The car as it leaves the list: with its last price, unseen since it was seen last. It comes back with the next sight of it. */
export const retire = (car: Car): Car => ({ ...car, availability: 'unseen', goneAt: car.scrapedAt });

type Leaving = Listed & { goneAt: string | null };

/** What left longer ago tells of another market. */
const longestGoneDays = 365;
/** After so long what was asked counts half. */
const halfLifeDays = 180;
/** An ad that stood longer than cars of this market mostly do was taken away rather than sold at its price. */
const usualDays = 45;
const leastWeight = 0.1;

export const isOfThisMarket = ({ goneAt }: Pick<Leaving, 'goneAt'>, now: string): boolean =>
  goneAt === null || Date.parse(now) - Date.parse(goneAt) < longestGoneDays * dayMs;

/**
 * How much the last price of a car counts beside one that is asked today, from 0.1 to 1: less the longer it is gone, and the
 * longer it stood before. Chosen, not fitted: `npm run bench -- valuation --gone` shows what it does.
 */
export function weightOf(car: Leaving, now: string): number {
  if (car.goneAt === null) return 1;
  const goneDays = Math.max(0, Date.parse(now) - Date.parse(car.goneAt)) / dayMs;
  const age = 0.5 ** (goneDays / halfLifeDays);
  const stood = Math.min(1, usualDays / Math.max(1, daysListed(car, car.goneAt)));
  return Math.max(leastWeight, Math.round(age * stood * 100) / 100);
}

export type GoneCar = Leaving & { id: string };

/** Ids of the cars that left the market within its time, `most` of them at most: the last ones, in the order they left. */
export function lastGone(cars: readonly GoneCar[], now: string, most: number): string[] {
  const gone = cars.filter((car) => car.goneAt !== null && isOfThisMarket(car, now));
  const order = ({ goneAt, id }: GoneCar) => `${goneAt} ${id}`;
  return gone
    .toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
    .slice(0, Math.max(0, most))
    .map(({ id }) => id);
}

/** Reasons that say the asking price is no market price: such cars teach the model nothing. */
const noMarketPrice = new Set([
  'no_price',
  'placeholder_price',
  'down_payment',
  'doubtful_mileage',
  'price_out_of_range',
  'leasing',
  'ex_vat',
  'parts',
  'defect',
  'wanted',
  'not_a_car',
  'foreign_currency',
  'missing_make_model_year',
]);

/** Whether the price that is asked for a car says something of the market of `now`. */
export const isLesson = (car: RatingBasis, now: string): boolean =>
  car.from.priceDkk !== null && !noMarketPrice.has(car.said.reason) && isOfThisMarket(car, now);

/**
 * The car as a lesson for the model; null when it is none. What is sold or gone teaches what it asked last, on the day it was
 * gone.
 */
export function lessonOf(car: RatingBasis, now: string): PricedCar | null {
  const { facts, priceDkk } = car.from;
  if (priceDkk === null || !isLesson(car, now)) return null;
  const lesson = { ...facts, price: priceDkk };
  if (car.goneAt === null) return lesson;
  return { ...lesson, observedYear: yearFraction(car.goneAt), weight: weightOf(car, now) };
}

/** After how many days half of a model's cars are gone, and of how many cars that is known. */
export type ModelDays = { make: string; model: string; days: number; cars: number };

/** Fewer tell nothing of their model. */
const leastCars = 20;
/** Of so few that were watched at an age nothing is said of that age. */
const leastWatched = 5;

/** From which day on the market a car was watched, until which, and whether it was gone then. */
export type Watched = { fromDay: number; toDay: number; isGone: boolean };

/**
 * After how many days half are gone, as far as they were watched; null where that was not seen. What is still offered has
 * stood at least until now, and what had stood when it was first seen says nothing of the days before: each counts among
 * those that could have gone on a day only on days on which it was watched (Kaplan and Meier 1958, with late entries).
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

/** What is asked of a car to know how long its model is offered. */
type Offered = Pick<Car, 'availability' | 'goneAt' | 'scrapedAt'> &
  Listed & { make: string | null; model: string | null };

/** Until it was gone, or seen last: whether one stood longer that nobody looked at, nobody knows. */
function watchedDays(car: Offered): Watched {
  const since = Date.parse(listedSince(car));
  return {
    fromDay: (Date.parse(car.firstSeenAt) - since) / dayMs,
    toDay: (Date.parse(car.goneAt ?? car.scrapedAt) - since) / dayMs,
    isGone: car.goneAt !== null && car.availability !== 'unseen',
  };
}

/** Takes one car after another, and keeps of each what its model's figures need. */
export class DaysOfModels {
  readonly #now: string;
  readonly #models = new Map<string, { make: string; model: string; watched: Watched[] }>();

  constructor(now: string) {
    this.#now = now;
  }

  add(car: Offered): void {
    const { make, model } = car;
    if (!make || !model || !isAgeKnown(car) || !isOfThisMarket(car, this.#now)) return;
    const key = `${make}\n${model}`;
    const known = this.#models.get(key) ?? { make, model, watched: [] };
    known.watched.push(watchedDays(car));
    this.#models.set(key, known);
  }

  /** How long the cars of each model are offered, of the models of which enough is known. */
  figures(): ModelDays[] {
    return [...this.#models.values()]
      .filter(({ watched }) => watched.length >= leastCars)
      .flatMap(({ make, model, watched }): ModelDays[] => {
        const days = medianDaysToGone(watched);
        return days === null ? [] : [{ make, model, days: Math.round(days * 10) / 10, cars: watched.length }];
      })
      .sort((a, b) => (`${a.make} ${a.model}` < `${b.make} ${b.model}` ? -1 : 1));
  }
}

/**
 * A car is written again only when its estimate moved by more than this share. A new fit moves most
 * estimates by one or two in a hundred, and each is wrong by six at the median (decision 13).
 */
const movedShare = 0.02;
/**
 * A dead band: the label of a car of which nothing has changed stays, with the value and the comparables it was given by,
 * until its estimate moved by more than this share, and so far that the value of before lies outside of the new range: half of
 * all estimates err by six in a hundred, and that of a rare car by more. A smaller move tells nothing.
 */
const turnedShare = 0.1;

/** Where the market alone decides. What an ad or the register says of a car turns its label at once. */
const marketReasons: readonly RatingReason[] = [
  'rated',
  'uncertain',
  'thin_evidence',
  'mixed_evidence',
  'version_untold',
  'too_good_to_be_true',
  'far_above_market',
];

/** Whether a rating says something else than the one before. */
export function hasRatingMoved(before: Said, after: Said & Pick<Rating, 'lowDkk' | 'highDkk'>): boolean {
  // Ratings of before do not say it: they are written again once.
  if (before.restsOn !== after.restsOn) return true;
  const [a, b] = [before.avgDkk, after.avgDkk];
  // That cars like it went says nothing against what they told of it.
  if (a !== null && after.reason === 'few_comparables') return false;
  if (a === null || b === null) return a !== b || before.reason !== after.reason;
  const isByMarket = [before, after].every(({ reason }) => marketReasons.includes(reason));
  if (before.deal !== after.deal) {
    const isOutside = a < after.lowDkk! || a > after.highDkk!;
    return !isByMarket || (isOutside && Math.abs(a - b) > turnedShare * a);
  }
  return before.reason !== after.reason || Math.abs(a - b) > movedShare * a;
}

/** Whether a car that was rated again says something else than before. */
export const hasMoved = (before: Car, after: Car): boolean =>
  before.registerState !== after.registerState || hasRatingMoved(saidBy(before.rating), after.rating);
