import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { LinkOptions, MarketplaceLink } from './links.ts';
import type { MarketplaceId } from './marketplace-id.ts';

/** How much one visit asks of a marketplace. How long it pauses between two pages is a setting of the installation. */
export type Politeness = {
  /** Item pages in one visit; the rest waits for the next. */
  itemPagesPerVisit: number;
  /**
   * Whose item page is asked for: every new ad's, or only that of an ad which would be called a bargain by what the search
   * says of it (where a search says nearly all, a page for each car would be a burden without use).
   */
  itemPages: 'all' | 'bargains';
};

/** A marketplace whose pages are drawn by scripts and grow while one scrolls: it takes a browser. */
export type BrowserVisit = {
  by: 'browser';
  /** Finds, as a CSS selector, the links to ads that a search page's scripts have drawn. */
  drawnAds: string;
  /** One of these words stands in each data script of an ad's page that speaks of the ad itself. */
  itemWords: readonly string[];
  /** Whether a request of a search page asks for more of the feed. */
  isFeedRequest(method: string, url: URL): boolean;
  /** Answers to scrolling beyond a search's first page. */
  feedAnswersPerVisit: number;
  /** Pause between two turns of the wheel. */
  scrollPauseMs: number;
};

/** A marketplace whose server sends pages that can be read as they are: plain requests, one at a time. */
export type PlainVisit = {
  by: 'plain';
  /** The address of a search's page, the first is 1. */
  pageAddress(href: string, page: number): string;
  /** Where the same answer stands as data alone, for a page that could not be read; null where there is no such address. */
  dataAddress(href: string, page: number): string | null;
  /** Pages of a search that is read for the first time, and of one that is repeated every hour (the newest stand first). */
  firstPages: number;
  repeatPages: number;
  /** Where it says what robots may read. */
  robotsPath: string;
};

/** A marketplace that lets no robots in: pages come from people who have them open, by the button or as saved files. */
export type NoVisit = { by: 'nobody' };

/**
 * A place where used cars are offered. Everything that is true of one alone stands behind this port: who visits or drops a
 * page asks it and knows no host name. `demoOrigin` is that of a demo marketplace that stands in for it.
 */
export type Marketplace = {
  id: MarketplaceId;
  /** Where its pages begin: the address of a page of which none is known. */
  home: string;
  /** Understands what a visit brought. Pure, bounded, never throws. */
  parsePage(input: PageInput): ParsedPage;
  /** What an answer says that has no page: a refusal by its status, else null. */
  parseRefusal(status: number): ParsedPage | null;
  /** The address of an ad's page on the marketplace or, where `origin` is given, on the demo that stands in for it. */
  itemAddress(listingId: string, origin?: string): string;
  visit: BrowserVisit | PlainVisit | NoVisit;
  /** Whether the browser may ask for this address while it visits the link. */
  isVisitable(url: string, link: Pick<MarketplaceLink, 'origin' | 'isDemo'>): boolean;
  /** Whether a photo of an ad may be fetched from here. */
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
 * What a visit brought: a page's HTML or the text of a GraphQL answer, the address asked for and, where
 * known, the status and the final address.
 */
export type PageInput = {
  url: string;
  html: string;
  status?: number | null;
  finalUrl?: string | null;
  /**
   * "http://127.0.0.1:PORT" where the demo marketplace is in use: its photos and item addresses then count
   * as the site's own.
   */
  demoOrigin?: string;
};

/** Rows of one page that are read: a search shows a few dozen, a forged file could name tens of thousands. What stands behind is counted. */
export const mostRowsRead = 500;

export type PageInfo = { hasNextPage: boolean; endCursor: string | null };

/**
 * Why a row of the page did not become a listing: it could not be read, or it stood in the page's data although the page
 * shows another search (`not_shown`), or the site showed it although the search excludes it (`not_asked_for`).
 */
export const rejectionReasons = ['no_id', 'no_title', 'not_shown', 'not_asked_for'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];
export type Rejection = { id?: string; reason: RejectionReason };

/**
 * `empty`: the site says itself that nothing matches, a success. `failure`: `failure` says why; `listings`
 * then holds what was read nevertheless (never for a wall or another place). `graphql`: an answer to scrolling; one that has
 * nothing to do with the search has no listings and no `pageInfo`.
 */
export type ParsedPage = {
  kind: 'search' | 'item' | 'graphql' | 'empty' | 'failure';
  listings: Listing[];
  pageInfo: PageInfo | null;
  /** Ads that stood on the page, once each: the listings, the rejected and those beyond what is read of one page. */
  shownCount: number;
  rejected: Rejection[];
  /** How many ads match, by the marketplace's own count; absent where it does not say. */
  total?: number;
  /** The page's data could not be read, only what it shows: somebody should look at it before that fails too. */
  isDegraded?: true;
  failure: PageFailure | null;
};

/** How a visit to the marketplace can fail. The class is the retry policy (see `retryPolicy`). */
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
 * `evidence` names what on the page decided the class; never a person's name. `page`: the page itself, where a copy of it is to
 * be kept for study; it is neither logged nor stored as it is.
 */
export type PageFailure = { class: PageFailureClass; evidence: string; page?: string };

/** Where copies of pages lie that were not understood, in the bucket of the service's own files. */
export const unreadPagesPrefix = 'unread-pages/';

/** How long they lie there. */
export const unreadPagesDays = 14;

/** One an hour of each marketplace and class: a changed page is met by every visit, and one copy tells as much as hundreds. */
export const unreadPageKey = (source: MarketplaceId, failure: PageFailureClass, now: Date): string =>
  `${unreadPagesPrefix}${now.toISOString().slice(0, 13)}-${source}-${failure}.txt`;

/**
 * What follows from a class of failure. The class is the policy: nothing else about a failure changes what
 * happens next.
 */
export type RetryRule = {
  /** Whether the same visit is worth another try within the job. */
  retry: boolean;
  /**
   * Whether the page is kept for study (without names) and somebody is told, because our reading of it is
   * wrong.
   */
  isAlarm: boolean;
  /** English, safe to show; the web app has both languages by class. */
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

/** A failure with its page, where that is worth a study. */
export const withPage = (failure: PageFailure, page: string): PageFailure =>
  retryPolicy[failure.class].isAlarm ? { ...failure, page } : failure;

const backOffHours = [1, 6];

/**
 * When a repeated search that was refused runs again: after 1 hour, then after 6, then it is paused and its
 * owner notified. `refusalsInRow` counts refusals since the last success, this one included.
 */
export function nextRunAfterRefusal(
  refusalsInRow: number,
): { paused: false; delaySeconds: number } | { paused: true } {
  const hours = backOffHours[Math.max(1, Math.floor(refusalsInRow)) - 1];
  return hours === undefined ? { paused: true } : { paused: false, delaySeconds: hours * 3600 };
}
