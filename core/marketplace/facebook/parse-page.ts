import { buildListing } from '#core/marketplace/ad/build-listing.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { boundPage } from '#core/marketplace/page/html-scan.ts';
import { tooManyRejected } from '#core/marketplace/page/too-many-rejected.ts';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import type { PageInput, ParsedPage, Rejection } from '#core/marketplace/parsed-page.ts';
import { classifyPage, classifyStatus } from './classify.ts';
import { noCards, readDomCards } from './dom-cards.ts';
import { looksLikeGraphql, readEmbeddedJson, readGraphqlDocuments } from './embedded-json.ts';
import { type Item, readItem } from './item-page.ts';
import { mergeCards } from './merge-cards.ts';
import { type PageContext, readContext } from './page-context.ts';
import { refusedAnswer } from './refused-answer.ts';
import { applyFilters, noFilters } from './search-filters.ts';
import { type Feed, readFeed } from './search-page.ts';

/**
 * Understands what a visit to the marketplace brought: a search page, an item page, a GraphQL answer, or a
 * failure with its class. Pure, bounded in time and memory, never throws whatever it is given. The data on
 * the page and its rendered cards are read together (`merge-cards.ts`).
 */
export function parsePage(input: PageInput): ParsedPage {
  const text = boundPage(input.html);
  const status = input.status ?? null;
  const context = readContext(input);
  return looksLikeGraphql(text) ? parseGraphql(text, status, context) : parseHtml(text, status, context);
}

function parseGraphql(text: string, status: number | null, context: PageContext): ParsedPage {
  const documents = readGraphqlDocuments(text);
  const feed = readFeed(documents, context);
  const item = feed.isFound ? null : readItem(documents, context);
  const read = item?.listing ? [item.listing] : feed.ads.map(buildListing);
  const { kept: listings, rejected } = applyFilters(read, item?.listing ? noFilters : context.filters);
  const shownCount = read.length + feed.rejected.length + feed.unreadIds.size;
  const page = {
    listings,
    pageInfo: feed.pageInfo,
    shownCount,
    rejected: [...feed.rejected, ...rejected],
  };
  const failure =
    refusedAnswer(documents, read.length > 0) ??
    classifyStatus(text, status, read.length > 0) ??
    tooManyRejected(feed.rowCount, feed.rejected.length);
  return { kind: failure ? 'failure' : 'graphql', ...page, failure };
}

function parseHtml(html: string, status: number | null, context: PageContext): ParsedPage {
  const documents = readEmbeddedJson(html);
  const item = readItem(documents, context);
  const isItem = context.itemId !== null || item.listing !== null;
  const feed = readFeed(isItem ? [] : documents, context);
  const found = isItem ? itemFound(item) : searchFound(feed, html, context);
  const { listings } = found;
  const failure = classifyPage(html, status, context, {
    hasData: listings.length > 0 || found.rejected.some(isOther) || (feed.hasAds && feed.rowCount === 0),
    hasNoResults: !isItem && feed.hasNoResults,
    isItemGone: item.isGone,
    rowCount: feed.rowCount,
    rejectedCount: feed.rejected.length,
  });
  const page = { ...found, pageInfo: feed.pageInfo };
  if (failure) return { kind: 'failure', ...page, listings: kept(listings, failure), failure };
  if (feed.hasNoResults && listings.length === 0) return { kind: 'empty', ...page, failure: null };
  return { kind: isItem ? 'item' : 'search', ...page, failure: null };
}

/** Rows of a place that nobody asked for are no finds. */
function kept(listings: Listing[], failure: PageFailure): Listing[] {
  return failure.class === 'location_not_recognised' ? [] : listings;
}

type Found = Pick<ParsedPage, 'listings' | 'rejected' | 'shownCount'>;

function itemFound({ listing, rejected }: Item): Found {
  const listings = listing ? [listing] : [];
  return { listings, rejected, shownCount: listings.length + rejected.length };
}

/** Where the site says that nothing matches, the cards below are suggestions. */
function searchFound(feed: Feed, html: string, context: PageContext): Found {
  const cards = feed.hasNoResults ? noCards : readDomCards(html, context);
  const { ads, rejected, shownCount } = mergeCards(feed.ads, feed.rejected, cards);
  for (const { id } of ads) feed.unreadIds.delete(id);
  const filtered = applyFilters(ads.map(buildListing), context.filters);
  return {
    listings: filtered.kept,
    rejected: [...rejected, ...filtered.rejected],
    shownCount: shownCount + feed.unreadIds.size,
  };
}

/** It was read well enough to be told from what was asked for. */
const isOther = ({ reason }: Rejection): boolean => reason === 'not_asked_for';
