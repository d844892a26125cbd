import { describe, expect, it } from 'vitest';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { type ItemParts, itemPage, photo } from './pages.ts';

const id = '31004711';
const address = `https://www.dba.dk/mobility/item/${id}`;
const read = (html: string, more: object = {}) =>
  dba.parsePage({ url: address, html, status: 200, finalUrl: address, ...more });
const listingOf = (parts: ItemParts) => {
  const [listing] = read(itemPage({ id, ...parts })).listings;
  if (!listing) throw new Error('nothing was read');
  return listing;
};

describe('the page of an ad', () => {
  it('gives what a search does not: description, power, colour, first registration and all photos', () => {
    const facts: [string, string][] = [
      ['Modelår', '2017'],
      ['1. registrering', '14.11.2016'],
      ['Kilometertal', '149.000 km'],
      ['Drivmiddel', 'Diesel'],
      ['Geartype', 'Manuelt'],
      ['Hestekræfter', '105 hk'],
      ['Farve', 'Sølv'],
      ['Registreringsnummer', 'CX41287'],
      ['Stelnummer', 'WVWZZZAAZED012345'],
      ['Syn', '12.03.2027'],
    ];
    expect(listingOf({ facts, description: 'Nysynet.<br>Kører perfekt.', photos: 12 })).toMatchObject({
      title: 'VW Golf 1,6 TDi 105 Comfortline',
      make: 'Volkswagen',
      model: 'Golf',
      year: 2017,
      firstRegistration: '2016-11-14',
      mileage: { km: 149_000 },
      fuel: 'diesel',
      gearbox: 'manual',
      horsepower: 105,
      color: 'sølv',
      plate: 'CX41287',
      vin: 'WVWZZZAAZED012345',
      description: 'Nysynet.\nKører perfekt.',
      price: { amount: 84_900, currency: 'DKK' },
      priceKind: 'cash',
      specifications: ['Syn: 12.03.2027'],
      sellerType: 'private',
    });
  });

  it('reads the first list of facts when the section of key facts has another name', () => {
    const page = itemPage({ id, facts: [['Hestekræfter', '105 hk']] });
    const [listing] = read(page.replace('key-info-section', 'facts')).listings;
    expect(listing!.horsepower).toBe(105);
  });

  it.each(['Stelnummer', 'Stelnr.', 'Stelnummer (VIN)', 'Chassis nr. (VIN)', 'VIN', 'Understellsnummer'])(
    'keeps the chassis number behind "%s" from what is shown',
    (label) => {
      const { vin, specifications } = listingOf({ facts: [[label, 'WVWZZZAAZED012345']] });
      expect({ vin, specifications }).toEqual({ vin: 'WVWZZZAAZED012345', specifications: [] });
    },
  );

  it.each(['Registreringsnummer', 'Reg.nr.', 'Nummerplade', 'Regnr'])(
    'keeps the plate behind "%s" from what is shown',
    (label) => {
      const { plate, specifications } = listingOf({ facts: [[label, 'CX 41 287']] });
      expect({ plate, specifications }).toEqual({ plate: 'CX41287', specifications: [] });
    },
  );

  it('has from 20 to 2,000 horsepower, or none that are believed', () => {
    const powerOf = (effect: number) =>
      listingOf({ variant: '1,6 TDi', ad: { engine: { effect } } }).horsepower;
    expect([19, 20, 104.6, 2000, 2001].map(powerOf)).toEqual([null, 20, 105, 2000, null]);
  });

  it('with the properties of its root element is read from them first', () => {
    const ad = {
      title: 'VW Golf',
      price: { total: 84_900, main: 79_900 },
      year: 2017,
      mileage: 149_000,
      mileage_unit: 'KILOMETER',
      owners: 2,
      exterior_color: 'Sølv',
      first_registration: '2016-11-14',
      registration_number: 'CX41287',
      transmission: { id: 2, value: 'Automatisk' },
      engine: { fuel: { id: 2, value: 'Diesel' }, effect: 105 },
      equipment: [
        { id: 23, value: 'Anhængertræk' },
        { id: 67, value: 'Bakkamera' },
      ],
      images: [{ uri: photo(id, 1) }, { uri: photo('39999999', 1) }, { uri: photo(id, 2) }],
      description_unsafe: '<p>Anhængertræk og bakkamera.</p><script>alert(1)</script>',
    };
    expect(listingOf({ ad, segment: 'PROFESSIONAL' })).toMatchObject({
      price: { amount: 79_900 },
      previousOwners: 2,
      gearbox: 'automatic',
      horsepower: 105,
      specifications: ['Anhængertræk', 'Bakkamera'],
      description: 'Anhængertræk og bakkamera.',
      sellerType: 'dealer',
      photoUrls: [expect.stringContaining(id), expect.stringContaining(id)],
    });
  });

  it('names its equipment in rows or in plain words', () => {
    const equipment = ['Anhængertræk', { id: 67, value: 'Bakkamera' }, 7];
    expect(listingOf({ ad: { equipment } }).specifications).toEqual(['Anhængertræk', 'Bakkamera']);
  });

  it.each([
    ['84.900 kr. ekskl. moms', 'ex_vat'],
    ['2.495 kr./md.', 'leasing'],
    ['84.900 kr.', 'cash'],
    ['', 'cash'],
  ])('with the price "%s" beside its properties is asked for as %s', (price, kind) => {
    expect(listingOf({ price, ad: { price: { main: 84_900 } } }).priceKind).toBe(kind);
  });

  it('shows similar cars below, whose photos, prices and badges are not its own', () => {
    const listing = listingOf({ photos: 3 });
    expect(listing.photoUrls).toHaveLength(3);
    expect(listing.price?.amount).toBe(84_900);
    expect(listing.availability).toBe('live');
  });

  it.each([
    ['Engros – kun CVR', 'wholesale'],
    ['Prisen er uden afgift', 'ex_registration_tax'],
    ['Prisen er ekskl. moms', 'ex_vat'],
    ['Førstegangsydelse 19.900, restværdi 60.000', 'leasing'],
  ])('that says "%s" asks a price of the kind %s', (description, kind) => {
    expect(listingOf({ description }).priceKind).toBe(kind);
  });

  it('that sells a car for its parts sells no car', () => {
    expect(listingOf({ description: 'Sælges til dele.' }).flags).toContain('parts');
  });

  it.each([
    ['Solgt', 'sold'],
    ['Inaktiv', 'hidden'],
    ['Udløbet', 'hidden'],
  ] as const)('with the badge "%s" is %s', (badge, availability) => {
    expect(listingOf({ badge }).availability).toBe(availability);
  });

  it.each([404, 410])('answered with %i is gone', (status) => {
    expect(read('<h1>Siden blev ikke fundet</h1>', { status }).failure?.class).toBe('listing_removed');
  });

  it('that leads to a search is gone; one that leads to other goods is no car', () => {
    const led = (finalUrl: string) => read('<h1>Biler</h1>', { finalUrl }).failure?.class;
    expect(led('https://www.dba.dk/mobility/search/car')).toBe('listing_removed');
    expect(led('https://www.dba.dk/recommerce/forsale/item/31004711')).toBe('unknown_page');
  });

  it('that an app shares is read at the address that it leads to', () => {
    const page = dba.parsePage({
      url: `https://www.dba.dk/${id}`,
      html: itemPage({ id }),
      status: 200,
      finalUrl: address,
    });
    expect(page).toMatchObject({ kind: 'item', listings: [{ id }] });
  });

  it('without a heading has changed its shape', () => {
    expect(read('<html><body></body></html>').failure?.class).toBe('layout_changed');
  });

  it('with the word captcha in its contact form is no wall', () => {
    expect(read(itemPage({ id })).failure).toBeNull();
  });
});

describe('a refusal of DBA', () => {
  it.each([
    [403, '', 'rate_limited'],
    [429, '', 'rate_limited'],
    [202, '', 'checkpoint'],
    [401, '', 'login_wall'],
    [503, 'busy', 'network'],
  ])('with status %i is told as what it is', (status, html, failure) => {
    expect(read(html, { status }).failure?.class).toBe(failure);
  });
});
