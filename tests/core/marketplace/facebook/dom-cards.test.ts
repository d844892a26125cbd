import { describe, expect, test } from 'vitest';
import { readDomCards } from '#core/marketplace/facebook/dom-cards.ts';
import { readContext } from '#core/marketplace/facebook/page-context.ts';

const context = readContext({ url: 'https://www.facebook.com/marketplace/odense/search', html: '' });

describe('a rendered card', () => {
  const card = (...lines: string[]) =>
    `<a href="/marketplace/item/12/?ref=x">${lines.map((line) => `<div>${line}</div>`).join('')}</a>`;
  const cardOf = (...lines: string[]) => readDomCards(card(...lines), context)[0];

  test('says price, old price, title, place and mileage in this order', () => {
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

  test.each([
    ['Free', true],
    ['gratis', true],
    ['84.900 kr', true],
    ['84.900 kr + bytte hund', true],
    ['84.900 kr + bytte hunde', false],
    ['84.900', false],
    ['kr', false],
  ])('whose first line is %j begins with a price: %j', (line, isPrice) => {
    expect(cardOf(line, 'VW Golf')?.title).toBe(isPrice ? 'VW Golf' : line);
  });

  test('of prices alone is none, and one that stands twice counts once', () => {
    expect(cardOf('84.900 kr')).toBeUndefined();
    expect(readDomCards(card('VW Golf') + card('VW Polo'), context)).toHaveLength(1);
    expect(readDomCards('<a href="/marketplace/you/">VW Golf</a><a>VW Golf</a>', context)).toEqual([]);
  });

  test('is one of five hundred at most', () => {
    const page = Array.from({ length: 501 }, (_, i) => `<a href="/marketplace/item/${i + 1}">VW Golf</a>`);
    expect(readDomCards(page.join(''), context)).toHaveLength(500);
  });
});
