import type { Identification } from '#core/cars/build-car.ts';
import { type Car, isPrivateCarId } from '#core/cars/car.ts';
import type { Listing, ListingFlag } from '#core/marketplaces/ad/listing.ts';
import type { Rejection } from '#core/marketplaces/marketplace.ts';
import { limits } from '#core/payments/plan.ts';
import { beginningOf, hidePlates } from '#core/plates/written-plates.ts';
import { isRunId } from '#core/searches/automated-search.ts';
import type { Job } from './job.ts';

const most = { title: 200, description: 6000, word: 100, photos: 40, lines: 60 } as const;

/** Cuts a text without splitting a surrogate pair, which cannot be stored, or a number plate. */
function cut(text: string, length: number): string;
function cut(text: string | null, length: number): string | null;
function cut(text: string | null, length: number): string | null {
  return text === null ? null : beginningOf(text, length, null).toWellFormed();
}

const cutLines = (lines: readonly string[]): string[] =>
  lines.slice(0, most.lines).map((line) => cut(line, most.title));

/**
 * Cuts a listing to what a car needs. Our own parsers limit their output; other sources of listings get the same limits
 * here, because a car with all its texts must fit into one item of the table (400 KB).
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

/** Flags that depend on the price alone; a newer price removes them. */
const priceFlags: readonly ListingFlag[] = ['placeholder_price', 'foreign_currency'];
/** Flags of what a price leaves out, mostly said in the description; a newer one removes them. */
const lackingFlags: readonly ListingFlag[] = ['ex_vat', 'ex_tax', 'wholesale'];

function mergeFlags(older: Listing, newer: Listing): ListingFlag[] {
  const removed = [...(newer.price ? priceFlags : []), ...(newer.description === null ? [] : lackingFlags)];
  const kept = older.flags.filter((flag) => !removed.includes(flag));
  const flags = [...new Set([...kept, ...newer.flags])];
  const isRead = older.description !== null || newer.description !== null;
  return isRead ? flags.filter((flag) => flag !== 'conditions_unread') : flags;
}

/** Whether a doubted exact mileage (111.111) and a rounded one of the feed (111K) are the same figure. */
function isSameFigure(unbelieved: Listing, rounded: Listing): boolean {
  const { mileage, otherMileage } = unbelieved;
  if (mileage !== null || !otherMileage || rounded.mileage?.precision !== 'rounded') return false;
  return Math.abs(otherMileage.km - rounded.mileage.km) < 1000;
}

/** Merges two readings of one ad: the newer one wins in every field that it has. */
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
    // From the newest reading that had a description.
    unclear: (newer.description === null && older.description !== null ? older : newer).unclear,
    id: older.id,
    flags: mergeFlags(older, newer),
    // What a price covers is mostly stated in the description, which a feed does not show.
    priceKind: (newer.description === null ? older.priceKind : null) ?? newer.priceKind ?? older.priceKind,
  };
}

/** Every car is processed again once a day even if its ad is unchanged, so that the catalog knows that it still exists. */
const freshMs = 86_400_000;

/**
 * Whether a car need not be processed again, as most in an hourly run. `before`: its ad as last read. `seen`: what the feed
 * shows now. `readsEveryPage`: the marketplace's ads are all read on their own pages, so an ad without a description has not
 * been read yet.
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
 * Why an ad shown in a search is not among the import's cars: it could not be read, does not match the search, does not sell
 * a car, exceeds the limit of cars, or is a car already read at too many other prices.
 */
export const leftOutReasons = [
  'unreadable',
  'not_asked_for',
  'not_for_sale',
  'beyond_limit',
  'same_car',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
/** `titles`: those of some of the ads, if they were read. */
export type LeftOutCount = { reason: LeftOutReason; count: number; titles: string[] };

/** Maximum of marks per batch: an import is one item of the table. */
const mostMarks = 100;

/** Maximum of titles per reason: history rows are kept for a month or longer. */
const mostTitles = 20;
const longestTitle = 80;

/** Marks of ads, the first of them with their titles, without number plates. */
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
  // An ad that does not match the search is not visible on its page.
  not_shown: null,
};

/**
 * A mark for each ad of a batch that is left out. Marks are deterministic, so that a repeated visit counts nothing twice. An
 * ad without an id is identified by its position in the batch.
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

/** One mark for all cars beyond the limit: there may be hundreds, and most have not been read. */
export const beyondLimitMarks = (cars: number): string[] => (cars > 0 ? [`beyond_limit#${cars}`] : []);

/** A mark for each ad of a car that was already read at as many other prices as are allowed in a day. */
export const sameCarMarks = (ads: readonly Listing[]): string[] => marksOf('same_car', ads);

/** The number and titles of left-out ads for each reason, most frequent first. */
export function countLeftOut(marks: ReadonlySet<string>): LeftOutCount[] {
  const countOf = (reason: LeftOutReason): LeftOutCount => {
    // One ad may have two marks, with and without a title or with different ones.
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

/**
 * A car among a person's discoveries, with the import or hourly run that first brought it. `searchId`: the automated search of
 * the link that showed the car, if somebody follows it; missing in older items.
 */
export type Discovery = { carId: string; jobId: string; discoveredAt: string; searchId?: string };

/** A car of a page that was handed over is only in its owner's views, and stays until they remove it. */
const hasEnd = ({ carId }: Pick<Discovery, 'carId'>): boolean => !isPrivateCarId(carId);

const endMs = ({ discoveredAt }: Discovery): number =>
  Date.parse(discoveredAt) + limits.discoveryDays * 86_400_000;

/** When the table deletes a discovery (TTL, seconds since 1970); null if it does not expire. */
export const discoveryTtl = (discovery: Discovery): number | null =>
  hasEnd(discovery) ? Math.floor(endMs(discovery) / 1000) : null;

const newestFirst = (a: Discovery, b: Discovery): number =>
  b.discoveredAt.localeCompare(a.discoveredAt) || (a.carId < b.carId ? -1 : 1);

/**
 * The discoveries to delete: expired ones, and the oldest beyond the limit. Hourly runs and imports are limited separately,
 * so that neither displaces the other (decision 17).
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
 * Whether a car is rated before its photos are copied: its ad states the plate, so the rating does not depend on them, or its
 * import wants the ratings first. This keeps large imports fast.
 */
export const canPhotosWait = (
  { plate, photoUrls }: Pick<Listing, 'plate' | 'photoUrls'>,
  { isRatedFirst }: Pick<Job, 'isRatedFirst'>,
): boolean => (plate !== null || isRatedFirst) && photoUrls.length > 0;

/** Whether the photos of a car that was identified are still to be copied. */
export const arePhotosLate = (
  { listing, identification }: { listing: Listing; identification: Identification | null },
  job: Pick<Job, 'isRatedFirst'>,
): boolean => canPhotosWait(listing, job) && (identification?.photos.length ?? 0) === 0;

const secondsPerCar = 0.5;
/** Allowance for what is not counted yet, in seconds: later pages of a search that is being visited, or the person's next page. */
const moreToComeSeconds = 15;
const longestDelaySeconds = 120;

/** How long to delay the photos: until most of the import's other cars, which wait in the same queue, are rated. */
export function photosDelaySeconds({ found, done, failed }: Pick<Job, 'found' | 'done' | 'failed'>): number {
  const left = Math.max(0, found.size - done.size - failed.size);
  if (left === 0) return 0;
  return Math.min(longestDelaySeconds, moreToComeSeconds + Math.ceil(left * secondsPerCar));
}
