import { describe, expect, test } from 'vitest';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';

const url = 'https://www.facebook.com/marketplace/odense/search?query=golf';

const row = (id: number, more: object = {}) => ({
  node: {
    listing: {
      __typename: 'GroupCommerceProductItem',
      id: String(id),
      marketplace_listing_title: `2014 Volkswagen Golf · 1,6 TDI no. ${id}`,
      listing_price: { formatted_amount: 'kr 84.900', amount: '84900.00' },
      location: { reverse_geocode: { city: 'Odense' } },
      custom_sub_titles_with_rendering_flags: [{ subtitle: '149K km' }],
      creation_time: 1_790_000_000,
      ...more,
    },
  },
});
const card = (id: number, ...lines: string[]) =>
  `<a href="/marketplace/item/${id}/?ref=search">${lines.map((line) => `<span>${line}</span>`).join('')}</a>`;
const plainCard = (id: number) => card(id, '79.900 kr', `2014 Volkswagen Golf no. ${id}`, 'Odense, Danmark');

function parse(rows: object[], cards: string[]) {
  const json = JSON.stringify({ marketplace_search: { feed_units: { edges: rows } } });
  return parsePage({
    url,
    html: `<html id="facebook"><script type="application/json">${json}</script>${cards.join('')}</html>`,
  });
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

describe('a Facebook page with data and cards', () => {
  test('21 cards, 14 of them also in the data, give 21 cars', () => {
    const page = parse(
      numbers(1, 14).map((id) => row(id)),
      numbers(1, 21).map(plainCard),
    );
    expect(page.listings.map(({ id }) => id)).toEqual(numbers(1, 21).map(String));
    expect(page).toMatchObject({ shownCount: 21, rejected: [], failure: null });
  });

  test('price, old price and state come from the card, the rest from the data', () => {
    const [car] = parse(
      [row(1)],
      [card(1, 'Reserveret', '79.900 kr', '84.900 kr', '2014 Volkswagen Golf', 'Kolding')],
    ).listings;
    expect(car).toMatchObject({
      title: '2014 Volkswagen Golf · 1,6 TDI no. 1',
      price: { amount: 79_900, currency: 'DKK' },
      oldPrice: 84_900,
      availability: 'pending',
      city: 'Kolding',
      mileage: { km: 149_000 },
      listedAt: expect.stringMatching(/^2026-/),
    });
  });

  test('data and cards are of the same search when they share a fifth of the cars', () => {
    const shown = (rows: number) =>
      parse(
        numbers(1, rows).map((id) => row(id)),
        numbers(rows, rows).map(plainCard),
      ).listings.map(({ id }) => Number(id));
    expect(shown(5)).toEqual(numbers(1, 9));
    expect(shown(6)).toEqual(numbers(6, 6));
  });

  test('a sold car stays sold without a badge, and keeps its price when the card has none', () => {
    const [sold] = parse([row(1, { is_sold: true })], [card(1, '2014 Volkswagen Golf')]).listings;
    expect(sold).toMatchObject({ availability: 'sold', price: { amount: 84_900 } });
  });

  test('the card’s title wins when the ad was changed', () => {
    expect(parse([row(1)], [card(1, '1 kr', 'VW Golf solgt fra')]).listings[0]?.title).toBe(
      'VW Golf solgt fra',
    );
  });

  test('data of another search is left out and counted, and the cards are taken', () => {
    const page = parse(
      numbers(100, 24).map((id) => row(id)),
      numbers(1, 20).map(plainCard),
    );
    expect(page.listings.map(({ id }) => id)).toEqual(numbers(1, 20).map(String));
    expect(page.rejected).toHaveLength(24);
    expect(page.rejected[0]).toEqual({ id: '100', reason: 'not_shown' });
    expect(page.shownCount).toBe(44);
  });

  test('a page scrolled far or with few cards drawn gives the cars of both', () => {
    const scrolled = parse(
      numbers(1, 24).map((id) => row(id)),
      numbers(1, 96).map(plainCard),
    );
    expect(scrolled.listings).toHaveLength(96);
    const early = parse(
      numbers(1, 24).map((id) => row(id)),
      numbers(1, 6).map(plainCard),
    );
    expect(early.listings).toHaveLength(24);
  });

  test('an ad unreadable in both is rejected once, with the reason', () => {
    const page = parse(
      [
        row(1, { marketplace_listing_title: '' }),
        row(2, { marketplace_listing_title: '' }),
        ...numbers(3, 10).map((id) => row(id)),
      ],
      [card(1, '79.900 kr', 'VW Golf'), card(2, '79.900 kr'), ...numbers(3, 10).map(plainCard)],
    );
    expect(page.listings).toHaveLength(11);
    expect(page.rejected).toEqual([{ id: '2', reason: 'no_title' }]);
    expect(page.shownCount).toBe(12);
  });
});
