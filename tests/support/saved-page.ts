import { gzipSync } from 'node:zlib';

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
