import { describe, expect, test } from 'vitest';
import { emptyForm, nothingSaid } from '#core/marketplaces/ad/build-listing.ts';
import { fuels } from '#core/marketplaces/ad/listing.ts';
import { readAd, readVehicleFields } from '#core/marketplaces/facebook/ad.ts';
import { parsePage, readContext } from '#core/marketplaces/facebook/parse-page.ts';

const context = readContext({ url: 'https://www.facebook.com/marketplace/odense/search', html: '' });
const adOf = (fields: object) =>
  readAd({ id: '1', marketplace_listing_title: 'VW Golf', ...fields }, context);
const photo = (name: string) => ({ image: { uri: `https://scontent.fna.fbcdn.net/${name}.jpg` } });

describe('readAd', () => {
  test('an ad with an id and a title only has empty fields', () => {
    expect(adOf({})).toEqual({
      source: 'facebook',
      id: '1',
      itemUrl: 'https://www.facebook.com/marketplace/item/1/',
      title: 'VW Golf',
      description: null,
      price: null,
      priceText: null,
      oldPrice: null,
      city: null,
      subtitle: null,
      isAmongVehicles: null,
      said: nothingSaid,
      listedAt: null,
      availability: 'live',
      photoUrls: [],
      vehicle: null,
    });
  });

  test.each([
    ['807311116002614', true],
    ['1658310421102081', false],
    [undefined, null],
  ])(
    'whether the category %s is among the vehicles: %s',
    (marketplace_listing_category_id, isAmongVehicles) => {
      expect(adOf({ marketplace_listing_category_id })).toMatchObject({ isAmongVehicles });
    },
  );

  test('an ad is rejected without an id, or without a title of either kind', () => {
    expect(readAd({ marketplace_listing_title: 'VW Golf' }, context)).toEqual({ reason: 'no_id' });
    expect(readAd({ id: '1', custom_title: 'Golf' }, context)).toMatchObject({ title: 'Golf' });
    expect(readAd({ id: '1' }, context)).toEqual({ id: '1', reason: 'no_title' });
  });

  test.each([
    ['a figure', { amount: '84900.00', currency: 'DKK' }, { amount: 84_900, currency: 'DKK' }],
    ['a figure without a currency', { amount: 500 }, null],
    ['a sign that is none', { amount: 500, formatted_amount: 'x500' }, null],
    ['a currency in words only', { amount: 500, formatted_amount: '€500' }, { amount: 500, currency: 'EUR' }],
    ['a currency that is no code', { amount: 500, currency: 'kr' }, { amount: 500, currency: 'DKK' }],
    ['words only', { formatted_amount: 'SEK1,500' }, { amount: 1500, currency: 'SEK' }],
    ['short words only', { formatted_amount_zeros_stripped: '$15' }, { amount: 15, currency: 'USD' }],
    ['nothing', {}, null],
    ['nought', { amount: 0 }, { amount: 0, currency: 'DKK' }],
    ['halves', { amount: '99.5', currency: 'DKK' }, { amount: 100, currency: 'DKK' }],
    ['less than nothing', { amount: -1, currency: 'DKK' }, null],
    [
      'just under a million millions',
      { amount: 999_999_999_999, currency: 'DKK' },
      { amount: 999_999_999_999, currency: 'DKK' },
    ],
    ['a million millions', { amount: 1_000_000_000_000, currency: 'DKK' }, null],
  ])('the price is read from %s', (_, listing_price, price) => {
    expect(adOf({ listing_price, strikethrough_price: listing_price })).toMatchObject({
      price,
      oldPrice: price?.amount ?? null,
    });
  });

  test.each([
    [
      'the town',
      { location: { reverse_geocode: { city: 'Odense', city_page: { display_name: 'Vejle' } } } },
      'Odense',
    ],
    [
      'the page of the town',
      { location: { reverse_geocode: { city_page: { display_name: 'Vejle, Danmark' } } } },
      'Vejle',
    ],
    ['the words of the card', { location_text: { text: 'Ribe, Region Syddanmark' } }, 'Ribe'],
    ['a blank before the comma', { location_text: { text: ' , Danmark' } }, null],
    ['80 letters', { location_text: { text: 'x'.repeat(90) } }, 'x'.repeat(80)],
  ])('the town is read from its field: %s', (_, fields, city) => {
    expect(adOf(fields)).toMatchObject({ city });
    expect(adOf({ location: { reverse_geocode: { city: 'x'.repeat(90) } } })).toMatchObject({
      city: 'x'.repeat(80),
    });
    expect(
      adOf({ location: { reverse_geocode: { city_page: { display_name: 'x'.repeat(90) } } } }),
    ).toMatchObject({ city: 'x'.repeat(80) });
  });

  test('the subtitle is the first ten lines, cut at 200 characters', () => {
    const lines = Array.from({ length: 12 }, (_, i) => ({ subtitle: `line ${i + 1}` }));
    expect(adOf({ custom_sub_titles_with_rendering_flags: lines })).toMatchObject({
      subtitle: 'line 1 · line 2 · line 3 · line 4 · line 5 · line 6 · line 7 · line 8 · line 9 · line 10',
    });
    expect(
      adOf({ custom_sub_titles_with_rendering_flags: [{ subtitle: 'x'.repeat(300) }, { other: 1 }] }),
    ).toMatchObject({ subtitle: 'x'.repeat(200) });
  });

  test('the written price is cut at sixty characters', () => {
    expect(adOf({ listing_price: { formatted_amount: 'x'.repeat(70) } })).toMatchObject({
      priceText: 'x'.repeat(60),
    });
  });

  test.each([
    [{ is_sold: true, is_pending: true }, 'sold'],
    [{ is_pending: true, is_hidden: true }, 'pending'],
    [{ is_hidden: true }, 'hidden'],
    [{ is_live: false }, 'hidden'],
    [{ is_live: true, is_sold: false }, 'live'],
  ])('an ad with %j is %s', (fields, availability) => {
    expect(adOf(fields)).toMatchObject({ availability });
  });

  test('the photos are those of the list, else the card’s, at most forty, each once', () => {
    const names = Array.from({ length: 42 }, (_, i) => `p${i}`);
    const urls = names.map((name) => photo(name).image.uri);
    const listed = (photos: unknown[]) =>
      adOf({ listing_photos: photos, primary_listing_photo: photo('card') });
    expect(listed(names.map(photo))).toMatchObject({ photoUrls: urls.slice(0, 40) });
    expect(listed([photo('a'), photo('b'), photo('a')])).toMatchObject({
      photoUrls: [photo('a').image.uri, photo('b').image.uri],
    });
    expect(listed([photo('a')])).toMatchObject({ photoUrls: [photo('a').image.uri] });
    expect(listed([])).toMatchObject({ photoUrls: [photo('card').image.uri] });
  });

  test.each([
    [1_072_915_199, null],
    [1_072_915_200, '2004-01-01T00:00:00.000Z'],
    [4_102_444_800, '2100-01-01T00:00:00.000Z'],
    [4_102_444_801, null],
  ])('the creation time %d is read as %s', (creation_time, listedAt) => {
    expect(adOf({ creation_time })).toMatchObject({ listedAt });
  });
});

