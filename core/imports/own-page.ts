import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { ParsedPage } from '#core/marketplaces/marketplace.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';

/** Maximum of cars taken from one page: a search shows a few dozen, a forged file could have a million. */
export const mostCarsOfPage = 200;

/** Mileages that differ by less than this share count as equal. */
const likeMileage = 0.02;

/** Logarithmic step of a mileage, with steps of that share. */
const stepOf = (km: number): number => Math.round(Math.log(Math.max(km, 1000)) / Math.log(1 + likeMileage));

/**
 * A key of the facts by which an ad of a page is compared. Ads with the same key count as one car when limiting prices
 * (decision 8): otherwise a forged page could approximate an estimate by rating one car at many prices. An ad without a
 * mileage is identified by its title, since most cards lack mileage. Null for an ad without a car, which gets no estimate.
 */
export function comparedBy({ make, model, year, mileage, title }: Listing): string | null {
  if (make === null || model === null) return null;
  const driven =
    mileage === null
      ? title
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .slice(0, 100)
      : stepOf(mileage.km);
  return [make, model, year ?? '-', driven].join(' ').toLowerCase();
}

/** The ads that one reading of a search showed, by their ids on the marketplace. */
export type ShownAds = {
  source: MarketplaceId;
  /** In the order of the page. */
  ids: readonly string[];
  /** Ads that were seen but could not be read, so that their place is not known. */
  unread: readonly string[];
  /** Whether these are all ads that match the search. */
  isWhole: boolean;
};

/** How often a browser may be asked to read a search, in minutes. */
export const browserInterval = { least: 30, most: 24 * 60 } as const;

/** The intervals that a person can choose among, in minutes. */
export const browserIntervals = [browserInterval.least, 60, 180, 360, browserInterval.most] as const;

/** Pages that the extension opens in a day at most, all watched searches together. */
export const browserPagesPerDay = 48;

/** What a page changed, compared with the one before: numbers of cars. */
export type PageNews = { new: number; dropped: number; back: number; gone: number };

/** A search page that a person has sent, as it was read last. */
export type OwnPage = {
  href: string;
  source: MarketplaceId;
  ids: readonly string[];
  /** Ads that this page should have shown and did not, but another page of the person did since: judged by the next one. */
  awaited: readonly string[];
  /** Ads that are no longer among the results, newest first. */
  gone: readonly string[];
  /** As `ShownAds` has them; missing on a page that was stored before the fields existed. */
  isWhole?: boolean;
  unread?: readonly string[];
  /** ISO instant of the first reading; missing on a page that was stored before the field existed and not read since. */
  firstReadAt?: string;
  /** ISO instants of the last reading, and of the moment at which its cars had been rated. */
  readAt: string;
  settledAt: string;
  times: number;
  /** Null after the first reading, which has nothing to be compared with. */
  news: PageNews | null;
};

function isWholePage({ total, pageInfo, shownCount, listings, rejected }: ParsedPage): boolean {
  const known = listings.length + rejected.filter(({ id }) => id !== undefined).length;
  if (known < shownCount) return false;
  if (total !== undefined) return total <= shownCount;
  return pageInfo?.hasNextPage === false;
}

const isFirstPage = (address: string): boolean => !/[?&]page=(?!1(?:&|$))/.test(address);

/**
 * What a page shows of its search; null for a later page of one, and for a page that is no search or was hardly read.
 * `address`: the one that was given for it.
 */
export function shownAdsOf(page: ParsedPage, source: MarketplaceId, address: string): ShownAds | null {
  if (!isFirstPage(address) || (page.kind !== 'search' && page.kind !== 'empty')) return null;
  return {
    source,
    ids: [...new Set(page.listings.map(({ id }) => id))],
    unread: page.rejected.flatMap(({ id }) => id ?? []),
    isWhole: page.kind === 'empty' || isWholePage(page),
  };
}

/** The longest rising subsequence of distinct numbers. */
function longestRise(numbers: readonly number[]): number[] {
  /** By length less one: the place of the lowest last number of a rise of that length. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [place, number] of numbers.entries()) {
    const length = ends.filter((end) => numbers[end]! < number).length;
    before[place] = ends[length - 1] ?? -1;
    ends[length] = place;
  }
  const rise: number[] = [];
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place]!) rise.unshift(numbers[place]!);
  return rise;
}

/** Below this share of ads in the same order as before, the order says nothing of what a page should show. */
const leastInOrder = 0.8;

/** Below this share of the ads that it should show, a page is of another order rather than of a market that has emptied. */
const leastShown = 0.5;

/**
 * The ads among the last results that this page should show and does not. A page that shows all results should show each of
 * them; any other page shows only the first, so it should show those that stood before one that it still shows, provided that
 * the order is the same as before.
 */
export function missingAds(before: Pick<OwnPage, 'ids' | 'awaited'>, now: ShownAds): string[] {
  const shown = new Set([...now.ids, ...now.unread]);
  const isMissing = (id: string) => !shown.has(id);
  const candidates = [...before.ids, ...before.awaited];
  if (now.isWhole) return candidates.filter(isMissing);
  const placeOf = new Map(before.ids.map((id, place) => [id, place]));
  const places = now.ids.flatMap((id) => placeOf.get(id) ?? []);
  const rise = longestRise(places);
  if (rise.length === 0 || rise.length < leastInOrder * places.length) return [];
  const last = rise.at(-1)!;
  if (rise.length < leastShown * (last + 1)) return [];
  return candidates.filter((id) => isMissing(id) && (placeOf.get(id) ?? -1) < last);
}

/**
 * What the page that was read last waits for when an earlier reading of the same search arrives after it: also the ads that the
 * earlier one showed and the last one should have shown.
 */
export function awaitedAfter(
  { ids, isWhole = false, unread = [], ...last }: OwnPage,
  earlier: ShownAds,
): string[] {
  const missing = missingAds(
    { ids: earlier.ids, awaited: [] },
    { source: last.source, ids, isWhole, unread },
  );
  return [...new Set([...last.awaited, ...missing])];
}

/** How many ads that are gone are remembered, to tell when they are back. */
const mostGone = 500;

/** The ads that are gone after a page: those before that it does not show, and those that it is the first not to show. */
export const goneAfter = (before: readonly string[], newly: readonly string[], now: ShownAds): string[] => {
  const shown = new Set([...now.ids, ...now.unread]);
  return [...new Set([...newly, ...before])].filter((id) => !shown.has(id)).slice(0, mostGone);
};
