import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseSearch } from '#core/marketplaces/dba/link.ts';
import { readLink } from '#core/marketplaces/links.ts';
import { automaticTitle } from '#core/searches/search-title.ts';
import { codeOf, hrefOf } from '../read-link-of.ts';

const demoOrigin = 'http://127.0.0.1:4802';

describe('a link to DBA', () => {
  it.each([
    [
      'https://www.dba.dk/mobility/search/car?registration_class=1&variant=1.817.1433&price_to=90000&location=0.200009',
      'https://www.dba.dk/mobility/search/car?variant=1.817.1433&price_to=90000&registration_class=1&location=0.200009',
    ],
    [
      'https://dba.dk/mobility/search/car?price_to=90000&page=3&sort=PRICE_ASC&stored-id=12&ci=4&utm_source=mail&unknown=1',
      'https://www.dba.dk/mobility/search/car?price_to=90000',
    ],
    [
      'https://www.dba.dk/mobility/search/car?fuel=4&fuel=2&fuel=4&q=golf+gti',
      'https://www.dba.dk/mobility/search/car?q=golf+gti&fuel=2&fuel=4',
    ],
    ['www.dba.dk/mobility/search/car?q=up', 'https://www.dba.dk/mobility/search/car?q=up'],
    ['https://www.dba.dk/mobility/item/31004711?ci=3', 'https://www.dba.dk/mobility/item/31004711'],
    ['Se denne bil: https://www.dba.dk/31004711?ref=share', 'https://www.dba.dk/31004711'],
  ])('%s is taken as %s', (raw, href) => {
    expect(hrefOf(raw)).toBe(href);
    expect(hrefOf(href)).toBe(href);
  });

  it.each([
    ['', 'link_blank'],
    [42, 'link_blank'],
    ['https://www.dba.dk/mobility/search/car', 'link_no_search'],
    ['https://www.dba.dk/mobility/search/car?sort=PRICE_ASC&page=2', 'link_no_search'],
    ['https://www.dba.dk/sharedfavoritelist/abcdef', 'link_favourites'],
    ['https://www.dba.dk/biler/biler/maerke-bmw/reg-aalborg/?fra=privat', 'link_former'],
    ['https://www.dba.dk/bmw-320d/id-1030000001/', 'link_former'],
    ['https://www.dba.dk/soeg/?soeg=golf', 'link_former'],
    ['https://www.dba.dk/recommerce/forsale/search?q=sofa', 'link_unsupported_path'],
    ['https://www.dba.dk/mobility/search/boat?q=jolle', 'link_unsupported_path'],
    ['https://www.dba.dk/mobility/../my-page', 'link_unsupported_path'],
    ['https://www.dba.dk/mobility%2fsearch%2fcar?q=golf', 'link_unsupported_path'],
    ['ftp://www.dba.dk/mobility/search/car?q=golf', 'link_invalid'],
    ['https://dba.dk.evil.example/mobility/search/car?q=golf', 'link_foreign_host'],
    ['https://user@www.dba.dk/mobility/search/car?q=golf', 'link_invalid'],
    ['https://www.dba.dk:8443/mobility/search/car?q=golf', 'link_foreign_host'],
    ['https://www.dba.dk\\@evil.example/mobility/search/car?q=golf', 'link_invalid'],
    ['https://www.dbа.dk/mobility/search/car?q=golf', 'link_foreign_host'],
    ['https://www.dba.dk/mobility/search/car?q=a%00b', 'link_invalid'],
    [`https://www.dba.dk/mobility/search/car?q=${'x'.repeat(3000)}`, 'link_invalid'],
  ])('%s is refused as %s', (raw, code) => {
    expect(codeOf(raw)).toBe(code);
  });

  it('is told apart from links to other marketplaces, and its refusal has a code of its own', () => {
    expect(readLink('https://www.dba.dk/mobility/item/31004711')).toMatchObject({
      ok: true,
      link: { source: 'dba', kind: 'item' },
    });
    expect(readLink('https://www.dba.dk/biler/')).toMatchObject({ ok: false, code: 'link_former' });
    expect(readLink('https://evil.example/')).toMatchObject({ ok: false, code: 'link_foreign_host' });
  });

  it('is refused with the code that leads to the button where DBA is not visited', () => {
    const options = { sources: ['facebook'] as const };
    expect(readLink('https://www.dba.dk/mobility/search/car?q=golf', options)).toMatchObject({
      ok: false,
      code: 'link_by_hand',
    });
    expect(readLink('https://www.facebook.com/marketplace/odense/search?query=golf', options).ok).toBe(true);
  });

  it('is accepted on the demo’s origin, where the path tells the marketplaces apart', () => {
    const read = (path: string) => readLink(`${demoOrigin}${path}`, { demoOrigin });
    expect(read('/mobility/search/car?q=golf')).toMatchObject({
      ok: true,
      link: { source: 'dba', isDemo: true },
    });
    expect(read('/marketplace/odense/search?query=golf')).toMatchObject({
      ok: true,
      link: { source: 'facebook' },
    });
    expect(readLink(`${demoOrigin}/mobility/search/car?q=golf`)).toMatchObject({ ok: false });
  });

  it('is refused or leads to a page of DBA, whatever text is pasted', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.constantFrom(
          'https://www.dba.dk',
          'https://www.dba.dk/mobility/search/car?',
          'https://dba.dk/',
          '',
        ),
        (noise, start) => {
          const read = readLink(start + noise);
          if (!read.ok) return;
          const url = new URL(read.link.href);
          expect(url.origin).toBe('https://www.dba.dk');
          expect(url.pathname).toMatch(/^\/(?:mobility\/(?:search\/car|item\/\d+)|\d+)$/);
        },
      ),
    );
  });
});

