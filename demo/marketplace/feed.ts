import { findPlace } from '#demo/cars/places.ts';
import type { Ad } from '#demo/cars/world.ts';
import { listingJson, type Site } from './listing-json.ts';
import type { Search } from './search.ts';

export const batchSize = 24;

/** Where the next batch of a search begins. `isRetry`: the empty answer for this batch has been given already. */
export type Cursor = {
  page: number;
  offset: number;
  isRetry: boolean;
  placeSlug: string | null;
  vehiclesOnly: boolean;
  parameters: string;
};

/** The opaque string the site hands out; readers may look for `pg` in it and nothing else. */
export function writeCursor(cursor: Cursor): string {
  const state = Buffer.from(JSON.stringify(cursor)).toString('base64url');
  return JSON.stringify({
    pg: cursor.page,
    b2c: { br: '', it: 0, hmsr: false, tbi: 0 },
    c2c: { br: state, it: cursor.offset, rpbr: '', sspi: [] },
    irr: cursor.isRetry,
    sms_cursor: { page_index: cursor.page },
  });
}

export function readCursor(text: string): Cursor | null {
  try {
    const state = JSON.parse(Buffer.from(JSON.parse(text).c2c.br, 'base64url').toString()) as Cursor;
    const isWhole = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
    return isWhole(state.page) && isWhole(state.offset) && typeof state.parameters === 'string'
      ? state
      : null;
  } catch {
    // Not one of ours: the caller answers as the site does to a cursor it does not know.
    return null;
  }
}

export function cursorOf(search: Search, page: number, offset: number, isRetry: boolean): Cursor {
  return {
    page,
    offset,
    isRetry,
    placeSlug: search.place?.slug ?? null,
    vehiclesOnly: search.vehiclesOnly,
    parameters: search.parameters.toString(),
  };
}

export function searchOf(cursor: Cursor): Search {
  return {
    place: cursor.placeSlug === null ? null : findPlace(cursor.placeSlug),
    vehiclesOnly: cursor.vehiclesOnly,
    parameters: new URLSearchParams(cursor.parameters),
  };
}

function adStory(index: number): Record<string, unknown> {
  return {
    node: {
      __typename: 'MarketplaceFeedAdStory',
      id: `ad-${index}`,
      story_type: 'AD',
      sponsored_data: { title: 'Forsikring til bilen fra 199 kr./md', advertiser: 'Demo Forsikring' },
    },
  };
}

/** Rows as the feed has them: most name their type, some do not, and an advertisement stands after every tenth. */
export function feedEdges(ads: readonly Ad[], site: Site): Record<string, unknown>[] {
  return ads.flatMap((ad, index) => {
    const listing = listingJson(ad, site);
    const node =
      index % 7 === 5
        ? { listing }
        : {
            __typename: 'MarketplaceFeedListingStoryObject',
            story_type: 'POST',
            story_key: `S:${ad.id}`,
            tracking: '{}',
            listing,
          };
    return index % 10 === 9 ? [{ node }, adStory(index)] : [{ node }];
  });
}

export function feedUnits(edges: unknown[], cursor: Cursor | null): Record<string, unknown> {
  return {
    marketplace_search: {
      feed_units: {
        edges,
        page_info: { end_cursor: cursor ? writeCursor(cursor) : '', has_next_page: cursor !== null },
      },
    },
  };
}

export const noResults = {
  marketplace_search: {
    feed_units: {
      edges: [
        { node: { __typename: 'MarketplaceSearchFeedNoResults', story_type: 'SERP_NO_RESULTS', id: 'none' } },
      ],
    },
  },
};
