import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isForSale } from '#core/cars/listing-life.ts';
import { bilbasen } from '#core/marketplaces/bilbasen/bilbasen.ts';
import { readPage } from '#core/marketplaces/marketplaces.ts';
import { type ItemParts, itemPage, type Row, row, search, searchPage } from './pages.ts';

const read = (html: string, url = search, more: object = {}) => bilbasen.parsePage({ url, html, ...more });
const listingOf = (fields: Row) => {
  const [listing] = read(searchPage([row(fields)])).listings;
  if (!listing) throw new Error('nothing was read');
  return listing;
};
const item = 'https://www.bilbasen.dk/brugt/bil/vw/golf-vii/14-tsi-125-comfortline-5d/6600001';
const itemOf = (parts: ItemParts = {}) => {
  const [listing] = read(itemPage(parts), item).listings;
  if (!listing) throw new Error('nothing was read');
  return listing;
};

describe('a search page of Bilbasen', () => {
  it('a Bilbasen search gives each ad with text, facts and all photos', () => {
    expect(listingOf({ externalId: 6_605_273 })).toMatchObject({
      source: 'bilbasen',
      id: '6605273',
      itemUrl: 'https://www.bilbasen.dk/brugt/bil/vw/golf-vii/14-tsi-125-comfortline-5d/6605273',
      title: 'VW Golf VII 1,4 TSi 125 Comfortline 5d',
      description: 'Velholdt og nysynet.\nTo ejere.',
      make: 'Volkswagen',
      model: 'Golf',
      variant: '1,4 TSi 125 Comfortline 5d',
      year: 2016,
      mileage: { km: 103_500, precision: 'exact' },
      fuel: 'petrol',
      gearbox: 'manual',
      horsepower: 125,
      price: { amount: 109_900, currency: 'DKK' },
      priceKind: 'cash',
      city: 'Herning',
      postalCode: '7400',
      sellerType: 'dealer',
      dealerName: null,
      availability: 'live',
      photoUrls: [
        'https://billeder.bilbasen.dk/bilinfo/0a1b2c3d-0000-4000-8000-000000000001.jpeg?class=S960X960',
        'https://billeder.bilbasen.dk/bilbasen/0a1b2c3d-0000-4000-8000-000000000002.jpeg?class=S960X960',
      ],
    });
  });

  it('a Bilbasen search tells the number of ads and whether there is another page', () => {
    const next = { pagination: { next: { link: `${search}?page=2`, number: 2 } }, hits: 86 };
    expect(read(searchPage([row(), row()], { data: next }))).toMatchObject({
      kind: 'search',
      shownCount: 2,
      total: 86,
      pageInfo: { hasNextPage: true },
    });
    expect(read(searchPage([row()])).pageInfo).toMatchObject({ hasNextPage: false });
  });

  it.each([
    ['Retail', 109_900, 'cash', 109_900],
    ['Leasing', 2_995, 'leasing', 2_995],
    ['PrivateLeasing', 2_995, 'leasing', 2_995],
    ['Wholesale', 80_000, 'wholesale', 80_000],
    ['WithoutTax', 80_000, 'ex_registration_tax', 80_000],
    ['Auction', 80_000, null, undefined],
    ['Retail', 0, null, undefined],
  ])('the price type %s at %i is of the kind %s', (priceType, price, kind, amount) => {
    const listing = listingOf({ price: { price, displayPrice: `${price} kr`, priceType } });
    expect([listing.priceKind, listing.price?.amount]).toEqual([kind, amount]);
  });

  it('the words beside a Bilbasen price decide its kind', () => {
    const kindOf = (displayPrice: string | undefined) =>
      listingOf({ price: { price: 84_900, displayPrice, priceType: 'Retail' } }).priceKind;
    expect(['84.900 kr.', '84.900 kr. ekskl. moms', undefined].map(kindOf)).toEqual([
      'cash',
      'ex_vat',
      'cash',
    ]);
  });

  it('a Bilbasen ad with unknown make, year and mileage is read', () => {
    const properties = { fueltype: { displayTextShort: 'El' }, hk: { displayTextShort: '-' } };
    expect(
      listingOf({ make: 'Andet', model: 'X', variant: 'L', sellerType: 'Privat', properties }),
    ).toMatchObject({
      make: null,
      year: null,
      mileage: null,
      fuel: 'electric',
      horsepower: null,
      sellerType: 'private',
    });
  });

  it('a Bilbasen ad keeps its own address when the data names a foreign one', () => {
    for (const uri of ['https://evil.example/1', 'javascript:alert(1)', '', null, 7])
      expect(listingOf({ externalId: 6_600_777, uri }).itemUrl).toMatch(
        /^https:\/\/www\.bilbasen\.dk\/brugt\/bil\/.*\/6600777$/,
      );
    const foreign = 'https://evil.example/brugt/bil/vw/of-another-site/6600777';
    expect(listingOf({ externalId: 6_600_777, uri: foreign }).itemUrl).not.toContain('of-another-site');
  });

  it('Bilbasen ads without id or name are counted, and most of them mean a changed layout', () => {
    const nameless = row({ make: '', model: '', variant: '' });
    const mixed = read(searchPage([...Array.from({ length: 9 }, () => row()), nameless]));
    expect([mixed.kind, mixed.listings.length, mixed.rejected.length]).toEqual(['search', 9, 1]);
    expect(read(searchPage([{ make: 'VW' }, null, 7, row()])).failure?.class).toBe('layout_changed');
  });

  it('a Bilbasen page is told as empty, changed, unknown or refused', () => {
    expect(read(searchPage([]))).toMatchObject({ kind: 'empty', failure: null });
    const changed = searchPage([row()]).replace('"listings"', '"renamed"');
    expect(read(changed).failure?.class).toBe('layout_changed');
    expect(read('<html><body>Hej</body></html>').failure?.class).toBe('unknown_page');
    expect(read('', search, { status: 202 }).failure?.class).toBe('checkpoint');
    expect(read('', search, { status: 429 }).failure?.class).toBe('rate_limited');
  });

  it('a Bilbasen page is recognised without its address', () => {
    const page = readPage({ url: 'https://www.facebook.com/marketplace/', html: searchPage([row()]) });
    expect(page.listings.map(({ source }) => source)).toEqual(['bilbasen']);
  });

  it('a damaged Bilbasen page never throws and gives no wrong price or mileage', () => {
    const whole = searchPage([row({ externalId: 6_600_801 }), row({ externalId: 6_600_802 })]);
    const known = new Set([109_900]);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(200), fc.string({ maxLength: 20 }), (at, length, by) => {
        const [before, after] = [whole.slice(0, at), whole.slice(at + length)];
        const { listings } = read(`${before}${by}${after}`);
        // What makes one figure of two, or adds one, nobody could tell from a true one.
        if (/\d/.test(by) || (/\d[.,\s]?$/.test(before) && /^[.,\s]?\d/.test(after))) return;
        for (const { price, mileage } of listings) {
          if (price)
            expect(
              [...known].some((one) => String(one).includes(String(price.amount)) || price.amount === one),
            ).toBe(true);
          if (mileage) expect(mileage.km).toBeLessThanOrEqual(103_500);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('an item page of Bilbasen', () => {
  it('a Bilbasen item page is read by the attributes of its elements, without similar cars', () => {
    const facts: [string, string][] = [
      ['Modelår', '2016'],
      ['1. registrering', '14-02-2016'],
      ['Kilometertal', '103.500 km'],
      ['Drivmiddel', 'Benzin'],
      ['Geartype', 'Manuelt gear'],
      ['Ydelse', '125 hk/200 nm'],
      ['Farve', 'Sort'],
      ['Periodisk syn', '12/2026'],
    ];
    expect(itemOf({ facts })).toMatchObject({
      id: '6600001',
      itemUrl: item,
      make: 'Volkswagen',
      model: 'Golf',
      year: 2016,
      firstRegistration: '2016-02-14',
      mileage: { km: 103_500 },
      fuel: 'petrol',
      gearbox: 'manual',
      horsepower: 125,
      color: 'sort',
      price: { amount: 109_900, currency: 'DKK' },
      priceKind: 'cash',
      description: 'Velholdt og nysynet.\nTo ejere.',
      specifications: ['Fartpilot', 'Anhængertræk', 'Periodisk syn: 12/2026'],
    });
    expect(itemOf().photoUrls).toHaveLength(2);
  });

  it('a price on request gives no price, and a first registration without a day only a year', () => {
    const listing = itemOf({ price: 'Ring for pris', facts: [['1. registrering', '2/2016']] });
    expect(listing).toMatchObject({ price: null, priceKind: null, year: 2016, firstRegistration: null });
    expect(isForSale(listing)).toBe(true);
  });

  it('a Bilbasen item page without a name has a changed layout', () => {
    expect(read('<html><body>Bilen er solgt</body></html>', item).failure?.class).toBe('layout_changed');
  });
});
