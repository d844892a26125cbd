import { describe, expect, test } from 'vitest';
import { type AdFields, factsOf, nothingSaid } from '#core/marketplaces/ad/build-listing.ts';
import { readVehicleFields } from '#core/marketplaces/facebook/ad.ts';
import { listingOf as listingOfAd } from '#tests/support/score-ads.ts';

const listingOf = (fields: Partial<AdFields>) =>
  listingOfAd('VW Golf', null, { price: null, isAmongVehicles: null, ...fields });
const vehicle = (fields: object) => readVehicleFields({ ...fields });

describe('buildListing', () => {
  test('an ad with a title only gives a listing with empty fields', () => {
    expect(listingOf({})).toEqual({
      ...nothingSaid,
      source: 'facebook',
      priceKind: null,
      id: '1',
      itemUrl: 'https://www.facebook.com/marketplace/item/1/',
      title: 'VW Golf',
      description: null,
      price: null,
      oldPrice: null,
      city: null,
      make: 'Volkswagen',
      model: 'Golf',
      variant: null,
      year: null,
      mileage: null,
      otherMileage: null,
      fuel: null,
      gearbox: null,
      body: null,
      color: null,
      horsepower: null,
      engineLitres: null,
      previousOwners: null,
      sellerType: null,
      plateInText: null,
      listedAt: null,
      availability: 'live',
      photoUrls: [],
      unclear: [],
      flags: [],
    });
  });

  test('the mileage comes from the odometer, else from the subtitle, else from the text', () => {
    const description = 'Km-stand 151.204';
    const subtitle = '149K km';
    const odometer = vehicle({ vehicle_odometer_data: { value: 149_321, unit: 'KILOMETERS' } });
    expect(listingOf({ description }).mileage?.km).toBe(151_204);
    expect(listingOf({ description, subtitle }).mileage?.km).toBe(149_000);
    expect(listingOf({ description, subtitle, vehicle: odometer }).mileage?.km).toBe(149_321);
  });

  test('the year comes from the title, else from the text', () => {
    expect(listingOf({ title: 'VW Golf 2012', description: 'Årgang 2013' }).year).toBe(2012);
    expect(listingOf({ description: 'Årgang 2013' }).year).toBe(2013);
  });

  test('fuel, gearbox, owners and seller come from the site’s fields, else from the text', () => {
    const words = { description: 'Diesel, automatgear, 2 ejere', subtitle: '95K km · Dealership' };
    const fields = vehicle({
      vehicle_fuel_type: 'GASOLINE',
      vehicle_transmission_type: 'MANUAL',
      vehicle_number_of_owners: 3,
      vehicle_seller_type: 'PRIVATE',
      vehicle_exterior_color: 'Red',
    });
    expect(listingOf(words)).toMatchObject({
      fuel: 'diesel',
      gearbox: 'automatic',
      previousOwners: 2,
      sellerType: 'dealer',
      color: null,
    });
    expect(listingOf({ ...words, vehicle: fields })).toMatchObject({
      fuel: 'petrol',
      gearbox: 'manual',
      previousOwners: 3,
      sellerType: 'private',
      color: 'red',
    });
    expect(listingOf({ subtitle: '95K km' }).sellerType).toBeNull();
    expect(listingOf({ subtitle: 'Forhandler' }).sellerType).toBe('dealer');
  });

  test('the seller’s words count the owners where the site’s field ends at four or more', () => {
    const owners = (code: string, description: string) =>
      listingOf({ description, vehicle: vehicle({ vehicle_number_of_owners: code }) }).previousOwners;
    expect(owners('FOUR_PLUS', '5 ejere')).toBe(5);
    expect(owners('FOUR_PLUS', 'Velholdt')).toBe(4);
    expect(owners('TWO', '5 ejere')).toBe(2);
  });

  test('an electric model is electric, whatever else the text names', () => {
    expect(listingOf({ title: 'VW ID.3', description: 'byttes med diesel' }).fuel).toBe('electric');
  });

  test.each([
    ['a year', 'Årgang 2013'],
    ['a mileage', 'km-stand 151.204'],
    ['an engine', 'motor 2.0 diesel'],
  ])('a model without its make is accepted when the text names %s', (_, description) => {
    expect(listingOf({ title: 'Pæn Polo', description })).toMatchObject({
      make: 'Volkswagen',
      model: 'Polo',
    });
    expect(listingOf({ title: 'Pæn Polo', description: 'sælges', isAmongVehicles: null }).make).toBeNull();
  });

  test('the first 120 characters of the description name the car when the title names no make', () => {
    const opening = 'Her sælges VW Golf 2013.';
    expect(listingOf({ title: 'Familiebil', description: opening })).toMatchObject({
      make: 'Volkswagen',
      model: 'Golf',
      year: 2013,
    });
    expect(listingOf({ title: 'Familiebil 2014', description: opening }).year).toBe(2014);
    expect(listingOf({ title: 'Familiebil', description: 'Her sælges VW' }).make).toBeNull();
    const filled = (length: number) => `${'x'.repeat(length)} VW Golf`;
    expect(listingOf({ title: 'Familiebil', description: filled(112) }).model).toBe('Golf');
    expect(listingOf({ title: 'Familiebil', description: filled(113) }).model).toBeNull();
  });

  type Named = { make?: string; model?: string; trim?: string };
  test.each<[Named, string, string | null, string | null, string | null]>([
    [{ make: 'VOLKSWAGEN', model: 'golf vi 2.0tdi' }, 'VW Golf GTI', 'Volkswagen', 'Golf', 'vi 2.0tdi'],
    [{ make: 'VOLKSWAGEN', model: 'golf', trim: 'GTD' }, 'VW Golf GTI', 'Volkswagen', 'Golf', 'GTD'],
    [{ make: 'VOLKSWAGEN', model: 'golf' }, 'VW Golf GTI', 'Volkswagen', 'Golf', 'GTI'],
    [{ make: 'VOLKSWAGEN' }, 'VW Golf GTI', 'Volkswagen', 'Golf', 'GTI'],
    [{ make: 'VOLKSWAGEN', trim: 'GTD' }, 'VW Golf GTI', 'Volkswagen', 'Golf', 'GTD'],
    [{ make: 'AUDI' }, 'VW Golf GTI', 'Audi', null, null],
    [{ make: 'AUDI', model: 'banana' }, 'VW Golf GTI', 'Audi', 'banana', null],
    [{ make: 'Trabant', model: '601' }, 'Pæn bil', 'Trabant', '601', null],
    [{ model: 'golf' }, 'VW Polo', 'Volkswagen', 'Golf', null],
    [{ model: 'golf' }, 'Pæn bil', null, null, null],
  ])('the fields %j name the car before the title %j does', (fields, title, make, model, variant) => {
    const named = vehicle({
      vehicle_make_display_name: fields.make,
      vehicle_model_display_name: fields.model,
      vehicle_trim_display_name: fields.trim,
    });
    expect(listingOf({ title, vehicle: named })).toMatchObject({ make, model, variant });
  });

  test('the seller’s text stays unchanged, and the fields read from it contain no plate', () => {
    const listing = listingOf({
      title: 'VW Golf GTI AB12345',
      description: 'AB12345',
      city: 'Odense AB12345',
      vehicle: vehicle({
        vehicle_model_display_name: 'Golf AB12345',
        vehicle_make_display_name: 'Trabant AB12345',
        vehicle_trim_display_name: 'GTD AB12345',
        vehicle_exterior_color: 'red AB12345',
      }),
    });
    expect(listing).toMatchObject({
      title: 'VW Golf GTI AB12345',
      description: 'AB12345',
      city: 'Odense',
      make: 'Trabant',
      model: 'Golf',
      variant: 'GTD',
      color: 'red',
      plateInText: 'AB12345',
    });
    expect(listingOf({ title: 'AB12345' })).toMatchObject({ make: null, variant: null });
  });

  test('fields that the marketplace provides are kept', () => {
    const said = {
      plate: 'AB12345',
      vin: 'WVWZZZ1KZAW000001',
      firstRegistration: '2014-05-01',
      dealerName: 'Bilhuset',
      postalCode: '5000',
      specifications: ['Træk'],
      photoCaptions: [],
    };
    expect(listingOf({ said })).toMatchObject(said);
  });
});

