import { describe, expect, it } from 'vitest';
import { adFields as ofBilbasen } from '#core/marketplaces/bilbasen/button.ts';
import { keepFields } from '#core/marketplaces/button/opened-pages.ts';
import { adFields as ofDba } from '#core/marketplaces/dba/button.ts';
import { adFields as ofFacebook } from '#core/marketplaces/facebook/button.ts';

const coded = (id: number, value: string) => ({ id, value });
const bilbasen = {
  externalId: 6_500_001,
  uri: 'https://www.bilbasen.dk/brugt/bil/skoda/octavia/6500001',
  media: [{ mediaType: 'Picture', url: 'https://billeder.bilbasen.dk/0.jpeg' }],
  price: { price: 129_900, displayPrice: '129.900 kr.', priceType: 'Retail' },
  make: 'Skoda',
  model: 'Octavia',
  variant: '1,5 TSi 150',
  description: 'Velholdt.',
  location: { zipCode: 5000, city: 'Odense C' },
  sellerType: 'dealer',
  properties: {
    firstregistrationdate: { displayTextShort: '6/2019' },
    mileage: { displayTextShort: '84.000 km' },
    hk: { displayTextShort: '150 hk' },
    geartype: { displayTextShort: 'Manuel' },
    fueltype: { displayTextShort: 'Benzin' },
  },
  title: 'Skoda Octavia',
  shownPrice: '129.900 kr.',
  facts: [{ label: 'Modelår', value: '2019' }],
  equipment: ['Aircondition'],
  photos: ['https://billeder.bilbasen.dk/1.jpeg'],
};
const dba = {
  type: 'car',
  main_search_key: 'SEARCH_ID_CAR_USED',
  id: '31000001',
  ad_id: 31_000_001,
  facade_title: 'Skoda Octavia',
  heading: 'Skoda Octavia',
  make: 'Skoda',
  model: 'Octavia',
  model_specification: '1,5 TSi 150',
  year: 2019,
  mileage: 84_000,
  mileage_unit: 'km',
  fuel: 'Benzin',
  transmission: 'Manuel',
  volume: 1.5,
  driving_range: 0,
  price: { amount: 129_900, currency_code: 'DKK' },
  registration_class: coded(1, 'Personbil'),
  sales_form: 1,
  dealer_segment: 'Forhandler',
  regno: 'ZZ99999',
  chassis_number: 'TMB00000000000000',
  location: 'Odense',
  timestamp: 1_790_000_000_000,
  image: { url: 'https://images.dbastatic.dk/0' },
  image_urls: ['https://images.dbastatic.dk/1'],
  flags: ['sold'],
  variant: '1,5 TSi 150',
  shownPrice: '129.900 kr.',
  segment: 'Forhandler',
  badges: ['Solgt'],
  facts: [{ label: 'Modelår', value: '2019' }],
  description: 'Velholdt.',
  photos: ['https://images.dbastatic.dk/2'],
  properties: {
    title: 'Skoda Octavia',
    price: { main: 129_900, total: 129_900, amount: 129_900 },
    year: 2019,
    mileage: 84_000,
    mileage_unit: 'km',
    owners: 2,
    exterior_color: coded(3, 'Blå'),
    first_registration: '2019-06-01',
    registration_number: 'ZZ99999',
    transmission: coded(1, 'Manuel'),
    registration_class: coded(1, 'Personbil'),
    sales_form: coded(1, 'Brugt bil til salg'),
    engine: { effect: 150, fuel: coded(1, 'Benzin') },
    equipment: [coded(5, 'Aircondition')],
    description_unsafe: 'Velholdt.',
    images: [{ uri: '/1' }],
    disposed: false,
    isInactive: false,
    flags: ['sold'],
  },
};
const facebook = {
  id: '900000000000001',
  marketplace_listing_title: '2019 Skoda Octavia',
  custom_title: 'Skoda Octavia',
  redacted_description: { text: 'Velholdt.' },
  listing_price: {
    amount: '129900',
    currency: 'DKK',
    formatted_amount: '129.900 kr.',
    formatted_amount_zeros_stripped: '129.900 kr.',
  },
  strikethrough_price: { amount: '139900', currency: 'DKK' },
  location: {
    reverse_geocode: { city: 'Odense', postal_code: '5000', city_page: { display_name: 'Odense C' } },
  },
  location_text: { text: 'Odense' },
  custom_sub_titles_with_rendering_flags: [{ subtitle: '84.000 km' }],
  marketplace_listing_category_id: '807311116002614',
  creation_time: 1_790_000_000,
  is_sold: false,
  is_pending: false,
  is_live: true,
  is_hidden: false,
  primary_listing_photo: { image: { uri: 'https://scontent.example/0.jpg' } },
  listing_photos: [{ image: { uri: 'https://scontent.example/1.jpg' } }],
  vehicle_make_display_name: 'Skoda',
  vehicle_model_display_name: 'Octavia',
  vehicle_trim_display_name: 'Style',
  vehicle_odometer_data: { unit: 'KILOMETERS', value: 84_000 },
  vehicle_fuel_type: 'GASOLINE',
  vehicle_transmission_type: 'MANUAL',
  vehicle_exterior_color: 'blue',
  vehicle_number_of_owners: 'TWO',
  vehicle_seller_type: 'PRIVATE_SELLER',
  vehicle_identification_number: 'TMB00000000000000',
  vehicle_registration_plate_information: { plate_number: 'ZZ99999', text: 'ZZ99999' },
  vehicle_specifications: [{ label: 'Motor', value: '1,5' }],
  vehicle_features: [{ label: 'Aircondition' }],
};

describe('keepFields', () => {
  it.each([
    ['Bilbasen', ofBilbasen, bilbasen],
    ['DBA', ofDba, dba],
    ['Facebook', ofFacebook, facebook],
  ])('keeps the car’s and the offer’s fields of %s and drops personal data', (_, fields, ad) => {
    const seller = { name: 'A', phone: '00', seller: { id: '1' }, actor: 'B', profile: { uri: 'C' } };
    expect(keepFields({ ...ad, ...seller }, fields)).toEqual(ad);
  });

  it('cuts lines at 300, descriptions at 8,000 and numbers at 40 characters, and lists at sixty', () => {
    const long = 'x'.repeat(9_000);
    const kept = keepFields(
      { make: long, description: long, externalId: long, equipment: Array.from({ length: 70 }, () => 'ABS') },
      ofBilbasen,
    ) as Record<string, string>;
    expect(Object.fromEntries(Object.entries(kept).map(([name, { length }]) => [name, length]))).toEqual({
      make: 300,
      description: 8_000,
      externalId: 40,
      equipment: 60,
    });
  });
});
