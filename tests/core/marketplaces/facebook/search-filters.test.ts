import { describe, expect, test } from 'vitest';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';

const search = 'https://www.facebook.com/marketplace/odense/search';
const row = (id: number, title: string, price: string) => ({
  node: {
    listing: {
      id: String(id),
      marketplace_listing_title: title,
      listing_price: { formatted_amount: price },
    },
  },
});
const rows = [
  row(1, '2014 Volkswagen Golf', '84.900 kr'),
  row(2, '2009 Volkswagen Golf', '84.900 kr'),
  row(3, '2014 Volkswagen Golf', '184.900 kr'),
  row(4, '2014 Ford Focus', '84.900 kr'),
  row(5, 'Familiebil sælges', '84.900 kr'),
  row(6, '2014 Volkswagen Polo', '€9,900'),
];
const feed = JSON.stringify({ marketplace_search: { feed_units: { edges: rows } } });
const page = `<html id="facebook"><script type="application/json">${feed}</script></html>`;

const idsOf = (query: string, html = page) =>
  parsePage({ url: `${search}?${query}`, html }).listings.map(({ id }) => Number(id));

describe('filters that Facebook ignored', () => {
  test.each([
    ['', [1, 2, 3, 4, 5, 6]],
    ['minYear=2010', [1, 3, 4, 5, 6]],
    ['maxYear=2010', [2, 5]],
    ['maxPrice=100000', [1, 2, 4, 5, 6]],
    ['minPrice=100000', [3, 6]],
    ['make=volkswagen', [1, 2, 3, 5, 6]],
    ['make=268955220604459', [1, 2, 3, 4, 5, 6]],
    ['minYear=2010&maxPrice=100000&make=VW', [1, 5, 6]],
    ['minYear=14', [1, 2, 3, 4, 5, 6]],
  ])('the filters of %j are applied to the cars shown', (query, ids) => {
    expect(idsOf(query)).toEqual(ids);
    expect(idsOf(query, feed)).toEqual(ids);
  });

  test('cars left out by filters are named and counted as shown', () => {
    const { rejected, shownCount } = parsePage({ url: `${search}?maxYear=2010`, html: page });
    expect(rejected[0]).toEqual({ id: '1', reason: 'not_asked_for' });
    expect([rejected.length, shownCount]).toEqual([4, 6]);
  });

  test('filters that leave no car do not make the page a failure', () => {
    expect(parsePage({ url: `${search}?minYear=2030&make=Tesla`, html: page })).toMatchObject({
      failure: null,
      shownCount: 6,
    });
  });

  test('filters do not apply to a single ad', () => {
    const target = { id: '12', marketplace_listing_title: '2014 Volkswagen Golf' };
    const item = JSON.stringify({ marketplace_product_details_page: { target } });
    expect(
      parsePage({
        url: 'https://www.facebook.com/marketplace/item/12/?minYear=2030',
        html: `<script type="application/json">${item}</script>`,
      }).listings,
    ).toHaveLength(1);
  });
});
