import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { LinkOptions, MarketplaceLink } from './links.ts';
import type { MarketplaceId } from './marketplace-id.ts';

/** The limits of one visit. The pause between two pages is a setting of the stage. */
export type Politeness = {
  /** Item pages in one visit; the others are read on the next visit. */
  itemPagesPerVisit: number;
  /**
   * Which item pages are requested: of every new ad, or only of ads that look like a bargain by the search's data. The
   * latter is used where the search has nearly all data, so that more requests would burden the marketplace without need.
   */
  itemPages: 'all' | 'bargains';
};

/** A marketplace whose pages are rendered by scripts and load more while scrolling, which requires a browser. */
export type BrowserVisit = {
  by: 'browser';
  /** CSS selector of the links to ads on a rendered search page. */
  drawnAds: string;
  /** Each data script about the ad itself, on an ad's page, contains one of these words. */
  itemWords: readonly string[];
  /** Whether a request of a search page loads more of the feed. */
  isFeedRequest(method: string, url: URL): boolean;
  /** Answers to scrolling that are read after a search's first page. */
  feedAnswersPerVisit: number;
  scrollPauseMs: number;
};

/** A marketplace whose server sends complete pages: plain requests, one at a time. */
export type PlainVisit = {
  by: 'plain';
  /** The address of a page of a search; the first page is 1. */
  pageAddress(href: string, page: number): string;
  /** The address of the same page as JSON, tried if the page could not be read; null if there is none. */
  dataAddress(href: string, page: number): string | null;
  /** Pages that are read of a new search, and of one that is repeated every hour (newest ads first). */
  firstPages: number;
  repeatPages: number;
  robotsPath: string;
};

/** A marketplace that forbids robots: its pages come from people, by the button or as saved files. */
export type NoVisit = { by: 'nobody' };

/**
 * A marketplace. Everything specific to one of them is behind this interface, so that other code names no host.
 * `demoOrigin` is that of a demo that imitates it.
 */
export type Marketplace = {
  id: MarketplaceId;
  /** The address that is assumed for a page whose address is unknown. */
  home: string;
  /** Parses what a visit brought. Pure, bounded, never throws. */
  parsePage(input: PageInput): ParsedPage;
  /** The failure that an answer's status alone shows; null if there is none. */
  parseRefusal(status: number): ParsedPage | null;
  /** The address of an ad's page on the marketplace, or on the demo if `origin` is given. */
  itemAddress(listingId: string, origin?: string): string;
  visit: BrowserVisit | PlainVisit | NoVisit;
  /** Whether the browser may request this address while it visits the link. */
  isVisitable(url: string, link: Pick<MarketplaceLink, 'origin' | 'isDemo'>): boolean;
  /** Whether a photo of an ad may be fetched from this address. */
  isPhotoAddress(url: string, options?: LinkOptions): boolean;
  politeness: Politeness;
};

export type BrowserMarketplace = Marketplace & { visit: BrowserVisit };
export type PlainMarketplace = Marketplace & { visit: PlainVisit };

export const needsBrowser = (marketplace: Marketplace): marketplace is BrowserMarketplace =>
  marketplace.visit.by === 'browser';
export const isReadPlain = (marketplace: Marketplace): marketplace is PlainMarketplace =>
  marketplace.visit.by === 'plain';

/**
 * What a visit brought: a page's HTML or the text of a GraphQL answer, the requested address and, if known, the status and
 * the final address.
 */
export type PageInput = {
  url: string;
  html: string;
  status?: number | null;
  finalUrl?: string | null;
  /**
   * "http://127.0.0.1:PORT" if the demo marketplace is in use: its photos and item addresses are then treated as the
   * marketplace's own.
   */
  demoOrigin?: string;
};

/**
 * The most rows that are read of one page: a search shows a few dozen, but a forged file could have tens of thousands.
 * Further rows are counted.
 */
export const mostRowsRead = 500;

export type PageInfo = { hasNextPage: boolean; endCursor: string | null };

/**
 * Why a row of the page did not become a listing: it could not be read, the page's data had it but the page shows another
 * search (`not_shown`), or the marketplace showed it although the search excludes it (`not_asked_for`).
 */
