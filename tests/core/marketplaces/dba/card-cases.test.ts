import { describe, expect, it } from 'vitest';
import { readSpecificationLine } from '#core/marketplaces/dba/search-page.ts';
import { card, searchPage } from './pages.ts';
import { cardOf, read } from './reading.ts';

describe('a card', () => {
  it('gives its facts by its elements, not by the words of its buttons', () => {
    expect(cardOf({ id: '31000002' })).toMatchObject({
      id: '31000002',
      title: 'Kia Picanto 1,0 Motion',
      make: 'Kia',
      model: 'Picanto',
      variant: '1,0 Motion',
      year: 2015,
      mileage: { km: 120_000, precision: 'exact' },
      engineLitres: 1,
      fuel: 'petrol',
      gearbox: 'manual',
      price: { amount: 54_900, currency: 'DKK' },
      priceKind: 'cash',
      city: 'Herning',
      sellerType: 'private',
    });
  });

  it.each(['rækkevide', 'rækkevidde'])('of a plug-in car tells its range, spelled "%s"', (word) => {
    expect(cardOf({ line: `2020 ∙ 119.500 km ∙ Plug-in Benzin ∙ 55 km ${word}` })).toMatchObject({
      fuel: 'plugin_hybrid',
      mileage: { km: 119_500 },
      specifications: ['Rækkevidde: 55 km'],
    });
  });

  it('takes no word of a tooltip for its place', () => {
    expect(cardOf({ tooltip: 'Sammenlign bil', seller: 'Privat' })).toMatchObject({
      city: 'Herning',
      sellerType: 'private',
    });
  });

  it('that names a dealer behind its place is a dealer’s, whether or not it says so', () => {
    expect(cardOf({ place: 'Herning ∙ Byens Biler', seller: '' })).toMatchObject({
      city: 'Herning',
      sellerType: 'dealer',
      dealerName: 'Byens Biler',
    });
  });

  it.each([
    ['Herning</span> <span>Byens Biler', '', 'dealer', 'Byens Biler'],
    ['Herning</span><span>Privat', '', 'private', null],
    ['Herning</span><span>Byens Biler', 'Forhandler', 'dealer', 'Byens Biler'],
  ])(
    'whose place and seller stand side by side (%s, %j) is of a %s',
    (place, seller, sellerType, dealerName) => {
      expect(cardOf({ place, seller })).toMatchObject({ city: 'Herning', sellerType, dealerName });
    },
  );

  it('does not take 998 cc for a mileage or a year', () => {
    expect(cardOf({ line: '2013 ∙ 81.500 km ∙ 998 cc ∙ Benzin ∙ Manuelt' })).toMatchObject({
      year: 2013,
      mileage: { km: 81_500 },
      engineLitres: 1,
    });
  });

  it.each([
    ['has no element', null],
    ['has an empty one', ''],
  ])('whose variant %s is read', (_, variant) => {
    expect(cardOf({ variant })).toMatchObject({
      title: 'Kia Picanto',
      year: 2015,
      price: { amount: 54_900 },
    });
  });

  it.each([
    ['0 km', null],
    ['2.000.000 km', 2_000_000],
    ['2.000.001 km', null],
    ['12 mil', 120],
  ])('with %s has run %j kilometres', (driven, km) => {
    expect(cardOf({ line: `2013 ∙ ${driven} ∙ Benzin ∙ Manuelt` }).mileage?.km ?? null).toBe(km);
  });

  it.each([
    ['Herning ∙ Byens Biler', null],
    ['Herning ∙ Benzin', null],
    ['2015 ∙ Benzin', 2015],
  ])('says of the car what stands in a line with two facts at least: %s', (line, year) => {
    expect(readSpecificationLine(line)?.year ?? null).toBe(year);
  });

  it('may have a no-break space between the thousands of price and mileage', () => {
    const line = '2015 ∙ 120\u00a0000 km ∙ Diesel ∙ Automat';
    expect(cardOf({ price: '149\u00a0000', line })).toMatchObject({
      price: { amount: 149_000, currency: 'DKK' },
      mileage: { km: 120_000 },
      gearbox: 'automatic',
    });
  });

  it('without an id or a title is counted as unreadable, and the others are read', () => {
    const cards = [card({ heading: '' }), card({ id: '31000009' }), card().replaceAll(/3100\d{4}/g, '')];
    const page = read(searchPage({ cards }));
    expect(page.listings.map(({ id }) => id)).toEqual(['31000009']);
    expect(page.rejected.map(({ reason }) => reason)).toEqual(['no_title', 'no_id']);
  });

  it('without a picture has no photos', () => {
    expect(cardOf({ hasPhoto: false }).photoUrls).toEqual([]);
  });

  it('with "ekskl. moms" asks a price without VAT', () => {
    expect(cardOf({ price: '42.000', note: 'ekskl. moms' })).toMatchObject({
      price: { amount: 42_000 },
      priceKind: 'ex_vat',
    });
  });

  it('with "/md." offers a contract', () => {
    expect(cardOf({ price: '2.495', note: '/md.' }).priceKind).toBe('leasing');
  });

  it('of a dealer names him', () => {
    expect(cardOf({ place: 'Herning ∙ Byens Biler', seller: 'Forhandler', isPaid: true })).toMatchObject({
      city: 'Herning',
      dealerName: 'Byens Biler',
      sellerType: 'dealer',
    });
  });

  it.each(['Kongens Lyngby', 'Frederiksberg C', 'Nykøbing F'])('is in %s', (place) => {
    expect(cardOf({ place, seller: 'Privat ∙ Service' })).toMatchObject({
      city: place,
      sellerType: 'private',
    });
  });

  it.each([
    ['Land Rover Range Rover', 'Land Rover', 'Range Rover'],
    ['Alfa Romeo Giulietta', 'Alfa Romeo', 'Giulietta'],
    ['Lynk & Co 01', 'Lynk & Co', '01'],
    ['MINI One', 'MINI', 'One'],
  ])('headed "%s" is a %s, model %s', (heading, make, model) => {
    expect(cardOf({ heading: heading.replace('&', '&amp;'), variant: null })).toMatchObject({ make, model });
  });

  it('with the badge "Solgt" was sold', () => {
    expect(cardOf({ badge: 'Solgt' }).availability).toBe('sold');
  });
});
