import { isObject, type JsonObject, readArray, readObject } from '#core/marketplace/page/json-read.ts';
import { walkObjects } from './embedded-json.ts';

/** What of a feed is looked at: that there is one, its rows as they stand there, and how it goes on. */
export type FeedVisitor = {
  feed?(): void;
  row(listing: JsonObject): void;
  advertisement?(): void;
  noResults(): void;
  pageInfo?(info: JsonObject): void;
};

/**
 * Goes through the feed of a search in a page's data, wherever it lies: the path to it is the site's build and changes
 * without notice, so the tree is walked for `marketplace_search.feed_units` (and the category pages'
 * `marketplace_feed_stories`).
 */
export function walkFeed(documents: readonly unknown[], visitor: FeedVisitor): void {
  for (const document of documents) {
    walkObjects(document, (object) => {
      for (const units of [
        readObject(object, 'marketplace_search', 'feed_units'),
        readObject(object, 'marketplace_feed_stories'),
        readObject(object, 'marketplace_home_feed'),
      ]) {
        if (units) walkUnits(units, visitor);
      }
      walkDeferred(object, visitor);
      return undefined;
    });
  }
}

function walkUnits(units: JsonObject, visitor: FeedVisitor): void {
  visitor.feed?.();
  for (const edge of readArray(units, 'edges')) {
    const node = readObject(edge, 'node');
    walkNode(node, visitor);
    // What stands behind is of "results outside your search".
    if (saysNoResults(node)) break;
  }
  walkPageInfo(readObject(units, 'page_info'), visitor);
}

/** Later documents of a streamed answer carry one row or the page's end, with a `path` into the feed. */
function walkDeferred(object: JsonObject, visitor: FeedVisitor): void {
  if (!Array.isArray(object.path) || !object.path.includes('feed_units') || !isObject(object.data)) return;
  visitor.feed?.();
  if (isObject(object.data.node)) walkNode(object.data.node, visitor);
  walkPageInfo(readObject(object.data, 'page_info'), visitor);
}

function walkPageInfo(info: JsonObject | null, visitor: FeedVisitor): void {
  if (info) visitor.pageInfo?.(info);
}

const saysNoResults = (node: JsonObject | null): boolean =>
  node?.__typename === 'MarketplaceSearchFeedNoResults' || node?.story_type === 'SERP_NO_RESULTS';

/** Whether a row was paid for, whatever kind of row it stands in. */
const isPaidFor = (node: JsonObject): boolean =>
  node.__typename === 'MarketplaceFeedAdStory' ||
  readObject(node, 'sponsored_data') !== null ||
  readObject(node, 'story', 'sponsored_data') !== null ||
  readObject(node, 'listing', 'story', 'sponsored_data') !== null;

/** The listings of a row: one in a story, one by itself, or several in a unit of the marketplace's first page. */
function listingsOf(node: JsonObject): JsonObject[] {
  const one = readObject(node, 'listing') ?? readObject(node, 'for_sale_item');
  if (one) return [one];
  const several = readArray(node, 'marketplace_listings').filter(isObject);
  if (several.length > 0) return several;
  return 'marketplace_listing_title' in node ? [node] : [];
}

function walkNode(node: JsonObject | null, visitor: FeedVisitor): void {
  if (!node) return;
  if (saysNoResults(node)) visitor.noResults();
  else if (isPaidFor(node)) visitor.advertisement?.();
  else for (const listing of listingsOf(node)) visitor.row(listing);
}
