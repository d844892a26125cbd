import { type Car, isPrivateCarId } from '#core/cars/car.ts';
import type { Listing, ListingFlag } from '#core/marketplaces/ad/listing.ts';
import type { Rejection } from '#core/marketplaces/marketplace.ts';
import { limits } from '#core/payments/plan.ts';
import { beginningOf, hidePlates } from '#core/plates/written-plates.ts';
import { isRunId } from '#core/searches/automated-search.ts';
import type { Job } from './job.ts';

const most = { title: 200, description: 6000, word: 100, photos: 40, lines: 60 } as const;

/** A cut may go through a surrogate pair: half of one cannot be stored. None goes through a plate. */
function cut(text: string, length: number): string;
function cut(text: string | null, length: number): string | null;
function cut(text: string | null, length: number): string | null {
  return text === null ? null : beginningOf(text, length, null).toWellFormed();
}

const cutLines = (lines: readonly string[]): string[] =>
  lines.slice(0, most.lines).map((line) => cut(line, most.title));

/**
 * A listing cut to what a car needs of it. Our own pages are bounded when they are read; another source of listings is
 * held to the same, because a car with all its words must fit into one item of the table (400 KB).
 */
export function boundListing(listing: Listing): Listing {
  return {
    ...listing,
    title: cut(listing.title, most.title),
    description: cut(listing.description, most.description),
    city: cut(listing.city, most.word),
    make: cut(listing.make, most.word),
    model: cut(listing.model, most.word),
    variant: cut(listing.variant, most.word),
    color: cut(listing.color, most.word),
    dealerName: cut(listing.dealerName, most.word),
    postalCode: cut(listing.postalCode, most.word),
    specifications: cutLines(listing.specifications),
    photoCaptions: cutLines(listing.photoCaptions),
    photoUrls: listing.photoUrls.slice(0, most.photos),
  };
}

/** What these say follows from the price alone: a newer price takes them away again. */
const priceFlags: readonly ListingFlag[] = ['placeholder_price', 'foreign_currency'];

function mergeFlags(older: Listing, newer: Listing): ListingFlag[] {
  const kept = newer.price ? older.flags.filter((flag) => !priceFlags.includes(flag)) : older.flags;
  const flags = [...new Set([...kept, ...newer.flags])];
  const isRead = older.description !== null || newer.description !== null;
  return isRead ? flags.filter((flag) => flag !== 'conditions_unread') : flags;
}

/** A figure that cannot be believed (111.111) passes for one that can where the feed rounds it (111K). */
function isSameFigure(unbelieved: Listing, rounded: Listing): boolean {
  const { mileage, otherMileage } = unbelieved;
  if (mileage !== null || !otherMileage || rounded.mileage?.precision !== 'rounded') return false;
  return Math.abs(otherMileage.km - rounded.mileage.km) < 1000;
}

/** Two readings of one ad: the newer one wins wherever it says something. */
export function mergeListings(older: Listing, newer: Listing): Listing {
  const says = ([, value]: [string, unknown]) =>
    value !== null && !(Array.isArray(value) && value.length === 0);
  const said = Object.fromEntries(Object.entries(newer).filter(says)) as Partial<Listing>;
  const photoUrls = newer.photoUrls.length >= older.photoUrls.length ? newer.photoUrls : older.photoUrls;
  return {
    ...older,
    ...said,
    ...((isSameFigure(newer, older) || isSameFigure(older, newer)) && { mileage: null }),
    photoUrls,
    // The words that were read last, where they were seen at all.
    unclear: (newer.description === null && older.description !== null ? older : newer).unclear,
    id: older.id,
    flags: mergeFlags(older, newer),
    // What a price is the price of stands in the description more often than not, which a feed does not show.
    priceKind: (newer.description === null ? older.priceKind : null) ?? newer.priceKind ?? older.priceKind,
  };
}

/** A car is gone through again once a day whatever its ad shows, so that the catalog knows that it is still there. */
const freshMs = 86_400_000;

/**
 * Whether nothing of a car needs to be done again: `before` is its ad as it was read last, `seen` what the feed shows now;
 * `readsEveryPage`: its own page is read of every ad, so that one without a description has not been read.
 * Most cars of an hour's run are as they were an hour ago.
 */
export function isUnchangedAd(
  { registerState, scrapedAt }: Pick<Car, 'registerState' | 'scrapedAt'>,
  before: Listing,
  seen: Listing,
  readsEveryPage: boolean,
  now: Date,
): boolean {
  return (
    (before.description !== null || !readsEveryPage) &&
    registerState !== 'pending' &&
    now.getTime() - Date.parse(scrapedAt) < freshMs &&
    before.availability === seen.availability &&
    before.price?.amount === seen.price?.amount &&
    before.price?.currency === seen.price?.currency
  );
}

/**
 * Why an ad that a person sees in a search is no car of its import: it could not be read, the search excludes it, it sells
 * no car, the page holds more cars than one import takes, or it is a car that was read at other prices already.
 */
