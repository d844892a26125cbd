import type { Listing } from '../marketplace/ad/listing.ts';
import type { Rejection } from '../marketplace/parsed-page.ts';

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
export type LeftOutCount = { reason: LeftOutReason; count: number };

/** Of one batch: nobody misses more ads than this, and an import is one item of the table. */
const mostMarks = 100;

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
  return [...unread, ...notForSale.map(({ id }) => `not_for_sale#${id}`)].slice(0, mostMarks);
}

/** One mark for all cars of a page that stand behind the last one taken: there may be hundreds, and most have not been read. */
export const beyondLimitMarks = (cars: number): string[] => (cars > 0 ? [`beyond_limit#${cars}`] : []);

/** A mark for each ad of a car that was read at as many other prices as a day has room for. */
export const sameCarMarks = (ads: readonly Listing[]): string[] => ads.map(({ id }) => `same_car#${id}`);

/** How many were left out for each reason, the most frequent first. */
export function countLeftOut(marks: ReadonlySet<string>): LeftOutCount[] {
  const countOf = (reason: LeftOutReason) => {
    const ids = [...marks].filter((mark) => mark.startsWith(`${reason}#`)).map((mark) => mark.split('#')[1]);
    return reason === 'beyond_limit' ? ids.reduce((sum, cars) => sum + Number(cars), 0) : ids.length;
  };
  return leftOutReasons
    .map((reason) => ({ reason, count: countOf(reason) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}
