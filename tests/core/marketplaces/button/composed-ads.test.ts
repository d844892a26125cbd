import { describe, expect, it } from 'vitest';
import { bilbasen } from '#core/marketplaces/bilbasen/bilbasen.ts';
import { bilbasenPages } from '#core/marketplaces/bilbasen/button.ts';
import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import { keepFields, type OpenedPages } from '#core/marketplaces/button/opened-pages.ts';
import { dbaPages } from '#core/marketplaces/dba/button.ts';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { facebookPages } from '#core/marketplaces/facebook/button.ts';
import { facebook } from '#core/marketplaces/facebook/facebook.ts';
import type { Marketplace } from '#core/marketplaces/marketplace.ts';
import { composePage } from '#core/marketplaces/marketplaces.ts';
import { doc, photo } from '#tests/core/marketplaces/dba/pages.ts';

type Handed = Partial<HandedPage> & Pick<HandedPage, 'kind' | 'ads'>;

/** Reads ads after the button reduced them to known fields and the server composed a page of them. */
function readHanded(marketplace: Marketplace, pages: OpenedPages, path: string, page: Handed) {
  const ads = page.ads.map((ad) => keepFields(ad, pages.fields));
  const handed = { path, hasNoResults: false, cards: [], ...page, ads, source: marketplace.id };
  return marketplace.parsePage({ url: new URL(path, marketplace.home).href, html: composePage(handed) });
}

describe('a Bilbasen ad from the button', () => {
  const read = (path: string, page: Handed) => readHanded(bilbasen, bilbasenPages, path, page);

  it('a Bilbasen ad handed over from a search has all fields of the search data', () => {
    const said = (displayTextShort: string) => ({ displayTextShort });
    const ad = {
      externalId: 6_500_001,
      uri: 'https://www.bilbasen.dk/brugt/bil/skoda/octavia/15-tsi/6500001',
      media: [{ mediaType: 'Picture', url: 'https://billeder.bilbasen.dk/bilinfo/0a1b2c3d-0000.jpeg' }],
      price: { price: 129_900, displayPrice: '129.900 kr.', priceType: 'Retail' },
      make: 'Skoda',
      model: 'Octavia',
      variant: '1,5 TSi 150 Style Combi 5d',
      description: 'Velholdt.',
      location: { zipCode: 5000, city: 'Odense C' },
      sellerType: 'dealer',
      properties: {
        firstregistrationdate: said('6/2019'),
        mileage: said('84.000 km'),
        hk: said('150 hk'),
        geartype: said('Manuelt gear'),
        fueltype: said('Benzin'),
      },
    };
    const [listing] = read('/brugt/bil?free=octavia', { kind: 'search', ads: [ad] }).listings;
    expect(listing).toMatchObject({
      id: '6500001',
      title: 'Skoda Octavia 1,5 TSi 150 Style Combi 5d',
      make: 'Škoda',
      model: 'Octavia',
      year: 2019,
      mileage: { km: 84_000 },
      horsepower: 150,
      gearbox: 'manual',
      fuel: 'petrol',
      price: { amount: 129_900, currency: 'DKK' },
      city: 'Odense C',
      sellerType: 'dealer',
      description: 'Velholdt.',
      photoUrls: [expect.stringContaining('https://billeder.bilbasen.dk/bilinfo/0a1b2c3d-0000.jpeg')],
    });
  });
});