export const leftOutReasons = [
  'unreadable',
  'not_asked_for',
  'not_for_sale',
  'beyond_limit',
  'same_car',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
/** `titles`: of some of them, where they were read. */
export type LeftOutCount = { reason: LeftOutReason; count: number; titles: string[] };

/** Of one batch: nobody misses more ads than this, and an import is one item of the table. */
const mostMarks = 100;

/** A person looks for the one they miss; an import's row is kept for a month or longer. */
const mostTitles = 20;
const longestTitle = 80;

/** Marks of ads, the first of them with what they are called. A number plate in it is nobody's to keep. */
const marksOf = (reason: LeftOutReason, ads: readonly Listing[]): string[] =>
  ads.map(({ id, title }, place) =>
    place < mostTitles
      ? `${reason}#${id}#${hidePlates(title, null).slice(0, longestTitle).toWellFormed()}`
      : `${reason}#${id}`,
  );

const reasonOf: Readonly<Record<Rejection['reason'], LeftOutReason | null>> = {
  no_id: 'unreadable',
  no_title: 'unreadable',
  not_asked_for: 'not_asked_for',
  // Of another search: nobody sees it on the page.
  not_shown: null,
};

/**
 * A mark for each ad of a batch that is left out, the same each time: a visit that is made again counts nothing twice.
 * An ad without an id is told from others by its place in the batch.
 */
export function leftOutMarks(
  { listings, rejected }: { listings: readonly Listing[]; rejected: readonly Rejection[] },
  notForSale: readonly Listing[],
): string[] {
  const batch = listings[0]?.id ?? '';
  const unread = rejected.flatMap(({ id, reason }, place) => {
    const leftOut = reasonOf[reason];
    return leftOut ? [`${leftOut}#${id ?? `${batch}/${place}`}`] : [];
  });
  return [...unread, ...marksOf('not_for_sale', notForSale)].slice(0, mostMarks);
}

/** One mark for all cars of a page that stand behind the last one taken: there may be hundreds, and most have not been read. */
export const beyondLimitMarks = (cars: number): string[] => (cars > 0 ? [`beyond_limit#${cars}`] : []);

/** A mark for each ad of a car that was read at as many other prices as a day has room for. */
export const sameCarMarks = (ads: readonly Listing[]): string[] => marksOf('same_car', ads);

/** How many were left out for each reason, the most frequent first, and what they are called. */
export function countLeftOut(marks: ReadonlySet<string>): LeftOutCount[] {
  const countOf = (reason: LeftOutReason): LeftOutCount => {
    // Of one ad there may be two marks: with a title and without, or with another one.
    const titles = new Map<string, string>();
    for (const mark of marks) {
      const [of, id = '', ...title] = mark.split('#');
      if (of === reason) titles.set(id, titles.get(id) || title.join('#'));
    }
    const count =
      reason === 'beyond_limit'
        ? [...titles.keys()].reduce((sum, cars) => sum + Number(cars), 0)
        : titles.size;
    return { reason, count, titles: [...new Set(titles.values())].filter(Boolean).slice(0, mostTitles) };
  };
  return leftOutReasons
    .map(countOf)
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** A car among a person's discoveries, by the import or hourly run that brought it first. */
export type Discovery = { carId: string; jobId: string; discoveredAt: string };

/** A car of a dropped page is in its owner's own views and nowhere else: it stays there until they remove it. */
const hasEnd = ({ carId }: Pick<Discovery, 'carId'>): boolean => !isPrivateCarId(carId);

const endMs = ({ discoveredAt }: Discovery): number =>
  Date.parse(discoveredAt) + limits.discoveryDays * 86_400_000;

/** When a discovery ends, in seconds of the epoch: the table forgets it then by itself. Null: it does not. */
export const discoveryTtl = (discovery: Discovery): number | null =>
  hasEnd(discovery) ? Math.floor(endMs(discovery) / 1000) : null;

const newestFirst = (a: Discovery, b: Discovery): number =>
  b.discoveredAt.localeCompare(a.discoveredAt) || (a.carId < b.carId ? -1 : 1);

/**
 * What a person keeps no more: what is too old, and the oldest beyond the limit. What hourly runs brought and what was
 * imported by hand are counted apart, so that neither pushes the other out (decision 17).
 */
export function outdatedDiscoveries(all: readonly Discovery[], now: Date): Discovery[] {
  const ending = all.filter(hasEnd);
  const isOver = (discovery: Discovery) => endMs(discovery) <= now.getTime();
  const kept = ending.filter((each) => !isOver(each)).sort(newestFirst);
  const beyond = (isOfRun: boolean) =>
    kept.filter(({ jobId }) => isRunId(jobId) === isOfRun).slice(limits.discoveries);
  return [...ending.filter(isOver), ...beyond(true), ...beyond(false)];
}

/**
 * Whether a car is rated before its photos are copied: its ad states the plate, so that nothing of the rating hangs on them, and
 * one answer may bring so many cars that whoever asked would wait for pictures alone.
 */
export const canPhotosWait = ({ plate, photoUrls }: Pick<Listing, 'plate' | 'photoUrls'>): boolean =>
  plate !== null && photoUrls.length > 0;

const secondsPerCar = 0.5;
/** While a search is being read its later pages are not counted yet. */
const moreToComeSeconds = 15;
const longestDelaySeconds = 120;

/** For how long: until the import's other cars, which wait in the same queue, are rated by and large. */
export function photosDelaySeconds({ found, done, failed }: Pick<Job, 'found' | 'done' | 'failed'>): number {
  const left = Math.max(0, found.size - done.size - failed.size);
  if (left === 0) return 0;
  return Math.min(longestDelaySeconds, moreToComeSeconds + Math.ceil(left * secondsPerCar));
}
