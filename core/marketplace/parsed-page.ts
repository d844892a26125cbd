import type { Listing } from '#core/marketplace/ad/listing.ts';
import type { PageFailure } from './page-failure.ts';

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
