import { inspect } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { carHead, ownPicture, sharePictureOf } from '#core/pages/car-page.ts';
import { plainText } from '#core/pages/html.ts';
import { mostAddresses, sitemap, staticPages } from '#core/pages/site.ts';
import { deals } from '#core/valuation/valuation.ts';
import { differingLines } from '#tests/support/differing-lines.ts';
import { makeCar, makeCard, makeRating } from '#tests/support/make-car.ts';

const origin = 'https://bilfund.example';
const languages = ['en', 'da'] as const;
const cars: Partial<Car>[] = [
  {},
  { rating: makeRating({ deal: 'poor' }), fuel: 'diesel', gearbox: 'automatic', availability: 'pending' },
  {
    rating: makeRating({ deal: 'no_estimate' }),
    mileagePrecision: 'masked',
    mileageKm: 187_000,
    flags: ['ex_vat'],
  },
  {
    priceDkk: 0,
    foreignPrice: { amount: 9900, currency: 'EURO99' },
    city: 'x'.repeat(50),
    flags: ['leasing'],
  },
  {
    ...{ title: 'CX41287', priceDkk: 0, make: null, model: null, year: null, mileageKm: null, fuel: null },
    ...{ gearbox: null, color: null, city: null, photos: [] },
  },
  {
    priceDkk: 1,
    photos: [{ small: 's', large: 'l', blurredSmall: null, blurredLarge: null }] as Car['photos'],
  },
];
const unpriced = (reason: 'leasing' | 'down_payment' | 'placeholder_price' | 'ex_vat' | 'ex_tax') =>
  makeCar({ priceDkk: 3_195, rating: makeRating({ deal: 'no_estimate', reason, cautions: [reason] }) });

it.each([
  ['leasing', 'en', 'See the ad for the price', 'No estimate · The ad mentions leasing'],
  ['down_payment', 'en', 'See the ad for the price', 'No estimate · The price is a down payment only'],
  ['placeholder_price', 'da', 'Se prisen i annoncen', 'Ikke vurderet · Prisen'],
  ['ex_vat', 'en', '3.195 kr.', 'No estimate · The price is without VAT'],
  ['ex_tax', 'en', '3.195 kr.', 'No estimate · The price is without Danish registration tax'],
] as const)(
  'a car of which the ad names a figure that is %s is shared without taking it for the price (%s)',
  (reason, language, price, deal) => {
    const car = unpriced(reason);
    expect(sharePictureOf(car, language)).toMatchObject({ price, dealText: expect.stringContaining(deal) });
    expect(carHead(car, language, origin)).toContain(`${price} | Bilfund`);
  },
);

/** Search engines and messengers read what the snapshots show. Run `vitest -u` only when a change is intended. */
it('the heads of public cars match the snapshot in both languages', async () => {
  const heads = languages.map((language) =>
    differingLines(cars.map((fields) => carHead(makeCar({ id: 'a/b', ...fields }), language, origin))),
  );
  await expect(`${heads.join('\n\n')}\n`).toMatchFileSnapshot('car-heads.txt');
});

it('the texts of share pictures match the snapshot', async () => {
  const shown = languages.flatMap((language) => [
    ...cars.map((fields) => sharePictureOf(makeCar(fields), language)),
    ownPicture(language),
  ]);
  await expect(`${inspect(shown, { breakLength: 110 })}\n`).toMatchFileSnapshot('share-pictures.txt');
});

it('a share picture draws only letters that its font has', () => {
  const { title, facts } = sharePictureOf(makeCar({ title: 'Škoda  𝗫 漢 €', city: '漢' }), 'en');
  expect(title).toBe('Škoda €');
  expect(facts).toBe('2019, 111.000 km, Petrol, Manual,');
});

