import { describe, expect, test } from 'vitest';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';

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
