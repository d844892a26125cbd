import { describe, expect, it } from 'vitest';
import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import { keepFields, type OpenedPages } from '#core/marketplaces/button/opened-pages.ts';
import { dbaPages } from '#core/marketplaces/dba/button.ts';
import { dba } from '#core/marketplaces/dba/dba.ts';
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