it('a locked car has no page head and no share picture', () => {
  const locked = makeCar({ rating: makeRating({ deal: 'amazing' }) });
  expect(() => carHead(locked, 'en', origin)).toThrow('locked');
  expect(() => sharePictureOf(locked, 'en')).toThrow('locked');
  expect(deals).toEqual(['amazing', 'fair', 'poor', 'no_estimate']);
});

it('the sitemap matches the snapshot', async () => {
  const listed = sitemap([makeCard({ id: '7' }), makeCard({ id: '6' })], origin).whole;
  await expect(listed).toMatchFileSnapshot('sitemap.txt');
  const { whole, pages } = sitemap([], origin);
  expect(pages).toEqual([whole]);
});

it('plainText shortens a text with an ellipsis, and never cuts a surrogate pair', () => {
  expect(plainText('abcde', 5)).toBe('abcde');
  expect(plainText('abcdef', 5)).toBe('abcd…');
  expect(plainText('abc def', 5)).toBe('abc…');
  expect(plainText('🚗🚗🚗', 2)).toBe('🚗…');
  expect(plainText(`${' '.repeat(4999)}ab`, 5)).toBe('a');
  expect(plainText('x'.repeat(2000), 3000)).toHaveLength(1000);
});

it.each([
  ['debt', 'Fair · A debt is registered on the car'],
  ['deregistered', 'Fair · The car is deregistered'],
  ['imported', 'Fair'],
] as const)('a share picture warns beside the deal of a reason for a low price: %s', (kind, words) => {
  const facts = [{ kind, ad: null, register: null, date: null }];
  expect(sharePictureOf(makeCar({ facts, rating: makeRating({ deal: 'fair' }) }), 'en').dealText).toBe(words);
});
const addressesOf = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));
const listed = staticPages.filter((page) => page.isListed).length;
const many = (count: number) => Array.from({ length: count }, (_, index) => makeCard({ id: String(index) }));

describe('sitemap', () => {
  it('the sitemap lists static pages in both languages, then open cars with their last change', () => {
    const xml = sitemap([makeCard({ id: '7', updatedAt: '2026-11-20T09:00:00.000Z' })], origin).whole;
    expect(addressesOf(xml)).toEqual([
      ...staticPages.filter((page) => page.isListed).map(({ path }) => origin + path),
      `${origin}/car/7`,
    ]);
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<urlset xmlns="http:\/\/www\.sitemaps\.org/,
    );
    expect(xml).toContain(`<loc>${origin}/car/7</loc><lastmod>2026-11-20</lastmod>`);
    expect(xml).toContain(`hreflang="da" href="${origin}/?view=faq&amp;lang=da"`);
    expect(xml).toContain(`hreflang="da" href="${origin}/?lang=da"`);
  });

  it('the sitemap leaves out cars that a visitor may not see or cannot buy', () => {
    const others: Partial<Card>[] = [
      { deal: 'amazing' },
      { availability: 'gone' },
      { availability: 'sold' },
      { availability: 'pending' },
      { ownerId: 'somebody' },
    ];
    expect(addressesOf(sitemap(others.map(makeCard), origin).whole)).toHaveLength(listed);
  });

  it('the sitemap is split into pages when it has too many addresses, each in exactly one', () => {
    const cards = many(mostAddresses + 5);
    const { whole: index, pages } = sitemap(cards, origin);
    expect(index).toContain('<sitemapindex');
    expect(addressesOf(index)).toEqual([`${origin}/sitemap.xml?page=1`, `${origin}/sitemap.xml?page=2`]);
    const all = pages.flatMap(addressesOf);
    expect(all).toHaveLength(cards.length + listed);
    expect(new Set(all).size).toBe(all.length);
    for (const page of pages) expect(page.length).toBeLessThan(5_500_000);
    expect(pages).toHaveLength(2);
  });
});

test('each static page is named after its address', () => {
  for (const { name, path } of staticPages)
    expect(name).toBe(path === '/' ? 'home' : path.replace(/^\/(?:\?view=)?/, ''));
});