describe('readVehicleFields', () => {
  test('a car posted as an ordinary item has no vehicle fields', () => {
    expect(new Set(Object.values(readVehicleFields({})))).toEqual(new Set([null]));
  });

  test('vehicle fields are read in the product’s words', () => {
    expect(
      readVehicleFields({
        vehicle_make_display_name: ` Volkswagen${'x'.repeat(50)}`,
        vehicle_model_display_name: 'y'.repeat(70),
        vehicle_trim_display_name: 'z'.repeat(70),
        vehicle_odometer_data: { value: 1000, unit: 'MILES' },
        vehicle_fuel_type: 'diesel',
        vehicle_transmission_type: 'Automatic',
        vehicle_exterior_color: `BLACK${'x'.repeat(40)}`,
        vehicle_number_of_owners: 'TWO',
        vehicle_seller_type: 'dealership',
      }),
    ).toEqual({
      ...emptyForm,
      make: `Volkswagen${'x'.repeat(30)}`,
      model: 'y'.repeat(60),
      trim: 'z'.repeat(60),
      mileage: { km: 1609, precision: 'exact' },
      fuel: 'diesel',
      gearbox: 'automatic',
      color: `black${'x'.repeat(25)}`,
      previousOwners: 2,
      sellerType: 'dealer',
    });
    expect(readVehicleFields({ vehicle_odometer_data: { value: 0, unit: 'KILOMETERS' } }).mileage).toEqual({
      km: 0,
      precision: 'exact',
    });
  });

  const codesOfFuels = [
    ['PLUGIN_HYBRID', 'plugin_hybrid'],
    ['HYBRID', 'hybrid'],
    ['ELECTRIC', 'electric'],
    ['DIESEL', 'diesel'],
    ['GASOLINE', 'petrol'],
    ['PETROL', 'petrol'],
    ['GAS', 'gas'],
    ['LPG', 'gas'],
    ['HYDROGEN', 'hydrogen'],
    ['FLEX', null],
  ] as const;
  test.each(codesOfFuels)('the fuel %s is read as %s', (vehicle_fuel_type, fuel) => {
    expect(readVehicleFields({ vehicle_fuel_type }).fuel).toBe(fuel);
  });

  test('every kind of fuel can be read', () => {
    const named = new Set(codesOfFuels.flatMap(([, fuel]) => fuel ?? []));
    expect([...named].toSorted()).toEqual(fuels.toSorted());
  });

  test.each([
    ['MANUAL', 'manual'],
    ['CVT', null],
  ])('the gearbox %s is read as %s', (vehicle_transmission_type, gearbox) => {
    expect(readVehicleFields({ vehicle_transmission_type }).gearbox).toBe(gearbox);
  });

  test.each([
    ['PRIVATE_SELLER', 'private'],
    ['INDIVIDUAL', 'private'],
    ['BUSINESS', 'dealer'],
    ['OTHER', null],
  ])('the seller type %s is read as %s', (vehicle_seller_type, sellerType) => {
    expect(readVehicleFields({ vehicle_seller_type }).sellerType).toBe(sellerType);
  });

  test.each([
    [1, 1],
    [29, 29],
    [30, null],
    [0, null],
    [1.5, null],
    ['3', 3],
    ['4+', 4],
    ['0', null],
    ['one', 1],
    ['TWO', 2],
    ['THREE', 3],
    ['FOUR', 4],
    ['FOUR_PLUS', 4],
    ['FIVE', 5],
    ['constructor', null],
    [null, null],
  ])('the number of owners %j is read as %j', (vehicle_number_of_owners, owners) => {
    expect(readVehicleFields({ vehicle_number_of_owners }).previousOwners).toBe(owners);
  });
});

