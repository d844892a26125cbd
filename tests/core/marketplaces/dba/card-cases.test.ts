import { describe, expect, it } from 'vitest';
import { readSpecificationLine } from '#core/marketplaces/dba/search-page.ts';
import { card, searchPage } from './pages.ts';
import { cardOf, read } from './reading.ts';

describe('a card of a DBA search', () => {
  it('a card gives its facts by its elements, not by the words of its buttons', () => {
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

  it.each(['rækkevide', 'rækkevidde'])('a plug-in car’s card gives its range, spelt "%s"', (word) => {
    expect(cardOf({ line: `2020 ∙ 119.500 km ∙ Plug-in Benzin ∙ 55 km ${word}` })).toMatchObject({
      fuel: 'plugin_hybrid',
      mileage: { km: 119_500 },
      specifications: ['Rækkevidde: 55 km'],
    });
  });

  it('the words of a tooltip are not taken for the town', () => {
    expect(cardOf({ tooltip: 'Sammenlign bil', seller: 'Privat' })).toMatchObject({
      city: 'Herning',
      sellerType: 'private',
    });
  });

  it('a card that names a dealer after its town is a dealer’s, even without the word', () => {
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
    'a card whose town and seller are side by side (%s, %j) is of a %s',
    (place, seller, sellerType, dealerName) => {
      expect(cardOf({ place, seller })).toMatchObject({ city: 'Herning', sellerType, dealerName });
    },
  );

  it('998 cc is not taken for a mileage or a year', () => {
    expect(cardOf({ line: '2013 ∙ 81.500 km ∙ 998 cc ∙ Benzin ∙ Manuelt' })).toMatchObject({
      year: 2013,
      mileage: { km: 81_500 },
      engineLitres: 1,
    });
  });

  it.each([
    ['has no element', null],
    ['has an empty one', ''],
  ])('a card whose variant %s is read', (_, variant) => {
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
  ])('a card with %s has a mileage of %j', (driven, km) => {
    expect(cardOf({ line: `2013 ∙ ${driven} ∙ Benzin ∙ Manuelt` }).mileage?.km ?? null).toBe(km);
  });

  it.each([
    ['Herning ∙ Byens Biler', null],
    ['Herning ∙ Benzin', null],
    ['2015 ∙ Benzin', 2015],
  ])('a line is read as specifications when it has at least two facts: %s', (line, year) => {
    expect(readSpecificationLine(line)?.year ?? null).toBe(year);
  });

  it('a card without id or title is counted as unreadable, and the others are read', () => {
    const cards = [card({ heading: '' }), card({ id: '31000009' }), card().replaceAll(/3100\d{4}/g, '')];
    const page = read(searchPage({ cards }));
    expect(page.listings.map(({ id }) => id)).toEqual(['31000009']);
    expect(page.rejected.map(({ reason }) => reason)).toEqual(['no_title', 'no_id']);
  });

  it('a card without a picture has no photos', () => {
    expect(cardOf({ hasPhoto: false }).photoUrls).toEqual([]);
  });

  it('a card with "ekskl. moms" has a price without VAT', () => {
    expect(cardOf({ price: '42.000', note: 'ekskl. moms' })).toMatchObject({
      price: { amount: 42_000 },
      priceKind: 'ex_vat',
    });
  });

  it('a card with "/md." is a leasing offer', () => {
    expect(cardOf({ price: '2.495', note: '/md.' }).priceKind).toBe('leasing');
  });

  it('a dealer’s card gives the dealer’s name', () => {
    expect(cardOf({ place: 'Herning ∙ Byens Biler', seller: 'Forhandler', isPaid: true })).toMatchObject({
      city: 'Herning',
      dealerName: 'Byens Biler',
      sellerType: 'dealer',
    });
  });

  it.each(['Kongens Lyngby', 'Frederiksberg C', 'Nykøbing F'])('a card gives the town %s', (place) => {
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
  ])('the card heading "%s" is read as %s, model %s', (heading, make, model) => {
    expect(cardOf({ heading: heading.replace('&', '&amp;'), variant: null })).toMatchObject({ make, model });
  });

  it('a card with the badge "Solgt" is sold', () => {
    expect(cardOf({ badge: 'Solgt' }).availability).toBe('sold');
  });
});
