import type { AdFields } from '#core/marketplace/ad/build-listing.ts';
import type { PageInfo, Rejection } from '#core/marketplace/parsed-page.ts';
import { walkObjects } from './embedded-json.ts';
import { isObject, type JsonObject, readArray, readObject, readString } from './json-read.ts';
import type { PageContext } from './page-context.ts';
import { readAd } from './read-ad.ts';

/** `isFound` says that a feed stood on the page at all, `hasNoResults` that the site itself says nothing matches;
 * `rowCount` counts the rows that claim to be listings. */
export type Feed = {
  isFound: boolean;
  hasNoResults: boolean;
  hasAds: boolean;
  rowCount: number;
  ads: AdFields[];
  rejected: Rejection[];
  pageInfo: PageInfo | null;
};

/**
 * The feed of a search in the page's data, wherever it lies: the path to it is the site's build and changes
 * without notice, so the tree is walked for `marketplace_search.feed_units` (and the category pages'
 * `marketplace_feed_stories`). Advertisements are left out; a car that stands twice counts once.
 */
export function readFeed(documents: unknown[], context: PageContext): Feed {
  const feed: Feed = {
    isFound: false,
    hasNoResults: false,
    hasAds: false,
    rowCount: 0,
    ads: [],
    rejected: [],
    pageInfo: null,
  };
  const seen = new Set<string>();
  for (const document of documents) {
    walkObjects(document, (object) => {
      for (const units of [
        readObject(object, 'marketplace_search', 'feed_units'),
        readObject(object, 'marketplace_feed_stories'),
      ]) {
        if (units) readUnits(units, feed, seen, context);
      }
      readDeferred(object, feed, seen, context);
      return undefined;
    });
  }
  return feed;
}

function readUnits(units: JsonObject, feed: Feed, seen: Set<string>, context: PageContext): void {
  feed.isFound = true;
  for (const edge of readArray(units, 'edges')) readNode(readObject(edge, 'node'), feed, seen, context);
  readPageInfo(readObject(units, 'page_info'), feed);
}

/** Later documents of a streamed answer carry one row or the page's end, with a `path` into the feed. */
function readDeferred(object: JsonObject, feed: Feed, seen: Set<string>, context: PageContext): void {
  if (!Array.isArray(object.path) || !object.path.includes('feed_units') || !isObject(object.data)) return;
  feed.isFound = true;
  if (isObject(object.data.node)) readNode(object.data.node, feed, seen, context);
  readPageInfo(readObject(object.data, 'page_info'), feed);
}

function readPageInfo(info: JsonObject | null, feed: Feed): void {
  if (!info) return;
  feed.pageInfo = { hasNextPage: info.has_next_page === true, endCursor: readString(info, 'end_cursor') };
}

function readNode(node: JsonObject | null, feed: Feed, seen: Set<string>, context: PageContext): void {
  if (!node) return;
  const type = readString(node, '__typename') ?? '';
  if (type === 'MarketplaceSearchFeedNoResults' || node.story_type === 'SERP_NO_RESULTS') {
    feed.hasNoResults = true;
    return;
  }
  const listing = readObject(node, 'listing');
  if (type === 'MarketplaceFeedAdStory') feed.hasAds = true;
  if (!listing || type === 'MarketplaceFeedAdStory') return;
  feed.rowCount++;
  const ad = readAd(listing, context);
  if ('reason' in ad) {
    feed.rejected.push(ad);
  } else if (!seen.has(ad.id)) {
    seen.add(ad.id);
    feed.ads.push(ad);
  }
}
