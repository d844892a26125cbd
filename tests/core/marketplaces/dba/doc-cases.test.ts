import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { answer, base64, card, doc, itemPage, listingOf, product, searchPage } from './pages.ts';

describe('an ad in the data of a search', () => {
  it('of a private seller gives every fact that a car needs without a visit to its page', () => {
    const id = '31004711';
    expect(listingOf({ id })).toMatchObject({
      source: 'dba',
      id,
      itemUrl: `https://www.dba.dk/mobility/item/${id}`,
      title: 'VW Up! 1,0 MPi 60 Take Up! 5D',
      make: 'Volkswagen',
      model: 'Up!',
      variant: '1,0 MPi 60 Take Up! 5D',
      year: 2014,
      mileage: { km: 98_000, precision: 'exact' },
      price: { amount: 49_900, currency: 'DKK' },
      priceKind: 'cash',
      fuel: 'petrol',
      gearbox: 'manual',
      engineLitres: 1,
      sellerType: 'private',
      dealerName: null,
      plate: 'CX41287',
      vin: 'WVWZZZAAZED012345',
      city: 'Hedehusene',
      listedAt: '2026-09-21T14:13:20.000Z',
      photoUrls: [expect.stringContaining('/dynamic/960w/item/31004711/'), expect.any(String)],
      // Its own words stand on its page alone.
      flags: ['conditions_unread'],
    });
  });

  it('of a van without VAT says so, names its dealer and keeps the price as it is written', () => {
    const van = {
      registration_class: { id: 8, value: 'Varebil ex. moms' },
      price: { amount: 80_000, currency_code: 'DKK' },
    };
    expect(
      listingOf({ ...van, dealer_segment: 'Forhandler', organisation_name: 'Byens Biler ApS' }),
    ).toMatchObject({
      price: { amount: 80_000 },
      priceKind: 'ex_vat',
      sellerType: 'dealer',
      dealerName: 'Byens Biler ApS',
    });
  });

  it('of a van with VAT asks a price like any other', () => {
    expect(listingOf({ registration_class: { id: 2, value: 'Varebil inkl. moms' } }).priceKind).toBe('cash');
  });

  it('keeps no name and no number of a private person', () => {
    const text = JSON.stringify(listingOf({ organisation_name: 'Somebody', org_id: '1234567890' }));
    expect(text).not.toContain('Somebody');
    expect(text).not.toContain('1234567890');
  });

  it('of an electric car has no gear and tells its range', () => {
    expect(
      listingOf({
        fuel: 'El',
        model_specification: 'e-Up! Style 5D',
        transmission: undefined,
        volume: null,
        driving_range: 260,
      }),
    ).toMatchObject({
      fuel: 'electric',
      gearbox: null,
      engineLitres: null,
      specifications: ['Rækkevidde: 260 km'],
    });
  });

  it('is of the model that the data name where its title names none', () => {
    const { make, model } = listingOf({
      heading: 'Flot bil',
      facade_title: 'Flot bil',
      make: 'VW',
      model: 'Up!',
    });
    expect([make, model]).toEqual(['Volkswagen', 'Up!']);
  });

  it('of another make has none and keeps its title', () => {
    expect(
      listingOf({
        make: 'Andre',
        model: 'JS50',
        heading: 'Ligier JS50',
        facade_title: 'Ligier JS50',
        model_specification: '',
      }),
    ).toMatchObject({ title: 'Ligier JS50' });
  });

  it.each([
    ['a car of 2015 with 2 km', { year: 2015, mileage: 2 }],
    ['a reading that somebody typed with his thumb', { mileage: 111_111 }],
  ])('with %s is read, and its reading doubted', (_, fields) => {
    const listing = listingOf(fields);
    expect(listing.mileage).toBeNull();
    expect(listing.otherMileage).not.toBeNull();
  });

  it.each([
    [{ amount: 1, currency_code: 'DKK' }, true],
    [{ amount: 0, currency_code: 'DKK' }, true],
    [{ amount: 750, currency_code: 'DKK' }, true],
    [{ amount: 12_500, currency_code: 'DKK' }, false],
  ])('with the price %j is taken for a placeholder: %s', (price, isPlaceholder) => {
    expect(listingOf({ price }).flags.includes('placeholder_price')).toBe(isPlaceholder);
  });

  it('without a price ("Byttes") has none', () => {
    expect(listingOf({ price: null })).toMatchObject({ price: null, priceKind: null });
  });

  it('of a leasing contract is no car for 2.495 kr.', () => {
    expect(listingOf({ sales_form: 5, price: { amount: 2495, currency_code: 'DKK' } })).toMatchObject({
      priceKind: 'leasing',
      flags: ['leasing', 'conditions_unread'],
    });
  });

  it.each([
    ['CX 41 287', 'CX41287'],
    ['cx41287', 'CX41287'],
    ['', null],
    ['-', null],
    ['PRØVE', null],
    ['LASSE1', null],
    [null, null],
  ])('with %j in the field of the plate has the plate %j', (regno, plate) => {
    expect(listingOf({ regno }).plate).toBe(plate);
  });

  it.each([
    ['WVWZZZAAZED012345', 'WVWZZZAAZED012345'],
    ['wvwzzz aaz ed012345', 'WVWZZZAAZED012345'],
    ['31178012345', '31178012345'],
    ['WVWZZZAAZEO012345', null],
    ['00000000000000000', null],
    [undefined, null],
  ])('with the chassis number %j has %j', (chassis_number, vin) => {
    expect(listingOf({ chassis_number }).vin).toBe(vin);
  });

  it.each(['Kongens Lyngby', 'Frederiksberg C', 'Nykøbing F', 'Ishøj', 'Sønderborg'])(
    'is in %s',
    (location) => {
      expect(listingOf({ location }).city).toBe(location);
    },
  );

  it('keeps the letters of other alphabets', () => {
    expect(listingOf({ facade_title: 'Škoda Octavia', heading: 'Škoda Octavia' }).title).toMatch(
      /^Škoda Octavia/,
    );
  });

  it.each([
    [{ image: undefined, image_urls: [] }, 0],
    [{ image_urls: [] }, 1],
    [{ image_urls: ['https://images.dbastatic.dk/dynamic/default/item/39999999/0a1b2c3d-0000'] }, 0],
    [{ image_urls: ['https://evil.example/dynamic/default/item/31009999/0a1b2c3d-0000'], image: null }, 0],
  ])('with the photos %j has %i of its own', (fields, count) => {
    expect(listingOf({ id: '31009999', ...fields }).photoUrls).toHaveLength(count);
  });

  it.each([
    ['KILOMETER', 9_000],
    ['SCANDINAVIAN_MILE', 90_000],
    [undefined, 9_000],
  ])('with a mileage of 9,000 in the unit %s has run %i kilometres', (mileage_unit, km) => {
    expect(listingOf({ mileage: 9_000, mileage_unit }).mileage?.km).toBe(km);
  });

  it('that was sold says so', () => {
    expect(listingOf({ flags: ['sold'] }).availability).toBe('sold');
  });
});

