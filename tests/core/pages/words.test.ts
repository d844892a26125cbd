import { inspect } from 'node:util';
import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it, test } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { carHead, isPublic, ownPicture, sharePictureOf } from '#core/pages/car-page.ts';
import { closedHeadTags, fillShell, plainText, publicTitle } from '#core/pages/html.ts';
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

const shell =
  '<!doctype html><html lang="en"><head><!--page--><title>Own</title><!--/page--></head><body><div id="root"></div></body></html>';

/** The page as a browser parses it. */
const parser = new new Window().DOMParser();
const open = (html: string) => parser.parseFromString(html, 'text/html');
const pageOf = (car: Car, language: 'en' | 'da' = 'en') =>
  open(fillShell(shell, { language, head: carHead(car, language, origin) }));
type Page = ReturnType<typeof pageOf>;
const property = (page: Page, name: string) =>
  page.querySelector(`meta[property="${name}"]`)?.getAttribute('content');
const dataOf = (page: Page) => {
  const scripts = page.querySelectorAll('script');
  expect(scripts.length).toBe(1);
  expect(scripts[0]!.getAttribute('type')).toBe('application/ld+json');
  return JSON.parse(scripts[0]!.textContent) as Record<string, unknown>;
};

describe('carHead', () => {
  it('the head names the car with its price, in the page’s language', () => {
    const [en, da] = [pageOf(makeCar()), pageOf(makeCar(), 'da')];
    expect(en.title).toBe('Škoda Octavia 1.5 TSI Combi Style, 149.900 kr. | Bilfund');
    expect(property(en, 'og:title')).toBe(en.title);
    expect(property(en, 'og:description')).toBe(
      '2019 · 111.000 km · Petrol · Manual · Odense. We call the price neither a bargain nor too high.',
    );
    expect(property(da, 'og:description')).toBe(
      '2019 · 111.000 km · Benzin · Manuelt gear · Odense. Vi kalder hverken prisen et kup eller for høj.',
    );
    expect([en.documentElement.lang, da.documentElement.lang]).toEqual(['en', 'da']);
    expect([property(en, 'og:locale'), property(da, 'og:locale')]).toEqual(['en_GB', 'da_DK']);
  });

  it('the head lists an address for each language and names itself canonical', () => {
    const da = pageOf(makeCar(), 'da');
    const links = [...da.querySelectorAll('link')].map((link) =>
      [link.getAttribute('rel'), link.getAttribute('hreflang'), link.getAttribute('href')].join(' '),
    );
    expect(links).toEqual([
      `canonical  ${origin}/car/1?lang=da`,
      `alternate en ${origin}/car/1`,
      `alternate da ${origin}/car/1?lang=da`,
      `alternate x-default ${origin}/car/1`,
    ]);
    expect(property(da, 'og:url')).toBe(`${origin}/car/1?lang=da`);
    expect(property(da, 'og:image')).toBe(`${origin}/share/1.jpg?lang=da`);
  });

  it('the head describes the car and its offer as schema.org data', () => {
    expect(dataOf(pageOf(makeCar()))).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Car',
      brand: { '@type': 'Brand', name: 'Škoda' },
      model: 'Octavia',
      vehicleModelDate: '2019',
      mileageFromOdometer: { value: 111_000, unitCode: 'KMT' },
      image: `${origin}/photos/bl1`,
      offers: { '@type': 'Offer', price: 149_900, priceCurrency: 'DKK', url: `${origin}/car/1` },
    });
  });

  it('the head makes no offer when the price is not the car’s price in kroner', () => {
    const others: Partial<Car>[] = [
      { priceDkk: 0 },
      { priceDkk: 0, foreignPrice: { amount: 9_900, currency: 'EUR' } },
      { priceDkk: 2_995, flags: ['leasing'] },
      { priceDkk: 19_900, flags: ['down_payment'] },
      { priceDkk: 111_111 },
    ];
    for (const fields of others) expect(dataOf(pageOf(makeCar(fields))).offers).toBeUndefined();
    expect(pageOf(makeCar(others[1])).title).toContain('9.900 EUR');
  });

  it('the head contains neither plate nor estimate, wherever the seller wrote the plate', () => {
    const plates = ['CX41287', 'cx 41 287', 'C\u200bX41\u200b287', 'CX-41-287'];
    for (const plate of plates) {
      const html = carHead(makeCar({ title: `Octavia ${plate} sælges`, model: plate }), 'en', origin);
      expect(html.replace(/[^\w]/g, '')).not.toMatch(/CX41287/i);
    }
    expect(carHead(makeCar(), 'en', origin)).not.toMatch(/139.?500|148.?900|158.?000/);
  });

  it('the head escapes whatever a seller wrote, so that nothing becomes markup or script', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '<script>alert(1)</script>',
        '</title><script>alert(1)</script>',
        '</script><img src=x onerror=alert(1)>',
        '"><svg onload=alert(1)>',
        '<!--page--><!--/page-->',
        "$& $' $` $1",
        '\u202egnip\u202c',
        '\ud800lone\udfff',
        '__proto__',
        'x'.repeat(10_000),
      ),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(hostile, hostile, (title, city) => {
        const page = pageOf(makeCar({ title, city, make: title, model: city }));
        const name = publicTitle({ title, plate: 'CX41287' }) || 'Used car';
        expect(page.title).toBe(`${name}, 149.900 kr. | Bilfund`);
        expect(property(page, 'og:title')).toBe(page.title);
        expect(dataOf(page).name).toBe(name);
        expect(page.querySelectorAll('img, svg, iframe').length).toBe(0);
        expect(page.body.innerHTML).toBe('<div id="root"></div>');
        expect([...name].length).toBeLessThanOrEqual(90);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
      { numRuns: 50 },
    );
  });

  it('the head stays small whatever the length of a title', () => {
    const long = 'Octavia 🚗 <b> '.repeat(70_000);
    expect(carHead(makeCar({ title: long, city: long, make: long }), 'da', origin).length).toBeLessThan(
      6_000,
    );
  });
});

describe('public pages', () => {
  it('a car is public when it is in the catalog, for sale and not locked', () => {
    expect(isPublic(makeCar())).toBe(true);
    expect(isPublic(makeCar({ availability: 'pending' }))).toBe(true);
    const closed: Partial<Car>[] = [
      { rating: makeRating({ deal: 'amazing' }) },
      { availability: 'gone' },
      { availability: 'sold' },
      { ownerId: 'somebody' },
      { flags: ['wanted'] },
      { flags: ['not_a_car'] },
    ];
    expect(closed.map((fields) => isPublic(makeCar(fields)))).toEqual(closed.map(() => false));
  });

  it('the page of any other car says nothing about it and is not indexed', () => {
    const page = open(fillShell(shell, { language: 'da', head: closedHeadTags('Bilfund') }));
    expect(page.title).toBe('Bilfund');
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(page.querySelectorAll('meta, link, script').length).toBe(1);
  });

  it('fillShell refuses a page without its placeholders', () => {
    const marks = ['<html lang="da">', '<!--page--><!--/page-->', '<div id="root"></div>'];
    const fill = (left: readonly string[]) => fillShell(left.join(''), { language: 'en', head: '<title>' });
    expect(fill(marks)).toBe('<html lang="en"><title><div id="root"></div>');
    for (const lost of marks)
      expect(() => fill(marks.filter((mark) => mark !== lost))).toThrow('lost its marks');
  });
});
