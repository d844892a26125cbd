import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import { carHead, isPublic } from '#core/pages/car-page.ts';
import { closedHeadTags, fillShell, publicTitle } from '#core/pages/html.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const origin = 'https://bilfund.example';
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
