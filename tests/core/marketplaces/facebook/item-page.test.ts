import { describe, expect, test } from 'vitest';
import { readItem } from '#core/marketplaces/facebook/item-page.ts';
import { readContext } from '#core/marketplaces/facebook/parse-page.ts';

describe('readItem', () => {
  const url = 'https://www.facebook.com/marketplace/item/1/';
  const photo = (name: string) => ({ image: { uri: `https://scontent.fna.fbcdn.net/${name}.jpg` } });
  const read = (details: unknown[], others: object[] = [], asked = url) =>
    readItem(
      [{ pages: details.map((target) => ({ marketplace_product_details_page: { target } })), others }],
      readContext({ url: asked, html: '' }),
    );
  const golf = { id: '1', marketplace_listing_title: 'VW Golf' };

  test('an item is merged from its parts: the first non-empty field wins', () => {
    const { listing } = read([
      { id: '1', custom_title: null, listing_photos: [], location: { reverse_geocode: { city: 'Ribe' } } },
      { id: '2', marketplace_listing_title: 'Audi A4' },
      { ...golf, listing_photos: [photo('a')], location: { reverse_geocode: { city: 'Vejle' }, more: 1 } },
      { id: '1', marketplace_listing_title: 'VW Polo' },
    ]);
    expect(listing).toMatchObject({ title: 'VW Golf', city: 'Ribe', photoUrls: [photo('a').image.uri] });
  });

  test('the photos are the first non-empty set of the item itself', () => {
    const sets = [
      { id: '2', listing_photos: [photo('other')] },
      { id: '1', listing_photos: [] },
      { id: '1', listing_photos: [photo('own')] },
    ];
    expect(read([golf], sets).listing?.photoUrls).toEqual([photo('own').image.uri]);
  });

  test('an item without a title is rejected, and a null item is gone', () => {
    expect(read([{ id: '1' }])).toEqual({
      isFound: true,
      isGone: false,
      listing: null,
      rejected: [{ id: '1', reason: 'no_title' }],
    });
    expect(read([null])).toEqual({ isFound: false, isGone: true, listing: null, rejected: [] });
    expect(read([undefined])).toEqual({ isFound: false, isGone: false, listing: null, rejected: [] });
    expect(read([null, { ...golf, id: '2' }])).toEqual({
      isFound: true,
      isGone: false,
      listing: null,
      rejected: [],
    });
    expect(read([golf])).toMatchObject({ isFound: true, isGone: false, rejected: [] });
    expect(read([{ marketplace_listing_title: 'VW Golf' }], [], 'https://example.com').listing).toBeNull();
  });
});
