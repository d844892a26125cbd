import { describe, expect, test } from 'vitest';
import { buildListing } from '#core/marketplaces/ad/build-listing.ts';
import { parsePage, readContext } from '#core/marketplaces/facebook/parse-page.ts';
import { readDomCards } from '#core/marketplaces/facebook/search-page.ts';

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

const context = readContext({ url: 'https://www.facebook.com/marketplace/odense/search', html: '' });

describe('a rendered Facebook card', () => {
  const card = (...lines: string[]) =>
    `<a href="/marketplace/item/12/?ref=x">${lines.map((line) => `<div>${line}</div>`).join('')}</a>`;
  const cardOf = (...lines: string[]) => {
    const ad = readDomCards(card(...lines), context).ads[0];
    return ad && buildListing(ad);
  };

  test('a card has price, old price, title, town and mileage in this order', () => {
    expect(
      cardOf('84.900 kr', '89.900 kr', 'VW Golf', 'Odense, Danmark', '95K km', 'Dealership'),
    ).toMatchObject({
      id: '12',
      price: { amount: 84_900 },
      oldPrice: 89_900,
      title: 'VW Golf',
      city: 'Odense',
      mileage: { km: 95_000 },
      sellerType: 'dealer',
      availability: 'live',
      photoUrls: [],
    });
    expect(cardOf('VW Golf')).toMatchObject({ price: null, oldPrice: null, city: null, mileage: null });
    expect(cardOf('2.995 kr./md.', 'Audi A4')?.flags).toEqual(['leasing']);
  });

  test('a card without text is read from the name of its link', () => {
    const named =
      '<a href="/marketplace/item/12/" aria-label="Skoda Fabia 1,2 TSI, DKK61,500, Vejle, listing 12"></a>';
    expect(readDomCards(named, context).ads[0]).toMatchObject({
      title: 'Skoda Fabia 1,2 TSI',
      price: { amount: 61_500, currency: 'DKK' },
      city: 'Vejle',
    });
  });

  test('two prices drawn in one run are separated', () => {
    expect(cardOf('DKK61,500DKK67,000', 'Skoda Fabia')).toMatchObject({
      price: { amount: 61_500 },
      oldPrice: 67_000,
    });
  });

  test.each([
    ['Free', true],
    ['gratis', true],
    ['84.900 kr', true],
    ['84.900 kr + bytte hund', true],
    ['84.900 kr + bytte hunde', false],
    ['84.900', false],
    ['kr', false],
  ])('whether the first line %j starts with a price: %j', (line, isPrice) => {
    expect(cardOf(line, 'VW Golf')?.title).toBe(isPrice ? 'VW Golf' : line);
  });

  test('a card with prices only is left out, and a repeated card counts once', () => {
    expect(cardOf('84.900 kr')).toBeUndefined();
    expect(readDomCards(card('84.900 kr'), context).rejected).toEqual([{ id: '12', reason: 'no_title' }]);
    expect(readDomCards(card('VW Golf') + card('VW Polo'), context).ads).toHaveLength(1);
    expect(readDomCards('<a href="/marketplace/you/">VW Golf</a><a>VW Golf</a>', context).ads).toEqual([]);
  });

  test.each([
    ['Solgt', 'sold'],
    ['Sold', 'sold'],
    ['Såld', 'sold'],
    ['Verkauft', 'sold'],
    ['Reserveret', 'pending'],
    ['Pending', 'pending'],
    ['Avvaktar', 'pending'],
    ['Reserviert', 'pending'],
    ['Reservert', 'pending'],
    ['Netop opslået', 'live'],
    ['Just listed', 'live'],
    ['Nyligen publicerad', 'live'],
    ['Gerade eingestellt', 'live'],
    ['Nettopp lagt ut', 'live'],
    ['Sponsoreret', 'live'],
    ['Pris nedsat', 'live'],
  ])('the badge %j leaves price and title unchanged, wherever it is drawn', (badge, availability) => {
    const golf = {
      title: 'VW Golf',
      city: 'Odense',
      price: { amount: 84_900, currency: 'DKK' },
      availability,
    };
    expect(cardOf(badge, '84.900 kr', 'VW Golf', 'Odense')).toMatchObject(golf);
    expect(cardOf('84.900 kr', badge, 'VW Golf', 'Odense')).toMatchObject(golf);
    expect(cardOf('84.900 kr', 'VW Golf', 'Odense', badge)).toMatchObject(golf);
    expect(cardOf(`${badge} · 84.900 kr`, 'VW Golf', 'Odense')).toMatchObject(golf);
  });

  test('a title that contains a price or a badge word is kept', () => {
    expect(cardOf('84.900 kr', 'Golf til 19.900 kr', 'Odense')).toMatchObject({
      title: 'Golf til 19.900 kr',
      oldPrice: null,
    });
    expect(cardOf('84.900 kr', 'Solgt som beset VW Golf', 'Odense')?.title).toBe('Solgt som beset VW Golf');
  });

  test('a card that shows its mileage first, or no town, never has a number as its town', () => {
    expect(cardOf('84.900 kr', 'VW Golf', '95K km', 'Odense')).toMatchObject({ city: 'Odense' });
    expect(cardOf('84.900 kr', 'VW Golf', '95K km')).toMatchObject({ city: null, mileage: { km: 95_000 } });
  });

  test('at most five hundred cards are read', () => {
    const page = Array.from({ length: 501 }, (_, i) => `<a href="/marketplace/item/${i + 1}">VW Golf</a>`);
    expect(readDomCards(page.join(''), context)).toMatchObject({ shownCount: 501, rejected: [] });
    expect(readDomCards(page.join(''), context).ads).toHaveLength(500);
  });
});