describe('a Bilbasen item page from the button', () => {
  it('a Bilbasen ad handed over from its own page has all shown fields', () => {
    const ad = {
      externalId: 6_600_001,
      title: 'VW Golf VII 1,4 TSi 125',
      shownPrice: '109.900 kr.',
      facts: [
        { label: '1. registrering', value: '14-02-2016' },
        { label: 'Kilometertal', value: '103.500 km' },
      ],
      equipment: ['Fartpilot', 'Anhængertræk'],
      description: 'Velholdt og nysynet.\nTo ejere.',
      photos: ['https://billeder.bilbasen.dk/bilinfo/0a1b2c3d-0000.jpeg'],
    };
    const path = '/brugt/bil/vw/golf-vii/14-tsi/6600001';
    expect(readHanded(bilbasen, bilbasenPages, path, { kind: 'item', ads: [ad] }).listings).toMatchObject([
      {
        id: '6600001',
        make: 'Volkswagen',
        model: 'Golf',
        year: 2016,
        firstRegistration: '2016-02-14',
        mileage: { km: 103_500 },
        price: { amount: 109_900, currency: 'DKK' },
        specifications: ['Fartpilot', 'Anhængertræk'],
        description: 'Velholdt og nysynet.\nTo ejere.',
        photoUrls: [expect.stringContaining('0a1b2c3d-0000.jpeg')],
      },
    ]);
  });
});

describe('titleOf', () => {
  it.each([
    ['DBA', dbaPages, { facade_title: 'VW Up!', heading: 'VW' }, 'VW Up!'],
    ['DBA', dbaPages, { heading: 'VW' }, 'VW'],
    ['DBA', dbaPages, {}, null],
    ['Bilbasen', bilbasenPages, { title: 'Skoda Octavia', make: 'Skoda' }, 'Skoda Octavia'],
    ['Bilbasen', bilbasenPages, { make: 'Skoda', model: 'Octavia', variant: '1,5' }, 'Skoda Octavia 1,5'],
    ['Bilbasen', bilbasenPages, { make: 'Skoda', variant: '1,5' }, 'Skoda 1,5'],
    ['Bilbasen', bilbasenPages, {}, null],
    ['Facebook', facebookPages, { marketplace_listing_title: '2014 VW Golf' }, '2014 VW Golf'],
  ])('titleOf names the ad on %s (%#)', (_, pages, ad, title) => {
    expect(pages.titleOf(ad)).toBe(title);
  });
});