const kept = (query: string) => normaliseSearch(new URLSearchParams(query))?.toString();

describe('the parameters of a DBA search', () => {
  it.each([
    ['variant', '1.817.1433', '1.817.2832'],
    ['make', '0.744', '0.817'],
    ...['fuel', 'transmission', 'wheel_drive', 'dealer_segment', 'registration_class', 'sales_form'].map(
      (name): [string, string, string] => [name, '1', '2'],
    ),
    ...['car_condition', 'wheel_sets', 'body_type', 'exterior_colour', 'car_equipment'].map(
      (name): [string, string, string] => [name, '1', '2'],
    ),
    ['location', '0.200009', '1.200009.215000'],
  ])('keeps several values of %s', (name, one, other) => {
    expect(kept(`${name}=${one}&${name}=${other}`)).toBe(`${name}=${one}&${name}=${other}`);
  });

  it.each([
    ['q', 'golf', 'gti'],
    ...['price', 'year', 'mileage', 'engine_effect', 'max_trailer_weight'].flatMap(
      (name): [string, string, string][] => [
        [`${name}_from`, '10', '20'],
        [`${name}_to`, '10', '20'],
      ],
    ),
    ...['published', 'warranty_insurance', 'orgId'].map((name): [string, string, string] => [name, '1', '2']),
  ])('keeps one value of %s', (name, one, other) => {
    expect(kept(`${name}=${one}&${name}=${other}`)).toBe(`${name}=${one}`);
  });

  it('keeps at most twenty values of a parameter and a hundred characters of a value', () => {
    const query = Array.from({ length: 21 }, (_, at) => `fuel=${100 + at}`).join('&');
    expect(kept(query)?.split('&')).toHaveLength(20);
    expect(kept(`q=${'x'.repeat(101)}`)).toBe(`q=${'x'.repeat(100)}`);
  });

  it('drops values of the wrong shape for their parameter', () => {
    expect(kept('fuel=diesel&price_to=cheap&variant=817&make=1.817.1433&location=Odense&fuel=2')).toBe(
      'fuel=2',
    );
  });

  it.each([
    ['744', 'Audi'],
    ['749', 'BMW'],
    ['757', 'Citroen'],
    ['766', 'Fiat'],
    ['767', 'Ford'],
    ['772', 'Hyundai'],
    ['777', 'Kia'],
    ['781', 'Land Rover'],
    ['784', 'Mazda'],
    ['785', 'Mercedes'],
    ['787', 'Mitsubishi'],
    ['792', 'Nissan'],
    ['795', 'Opel'],
    ['796', 'Peugeot'],
    ['804', 'Renault'],
    ['808', 'Skoda'],
    ['813', 'Toyota'],
    ['817', 'VW'],
    ['818', 'Volvo'],
    ['7147', 'MINI'],
    ['8078', 'Tesla'],
    ['8079', 'Dacia'],
    ['8101', 'BYD'],
    ['8102', 'Polestar'],
    ['8104', 'XPeng'],
    ['8106', 'Cupra'],
  ])('names a search by the make code %s after the make %s', (code, make) => {
    const address = `https://www.dba.dk/mobility/search/car?make=0.${code}`;
    expect(automaticTitle(address, 'en')).toBe(`${make} · DBA`);
  });
});