export const rejectionReasons = ['no_id', 'no_title', 'not_shown', 'not_asked_for'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];
export type Rejection = { id?: string; reason: RejectionReason };

/**
 * `empty`: the marketplace itself says that nothing matches, a success. `failure`: see `failure`; `listings` then holds
 * what could be read nevertheless (never for a log-in wall or another place). `graphql`: an answer to scrolling; one that
 * is not about the search has no listings and no `pageInfo`.
 */
export type ParsedPage = {
  kind: 'search' | 'item' | 'graphql' | 'empty' | 'failure';
  listings: Listing[];
  pageInfo: PageInfo | null;
  /** The number of distinct ads on the page: listings, rejected ones, and those beyond the limit. */
  shownCount: number;
  rejected: Rejection[];
  /** The number of matching ads by the marketplace's own count; absent if it gives none. */
  total?: number;
  /** The page's data could not be read, only its rendered cards; somebody should look at it. */
  isDegraded?: true;
  failure: PageFailure | null;
};

/** A visit to the marketplace: the headless browser here, a licensed feed one day. One per import; `close` always. */
export type PageSource = {
  /**
   * Reads a search, calling `onBatch` batch by batch as the page grows. Ends with a failure, or with null when the feed
   * ended, fell quiet or had no cars. Rows already given stay given when it fails.
   */
  search(href: string, onBatch: TakeBatch, options?: SearchOptions): Promise<SearchEnd>;
  item(href: string): Promise<{ listing: Listing } | { failure: PageFailure }>;
  close(): Promise<void>;
};

/** Ads that the page showed together, and those of them that could not be read. */
export type SearchBatch = Pick<ParsedPage, 'listings' | 'rejected'>;

/** How much of a batch was stored before: where the newest stand first, there is no news behind one that is all known. */
export type BatchTaken = { known: 'all' | 'some' | 'none' };
export type TakeBatch = (batch: SearchBatch) => Promise<BatchTaken>;

/** `isRepeat`: the search was read before, an hour ago; its first pages tell what is new. */
export type SearchOptions = { isRepeat?: boolean };

/** `beyondLimit`: ads that match and that the visit left unread. */
export type SearchEnd = { failure: PageFailure | null; isEmpty: boolean; beyondLimit?: number };

/** How a visit to the marketplace can fail. The class decides the retries (see `retryPolicy`). */
export const pageFailureClasses = [
  'timeout',
  'network',
  'rate_limited',
  'login_wall',
  'checkpoint',
  'consent_wall',
  'withheld',
  'listing_removed',
  'location_not_recognised',
  'search_not_understood',
  'closed_to_robots',
  'budget_spent',
  'layout_changed',
  'unknown_page',
] as const;
export type PageFailureClass = (typeof pageFailureClasses)[number];

/**
 * `evidence` names what on the page decided the class; never a person's name. `page`: the page, if a copy of it is to be
 * kept for study. The page itself is neither logged nor stored.
 */
export type PageFailure = { class: PageFailureClass; evidence: string; page?: string };

/** The prefix of copies of pages that could not be parsed, in the data bucket. */
export const unreadPagesPrefix = 'unread-pages/';

export const unreadPagesDays = 14;

/** One copy per hour, marketplace and class: every visit meets a changed page, and one copy suffices. */
export const unreadPageKey = (source: MarketplaceId, failure: PageFailureClass, now: Date): string =>
  `${unreadPagesPrefix}${now.toISOString().slice(0, 13)}-${source}-${failure}.txt`;

/** The consequences of a failure class. Nothing else about a failure changes what happens next. */
export type RetryRule = {
  /** Whether the visit is retried within the job. */
  retry: boolean;
  /** Whether a copy of the page is kept (without names) and the operator is told, because our parser is wrong. */
  isAlarm: boolean;
  /** A sentence in English that may be shown; the web app has both languages by class. */
  userReason: string;
};

const never = { retry: false, isAlarm: false } as const;