describe('a Facebook ad from the button', () => {
  const read = (path: string, page: Handed) => readHanded(facebook, facebookPages, path, page);
  const uri = (number: number) => `https://scontent.fcph2-1.fna.fbcdn.net/v/t39/${number}_n.jpg?oh=1`;
  const ad = {
    id: '42',
    marketplace_listing_title: '2014 Volkswagen Golf',
    redacted_description: { text: 'Nysynet, ingen rust.' },
    listing_price: { amount: '84900.00', currency: 'DKK', formatted_amount: '84.900 kr' },
    strikethrough_price: { amount: '94900.00', currency: 'DKK', formatted_amount: '94.900 kr' },
    location: {
      reverse_geocode: { city: 'Odense', postal_code: '5000', city_page: { display_name: 'Odense' } },
    },
    location_text: { text: 'Odense, Danmark' },
    custom_sub_titles_with_rendering_flags: [{ subtitle: '149.000 km' }],
    marketplace_listing_category_id: '807311116002614',
    creation_time: 1_790_000_000,
    is_sold: false,
    is_pending: true,
    is_live: true,
    is_hidden: false,
    primary_listing_photo: { image: { uri: uri(1) } },
    listing_photos: [{ image: { uri: uri(1) } }, { image: { uri: uri(2) } }],
    vehicle_make_display_name: 'Volkswagen',
    vehicle_model_display_name: 'Golf',
    vehicle_trim_display_name: 'Highline',
    vehicle_odometer_data: { unit: 'KILOMETERS', value: 149_321 },
    vehicle_fuel_type: 'DIESEL',
    vehicle_transmission_type: 'MANUAL',
    vehicle_exterior_color: 'blue',
    vehicle_number_of_owners: 'TWO',
    vehicle_seller_type: 'PRIVATE_SELLER',
    vehicle_identification_number: 'WVWZZZAAZED012345',
    vehicle_registration_plate_information: { plate_number: 'CX41287' },
  };

  it('a Facebook ad handed over from its own page has all fields of its data', () => {
    const [listing] = read('/marketplace/item/42/', { kind: 'item', ads: [ad] }).listings;
    expect(listing).toMatchObject({
      id: '42',
      title: '2014 Volkswagen Golf',
      description: 'Nysynet, ingen rust.',
      price: { amount: 84_900, currency: 'DKK' },
      oldPrice: 94_900,
      city: 'Odense',
      make: 'Volkswagen',
      model: 'Golf',
      mileage: { km: 149_321 },
      fuel: 'diesel',
      gearbox: 'manual',
      listedAt: new Date(1_790_000_000_000).toISOString(),
      availability: 'pending',
      photoUrls: [uri(1), uri(2)],
      vin: 'WVWZZZAAZED012345',
      plate: 'CX41287',
      sellerType: 'private',
    });
  });

  it.each([
    [{ amount: '84900.00', currency: 'DKK' }],
    [{ formatted_amount: '84.900 kr' }],
    [{ formatted_amount_zeros_stripped: '84.900 kr' }],
  ])('a Facebook ad handed over with the price %j has that price', (listing_price) => {
    const page = { kind: 'item' as const, ads: [{ ...ad, listing_price }] };
    const [listing] = read('/marketplace/item/42/', page).listings;
    expect(listing?.price).toEqual({ amount: 84_900, currency: 'DKK' });
  });

  it.each([
    { location: { reverse_geocode: { city: 'Odense' } }, location_text: undefined },
    { location: { reverse_geocode: { city_page: { display_name: 'Odense' } } }, location_text: undefined },
    { location: undefined, location_text: { text: 'Odense' } },
  ])('a Facebook ad handed over has its town, in whichever field it is (%#)', (place) => {
    const page = { kind: 'item' as const, ads: [{ ...ad, ...place }] };
    expect(read('/marketplace/item/42/', page).listings[0]?.city).toBe('Odense');
  });

  it('Facebook ads handed over from a search keep their order, and cards add their own cars', () => {
    const seen = { id: '42', lines: ['84.900 kr', '2014 Volkswagen Golf', 'Odense'], photo: null };
    const card = {
      id: '43',
      lines: ['79.900 kr', '2012 Ford Fiesta', 'Odense', '120.000 km'],
      photo: uri(3),
    };
    const page = read('/marketplace/odense/search?query=bil', {
      kind: 'search',
      ads: [ad],
      cards: [seen, card],
    });
    expect(page.listings.map(({ id, price }) => [id, price?.amount])).toEqual([
      ['42', 84_900],
      ['43', 79_900],
    ]);
    expect(page.listings[1]?.photoUrls).toEqual([uri(3)]);
  });

  it('a Facebook search without results is handed over as empty', () => {
    const page = read('/marketplace/odense/search?query=bil', {
      kind: 'search',
      ads: [],
      hasNoResults: true,
    });
    expect(page).toMatchObject({ kind: 'empty', failure: null });
  });
});

it.each([
  [facebook, facebookPages, '/marketplace/item/7/'],
  [dba, dbaPages, '/mobility/item/31004711'],
  [bilbasen, bilbasenPages, '/brugt/bil/vw/golf-vii/14-tsi/6600001'],
] as const)(
  'what says that an ad is gone is read as a page that says so (%#)',
  (marketplace, pages, path) => {
    const page = readHanded(marketplace, pages, path, { kind: 'item', ads: [], isRemoved: true });
    expect(page).toMatchObject({ listings: [], failure: { class: 'listing_removed' } });
  },
);

