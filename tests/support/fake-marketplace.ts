import { gzipSync } from 'node:zlib';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { readLink } from '#core/marketplaces/links.ts';
import type {
  PageFailure,
  PageFailureClass,
  PageSource,
  Rejection,
  SearchEnd,
} from '#core/marketplaces/marketplace.ts';
import { RegisterUnavailable, type Vehicle, type VehicleRegister } from '#core/register/vehicle.ts';
import { makeListing } from './make-car.ts';

/** `rejected` is told with every batch, as a page that grows tells it. */
export type Search = { batches: Listing[][]; rejected?: Rejection[]; end?: Partial<SearchEnd> };

/** A marketplace that a test tells what to show. */
export type FakeMarketplace = {
  /** By address of the search. */
  searches: Map<string, Search>;
  /** By address of the item page; what is not here shows what the feed said. */
  items: Map<string, Listing | PageFailure>;
  visits: { searches: string[]; items: string[] };
  /** Visits that are open now, and the most there were at once. */
  open: { now: number; most: number };
  /** An ad of its own. */
  ad(fields?: Partial<Listing>): Listing;
  /** Shows these ads to who opens the search; its address, in the form in which the product keeps it. */
  search(query: string, batches: Listing[][], end?: Search['end']): string;
  source(): Promise<PageSource>;
};

export const refusal = (failureClass: PageFailureClass): PageFailure => ({
  class: failureClass,
  evidence: 'staged',
});

/** The address of a search on the staged marketplace, in the form in which the product keeps it. */
export function searchAddress(origin: string, query: string): string {
  const parsed = readLink(`${origin}/marketplace/odense/search?query=${query}`, {
    demoOrigin: origin,
  });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.link.href;
}

export function createFakeMarketplace(origin: string): FakeMarketplace {
  const seen = new Map<string, Listing>();
  let ads = 0;
  const marketplace: FakeMarketplace = {
    searches: new Map(),
    items: new Map(),
    visits: { searches: [], items: [] },
    open: { now: 0, most: 0 },
    ad(fields = {}) {
      const id = fields.id ?? `9007199254740${String(++ads).padStart(6, '0')}`;
      return makeListing({ itemUrl: `${origin}/marketplace/item/${id}/`, ...fields, id });
    },
    search(query, batches, end = {}) {
      const href = searchAddress(origin, query);
      marketplace.searches.set(href, { batches, end });
      return href;
    },
    async source() {
      marketplace.open.now++;
      marketplace.open.most = Math.max(marketplace.open.most, marketplace.open.now);
      return {
        async search(href, onBatch) {
          marketplace.visits.searches.push(href);
          const search = marketplace.searches.get(href) ?? { batches: [], end: { isEmpty: true } };
          for (const batch of search.batches) {
            for (const listing of batch) seen.set(listing.itemUrl, listing);
            await onBatch({ listings: structuredClone(batch), rejected: search.rejected ?? [] });
          }
          return { failure: null, isEmpty: search.batches.length === 0, ...search.end };
        },
        async item(href) {
          marketplace.visits.items.push(href);
          const known = (at: string) => marketplace.items.get(at) ?? seen.get(at);
          // A link to an ad names the language, the feed's address of the ad does not.
          const shown = known(href) ?? known(href.replace('?locale=en_US', ''));
          if (!shown) return { failure: refusal('listing_removed') };
          return 'class' in shown ? { failure: shown } : { listing: structuredClone(shown) };
        },
        async close() {
          marketplace.open.now--;
        },
      };
    },
  };
  return marketplace;
}

export type FakeRegister = VehicleRegister & { vehicles: Map<string, Vehicle>; isDown: boolean };

export function createFakeRegister(): FakeRegister {
  return {
    vehicles: new Map(),
    isDown: false,
    async lookup(plate) {
      if (this.isDown) throw new RegisterUnavailable('staged');
      return this.vehicles.get(plate) ?? null;
    },
  };
}

type Ad = { id: string; title: string; amount: string; photo?: string };

/** A search page as a browser saves it, compressed. */
export function savedPage(listings: Ad[]): Buffer {
  const edges = listings.map(({ id, title, amount, photo }) => ({
    node: {
      __typename: 'MarketplaceFeedListingStoryObject',
      listing: {
        __typename: 'GroupCommerceProductItem',
        id,
        marketplace_listing_title: title,
        listing_price: { formatted_amount: `kr ${amount}`, amount: `${amount}.00` },
        location: { reverse_geocode: { city: 'Odense' } },
        is_live: true,
        primary_listing_photo: { image: { uri: photo } },
        marketplace_listing_category_id: '807311116002614',
        custom_sub_titles_with_rendering_flags: [{ subtitle: '149K km' }],
      },
    },
  }));
  const feed = { marketplace_search: { feed_units: { edges, page_info: { has_next_page: false } } } };
  const html = `<html><head><title>Marketplace</title></head><body>
    <script type="application/json" data-sjs>${JSON.stringify({ require: [[{ __bbox: { result: { data: feed } } }]] })}</script>
    </body></html>`;
  return gzipSync(html);
}
