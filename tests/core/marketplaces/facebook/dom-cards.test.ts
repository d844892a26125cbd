import { describe, expect, test } from 'vitest';
import { buildListing } from '#core/marketplaces/ad/build-listing.ts';
import { readContext } from '#core/marketplaces/facebook/parse-page.ts';
import { readDomCards } from '#core/marketplaces/facebook/search-page.ts';

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