describe('a DBA ad from the button', () => {
  const read = (path: string, page: Handed) => readHanded(dba, dbaPages, path, page);

  it('a DBA ad handed over from a search has all fields of the search data', () => {
    const path = '/mobility/search/car?fuel=1';
    const page = read(path, { kind: 'search', ads: [doc({ id: '31000001', flags: ['sold'] }), doc()] });
    expect(page).toMatchObject({ kind: 'search', failure: null });
    expect(page.listings[0]).toMatchObject({
      id: '31000001',
      title: 'VW Up! 1,0 MPi 60 Take Up! 5D',
      make: 'Volkswagen',
      model: 'Up!',
      year: 2014,
      mileage: { km: 98_000 },
      fuel: 'petrol',
      gearbox: 'manual',
      engineLitres: 1,
      price: { amount: 49_900, currency: 'DKK' },
      priceKind: 'cash',
      sellerType: 'private',
      plate: 'CX41287',
      vin: 'WVWZZZAAZED012345',
      city: 'Hedehusene',
      listedAt: new Date(1_790_000_000_000).toISOString(),
      availability: 'sold',
      photoUrls: [expect.stringContaining('31000001'), expect.stringContaining('31000001')],
    });
    expect(page.listings[1]?.availability).toBe('live');
  });

  it('a DBA search without results is handed over as empty, without the suggestions below', () => {
    const path = '/mobility/search/car?fuel=1';
    const page = read(path, { kind: 'search', ads: [doc()], hasNoResults: true });
    expect(page).toMatchObject({ kind: 'empty', listings: [], failure: null });
  });

  const shown = {
    id: '31004711',
    heading: 'VW Golf',
    variant: '1,6 TDi 105 Comfortline',
    shownPrice: '84.900 kr.',
    segment: 'PROFESSIONAL',
    badges: ['Solgt'],
    facts: [
      { label: 'Modelår', value: '2017' },
      { label: 'Kilometertal', value: '149.000 km' },
      { label: 'Registreringsnummer', value: 'CX41287' },
    ],
    description: 'Nysynet.\nKører perfekt.',
    photos: [1, 2].map((number) => photo('31004711', number, '960w')),
  };

  it('a DBA ad handed over from its own page has all shown fields', () => {
    const page = read('/mobility/item/31004711', { kind: 'item', ads: [shown] });
    expect(page.listings).toMatchObject([
      {
        title: 'VW Golf 1,6 TDi 105 Comfortline',
        year: 2017,
        mileage: { km: 149_000 },
        plate: 'CX41287',
        price: { amount: 84_900, currency: 'DKK' },
        sellerType: 'dealer',
        availability: 'sold',
        description: 'Nysynet.\nKører perfekt.',
        photoUrls: shown.photos,
      },
    ]);
  });

  it('the properties of a DBA item page win over what is shown', () => {
    const properties = {
      title: 'VW Golf',
      price: { total: 79_900 },
      year: 2018,
      mileage: 99_000,
      mileage_unit: 'KILOMETER',
      owners: 2,
      exterior_color: { id: 1, value: 'Sølv' },
      first_registration: '2018-03-04',
      registration_number: 'DX41287',
      transmission: { id: 2, value: 'Automatisk' },
      engine: { effect: 150, fuel: { id: 2, value: 'Diesel' } },
      equipment: [{ id: 23, value: 'Anhængertræk' }],
      description_unsafe: '<p>Uden skader.</p>',
      images: [{ uri: shown.photos[0] }],
    };
    const ad = { ...shown, segment: 'PRIVATE', badges: [], facts: [], properties };
    expect(read('/mobility/item/31004711', { kind: 'item', ads: [ad] }).listings).toMatchObject([
      {
        price: { amount: 79_900 },
        year: 2018,
        mileage: { km: 99_000 },
        previousOwners: 2,
        color: 'sølv',
        firstRegistration: '2018-03-04',
        plate: 'DX41287',
        gearbox: 'automatic',
        horsepower: 150,
        fuel: 'diesel',
        specifications: ['Anhængertræk'],
        description: 'Uden skader.',
        photoUrls: [shown.photos[0]],
        sellerType: 'private',
        availability: 'live',
      },
    ]);
    const main = { ...ad, properties: { ...properties, price: { main: 69_900, amount: 1 } } };
    expect(read('/mobility/item/31004711', { kind: 'item', ads: [main] }).listings[0]?.price?.amount).toBe(
      69_900,
    );
    const amount = { ...ad, properties: { ...properties, price: { amount: 59_900 }, disposed: true } };
    expect(read('/mobility/item/31004711', { kind: 'item', ads: [amount] }).listings).toMatchObject([
      { price: { amount: 59_900 }, availability: 'sold' },
    ]);
  });
});