function listingOf(fields: object) {
  const target = { id: '12', marketplace_listing_title: '2014 Volkswagen Golf', ...fields };
  const json = JSON.stringify({ data: { marketplace_product_details_page: { target } } });
  const url = 'https://www.facebook.com/marketplace/item/12/';
  return parsePage({ url, html: `<script type="application/json">${json}</script>` }).listings[0]!;
}

describe('a vehicle’s item page on Facebook', () => {
  test('gives the car’s chassis number and registration, the seller and the postal code', () => {
    expect(
      listingOf({
        vehicle_identification_number: 'wvwzzz1kz-ew123456',
        vehicle_registration_plate_information: { plate_number: 'AB 12 345', state: null },
        dealership_name: 'Biler ved Åen',
        location: { reverse_geocode: { city: 'Odense', postal_code: '5000' } },
      }),
    ).toMatchObject({
      vin: 'WVWZZZ1KZEW123456',
      plate: 'AB12345',
      dealerName: 'Biler ved Åen',
      postalCode: '5000',
      city: 'Odense',
    });
  });

  test('gives the equipment in any row format, and facts from it', () => {
    const listing = listingOf({
      vehicle_specifications: [{ label: 'Motor', value: '1,6 TDI 105 hk' }, 'Gearkasse: manuel', 7, null],
      vehicle_features: [{ display_name: 'Aircondition' }, { display_name: 'Aircondition' }, {}],
    });
    expect(listing.specifications).toEqual(['Motor: 1,6 TDI 105 hk', 'Gearkasse: manuel', 'Aircondition']);
    expect(listing).toMatchObject({ horsepower: 105, fuel: 'diesel', engineLitres: 1.6, gearbox: 'manual' });
  });

  test('gives the plate in a photo’s caption, unless the seller wrote one', () => {
    const photo = {
      accessibility_caption: "May be an image of car and text that says 'AB 12 345'",
      image: { uri: 'https://scontent.fcph2-1.fna.fbcdn.net/a.jpg' },
    };
    expect(listingOf({ listing_photos: [photo] })).toMatchObject({
      plateInText: 'AB12345',
      photoCaptions: [photo.accessibility_caption],
    });
    const redacted_description = { text: 'Nummerplade CD 12 345' };
    expect(listingOf({ listing_photos: [photo], redacted_description }).plateInText).toBe('CD12345');
  });

  test.each([
    ['a number that is no VIN', { vehicle_identification_number: '123' }, 'vin'],
    ['a VIN of the wrong kind', { vehicle_identification_number: { value: 1 } }, 'vin'],
    ['a plate of elsewhere', { vehicle_registration_plate_information: 'M-AB 1234' }, 'plate'],
    ['a dealer without a name', { dealership_name: '  ' }, 'dealerName'],
    [
      'a postal code of markup',
      { location: { reverse_geocode: { postal_code: '<b>5000</b>' } } },
      'postalCode',
    ],
  ] as const)('ignores %s in the vehicle’s fields', (_, fields, name) => {
    expect(listingOf(fields)[name]).toBeNull();
  });

  test('leaves plates out of the equipment', () => {
    expect(listingOf({ vehicle_features: ['Nummerplade AB 12 345'] }).specifications.join()).not.toContain(
      '12',
    );
  });
});