const searchAddress = 'https://www.dba.dk/mobility/search/car?price_to=90000';
const itemAddress = 'https://www.dba.dk/mobility/item/31004711';
const asked = { price_to: '90000' };
const whole: [address: string, html: string][] = [
  [
    searchAddress,
    searchPage({
      data: answer([doc(), doc()], asked),
      cards: [card(), card()],
      products: [product('31000001', 'VW Up!', '49900', 1)],
    }),
  ],
  [searchAddress, searchPage({ cards: [card(), card()] })],
  [searchAddress, JSON.stringify(answer([doc(), doc()], asked))],
  [itemAddress, itemPage({ ad: { year: 2014, mileage: 98_000, images: [] }, facts: [['Modelår', '2014']] })],
];
const values = [null, 0, -1, 1e308, '', 'x', [], {}, true, '9'.repeat(400), { amount: [] }];

describe('a damaged page', () => {
  it('cut anywhere throws nothing and brings no price or mileage that does not stand on it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ([url, html], share) => {
          const page = dba.parsePage({
            url,
            html: html.slice(0, Math.floor(html.length * share)),
            status: 200,
          });
          for (const { price, mileage } of page.listings) {
            if (price) expect([49_900, 54_900, 84_900]).toContain(price.amount);
            if (mileage) expect([98_000, 120_000]).toContain(mileage.km);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it('with a field of another kind throws nothing', () => {
    const names = Object.keys(doc());
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(...values), (name, value) => {
        const html = searchPage({ data: answer([doc({ [name]: value })], asked) });
        for (const { price, mileage } of dba.parsePage({ url: searchAddress, html, status: 200 }).listings) {
          if (price) expect(Number.isFinite(price.amount)).toBe(true);
          if (mileage) expect(mileage.km).toBeGreaterThan(0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('with metadata of another kind throws nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('paging', 'result_size', 'selected_filters', 'params'),
        fc.constantFrom(...values),
        (name, value) => {
          const html = searchPage({ data: answer([doc()], asked, { [name]: value }) });
          expect(() => dba.parsePage({ url: searchAddress, html, status: 200 })).not.toThrow();
        },
      ),
    );
  });

  it('of sixteen megabytes, or of tags that never close, is read in bounded time', () => {
    const deep = `${'['.repeat(100_000)}`;
    for (const html of [
      '<article class="mobility-search-ad-card"'.repeat(50_000),
      '<dl>'.repeat(200_000),
      `<script data-react-query-state>${base64(deep)}</script>`,
      '<h1>'.repeat(300_000),
    ])
      for (const url of [searchAddress, itemAddress])
        expect(() => dba.parsePage({ url, html, status: 200 })).not.toThrow();
  });
});
