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

describe('a page with data and cards', () => {
  test('that shows 21 cards and has 14 of them in its data gives 21 cars', () => {
    const page = parse(
      numbers(1, 14).map((id) => row(id)),
      numbers(1, 21).map(plainCard),
    );
    expect(page.listings.map(({ id }) => id)).toEqual(numbers(1, 21).map(String));
    expect(page).toMatchObject({ shownCount: 21, rejected: [], failure: null });
  });

  test('takes the price, the old price and the state from the card, the rest from the data', () => {
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

  test('is of one search where a fifth of its cars are common, and of another below that', () => {
    const shown = (rows: number) =>
      parse(
        numbers(1, rows).map((id) => row(id)),
        numbers(rows, rows).map(plainCard),
      ).listings.map(({ id }) => Number(id));
    expect(shown(5)).toEqual(numbers(1, 9));
    expect(shown(6)).toEqual(numbers(6, 6));
  });

  test('keeps a sold car sold where the card has no badge, and a price where the card has none', () => {
    const [sold] = parse([row(1, { is_sold: true })], [card(1, '2014 Volkswagen Golf')]).listings;
    expect(sold).toMatchObject({ availability: 'sold', price: { amount: 84_900 } });
  });

  test('takes another title from the card: the ad was changed', () => {
    expect(parse([row(1)], [card(1, '1 kr', 'VW Golf solgt fra')]).listings[0]?.title).toBe(
      'VW Golf solgt fra',
    );
  });

  test('of another search than the one shown now gives the shown cars, and says which were left out', () => {
    const page = parse(
      numbers(100, 24).map((id) => row(id)),
      numbers(1, 20).map(plainCard),
    );
    expect(page.listings.map(({ id }) => id)).toEqual(numbers(1, 20).map(String));
    expect(page.rejected).toHaveLength(24);
    expect(page.rejected[0]).toEqual({ id: '100', reason: 'not_shown' });
    expect(page.shownCount).toBe(44);
  });

  test('scrolled far, or with few cards drawn yet, gives the cars of both', () => {
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

  test('names what could be read in neither way once, with the reason', () => {
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