export const retryPolicy: Readonly<Record<PageFailureClass, RetryRule>> = {
  timeout: {
    ...never,
    retry: true,
    userReason: 'The marketplace did not answer in time.',
  },
  network: {
    ...never,
    retry: true,
    userReason: 'The marketplace could not be reached.',
  },
  rate_limited: {
    ...never,
    userReason: 'The marketplace asked us to slow down. What was read until then is kept.',
  },
  login_wall: { ...never, userReason: 'The marketplace shows this search only to people who are logged in.' },
  checkpoint: {
    ...never,
    userReason: 'The marketplace asked for a security check, which we do not answer for you.',
  },
  consent_wall: { ...never, userReason: 'The marketplace asked for consent before it shows anything.' },
  withheld: {
    ...never,
    userReason:
      'The marketplace showed visitors without an account nothing, or nothing more. What was read until then is kept.',
  },
  listing_removed: { ...never, userReason: 'This listing is no longer on the marketplace.' },
  location_not_recognised: {
    ...never,
    userReason: 'The marketplace does not know the place in this link and would have shown another one.',
  },
  search_not_understood: {
    ...never,
    userReason:
      'The marketplace left out a filter of this search and would have shown other cars. Set it there again.',
  },
  closed_to_robots: { ...never, userReason: 'The marketplace does not want programs to read this page.' },
  budget_spent: {
    ...never,
    userReason:
      'The pages that we may ask this marketplace for in an hour are used up. Please try again later.',
  },
  layout_changed: {
    ...never,
    isAlarm: true,
    userReason: 'The marketplace changed its pages and we could not read this one. We have been told.',
  },
  unknown_page: {
    ...never,
    isAlarm: true,
    userReason: 'The marketplace answered with a page that is neither a search nor a listing.',
  },
};

/** A failure with its page, if that is worth studying. */
export const withPage = (failure: PageFailure, page: string): PageFailure =>
  retryPolicy[failure.class].isAlarm ? { ...failure, page } : failure;

const backOffHours = [1, 6];

/**
 * When a repeated search that was refused runs again: after 1 hour, then after 6 hours, then it is paused and its owner
 * notified. `refusalsInRow`: refusals since the last success, including this one.
 */
export function nextRunAfterRefusal(
  refusalsInRow: number,
): { paused: false; delaySeconds: number } | { paused: true } {
  const hours = backOffHours[Math.max(1, Math.floor(refusalsInRow)) - 1];
  return hours === undefined ? { paused: true } : { paused: false, delaySeconds: hours * 3600 };
}

/** Nothing was read, and why. `evidence` is fixed text that quotes nothing of the page. */
export const failed = (failureClass: PageFailureClass, evidence: string): ParsedPage => ({
  kind: 'failure',
  listings: [],
  pageInfo: null,
  shownCount: 0,
  rejected: [],
  failure: { class: failureClass, evidence },
});

/** A refusal of a plain page by its status; an empty answer with status 202 is how a bot wall asks for a script. */
export function refusalOf(status: number, body: string): PageFailure | null {
  if (status === 403 || status === 429) return { class: 'rate_limited', evidence: `status ${status}` };
  if (status === 401) return { class: 'login_wall', evidence: 'status 401' };
  if (status === 202 && body.trim().length < 400)
    return { class: 'checkpoint', evidence: 'status 202 without a page' };
  if (status >= 500) return { class: 'network', evidence: `status ${status}` };
  return null;
}

const maxRejectedShare = 0.2;

/** More than a fifth of the rows that look like listings could not be read: then our parser is wrong, not the rows. */
export function tooManyRejected(rowCount: number, rejectedCount: number): PageFailure | null {
  if (rejectedCount <= rowCount * maxRejectedShare) return null;
  return {
    class: 'layout_changed',
    evidence: `${rejectedCount} of ${rowCount} listings could not be read`,
  };
}

/** Failures that another visit to the same link would repeat: a person must choose another link. */
export const needsOtherLink = (failure: ImportFailureClass | null): boolean =>
  failure === 'location_not_recognised' ||
  failure === 'search_not_understood' ||
  failure === 'listing_removed';
