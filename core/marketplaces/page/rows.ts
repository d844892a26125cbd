import type { AdFields } from '#core/marketplaces/ad/build-listing.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { Ends } from '#core/marketplaces/link-parts.ts';
import { mostRowsRead, type Rejection } from '#core/marketplaces/marketplace.ts';

export type SortedRows = { ads: AdFields[]; rejected: Rejection[] };

/** What was read of a page's rows, at most so many: each ad once, and the rows that could not be read. */
export function sortRows(read: Iterable<AdFields | Rejection>, most = mostRowsRead): SortedRows {
  const ads = new Map<string, AdFields>();
  const rejected: Rejection[] = [];
  for (const row of read) {
    if (ads.size + rejected.length >= most) break;
    if ('reason' in row) rejected.push(row);
    else if (!ads.has(row.id)) ads.set(row.id, row);
  }
  return { ads: [...ads.values()], rejected };
}

/** Whether a value is within a search's range. One that the ad does not give contradicts nothing. */
export const isWithin = (value: number | null | undefined, { low, high }: Ends): boolean =>
  value === null ||
  value === undefined ||
  ((low === null || value >= low) && (high === null || value <= high));

/** The price that a search's can be compared with. */
export const danishPrice = ({ price }: Listing): number | null =>
  price?.currency === 'DKK' ? price.amount : null;

/** Leaves out the ads that the search excludes: marketplaces show some of them all the same. */
export function holdTo(listings: readonly Listing[], isAskedFor: (listing: Listing) => boolean) {
  const [kept, others] = [listings.filter(isAskedFor), listings.filter((one) => !isAskedFor(one))];
  return { kept, rejected: others.map(({ id }): Rejection => ({ id, reason: 'not_asked_for' })) };
}
