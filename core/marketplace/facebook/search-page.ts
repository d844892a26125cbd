import type { AdFields } from '#core/marketplace/ad/build-listing.ts';
import { readString } from '#core/marketplace/page/json-read.ts';
import { mostRowsRead, type PageInfo, type Rejection } from '#core/marketplace/parsed-page.ts';
import { walkFeed } from './feed-rows.ts';
import type { PageContext } from './page-context.ts';
import { readAd } from './read-ad.ts';

/** `isFound` says that a feed stood on the page at all, `hasNoResults` that the site itself says nothing matches;
 * `rowCount` counts the rows that claim to be listings and were
 * read, `unreadIds` names those behind them. */
export type Feed = {
  isFound: boolean;
  hasNoResults: boolean;
  hasAds: boolean;
  rowCount: number;
  ads: AdFields[];
  rejected: Rejection[];
  unreadIds: Set<string>;
  pageInfo: PageInfo | null;
};

/** The feed of a search in the page's data. Advertisements are left out; a car that stands twice counts once. */
export function readFeed(documents: unknown[], context: PageContext): Feed {
  const feed: Feed = {
    isFound: false,
    hasNoResults: false,
    hasAds: false,
    rowCount: 0,
    ads: [],
    rejected: [],
    unreadIds: new Set(),
    pageInfo: null,
  };
  const seen = new Set<string>();
  walkFeed(documents, {
    feed: () => {
      feed.isFound = true;
    },
    noResults: () => {
      feed.hasNoResults = true;
    },
    advertisement: () => {
      feed.hasAds = true;
    },
    pageInfo: (info) => {
      feed.pageInfo = {
        hasNextPage: info.has_next_page === true,
        endCursor: readString(info, 'end_cursor'),
      };
    },
    row: (listing) => {
      if (feed.rowCount === mostRowsRead) {
        const id = readString(listing, 'id');
        if (id !== null && !seen.has(id)) feed.unreadIds.add(id);
        return;
      }
      feed.rowCount++;
      const ad = readAd(listing, context);
      if ('reason' in ad) {
        feed.rejected.push(ad);
      } else if (!seen.has(ad.id)) {
        seen.add(ad.id);
        feed.ads.push(ad);
      }
    },
  });
  return feed;
}