test.each([
  ['Registreringsnummer', 'plate'],
  ['Nummerplade', 'plate'],
  ['Stelnummer', 'vin'],
  ['VIN', 'vin'],
  ['Drivmiddel', 'fuel'],
  ['Brændstof', 'fuel'],
  ['Geartype', 'gearbox'],
  ['Växellåda', 'gearbox'],
  ['Karosseri', 'body'],
  ['Farve', 'color'],
  ['1. registrering', 'firstRegistration'],
  ['Sælger', 'seller'],
] as const)('the label %j gives the field %s', (label, fact) => {
  expect(factsOf([[label, 'som skrevet']])).toMatchObject({ [fact]: 'som skrevet', others: [] });
});

test.each([
  ['Modelår', 'year', '2016', 2016],
  ['Kilometertal', 'km', '123.000 km', 123_000],
  ['Hestekræfter', 'horsepower', '110 hk', 110],
] as const)('the label %j gives the number field %s', (label, fact, said, figure) => {
  expect(factsOf([[label, said]])).toMatchObject({ [fact]: figure, others: [] });
  expect(factsOf([[label, 'ukendt']])[fact]).toBeNull();
});

test('the first of two equal labels counts, unknown labels stay lines, and sixty pairs are read', () => {
  const seen = factsOf([
    ['Farve', 'Blå'],
    ['Farve', 'Rød'],
    ['Døre', '5'],
    [null, 'uden navn'],
    ['uden værdi', null],
  ]);
  expect(seen).toMatchObject({ color: 'Blå', others: ['Døre: 5'] });
  const many = Array.from({ length: 61 }, (_, at) => [`Felt ${at}`, 'ja'] as const);
  expect(factsOf(many).others).toHaveLength(60);
});
