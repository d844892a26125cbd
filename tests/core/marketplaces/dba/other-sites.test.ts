import { describe, expect, it } from 'vitest';
import { vendMarketplace } from '#core/marketplaces/dba/dba.ts';
import { readVendAddress, type VendSite } from '#core/marketplaces/dba/link.ts';
import { answer, card, type Doc, doc, searchPage } from './pages.ts';

/** The settings of the sister sites. The product does not use them yet: they have no marketplace id. */
const blocket: VendSite = {
  id: 'dba',
  name: 'Blocket',
  host: 'www.blocket.se',
  photoHost: 'images.blocketcdn.se',
  currency: 'SEK',
  kmPerUnit: 10,
  distanceUnit: 'mil',
  classesWithoutVat: [],
};
const finn: VendSite = {
  ...blocket,
  name: 'FINN',
  host: 'www.finn.no',
  photoHost: 'images.finncdn.no',
  currency: 'NOK',
  kmPerUnit: 1,
  distanceUnit: 'km',
};

const read = (site: VendSite, html: string, search: Record<string, string> = { q: 'golf' }) =>
  vendMarketplace(site).parsePage({
    url: `https://${site.host}/mobility/search/car?${new URLSearchParams(search)}`,
    html,
    status: 200,
  });
const first = (site: VendSite, fields: Doc) =>
  read(site, searchPage({ data: answer([doc(fields)], { q: 'golf' }) })).listings[0];

describe('a sister site of the same platform', () => {
  it('the Swedish site uses Scandinavian miles and kronor', () => {
    const price = { amount: 89_000, currency_code: 'SEK', price_unit: 'kr' };
    expect(
      first(blocket, {
        mileage: 13_107,
        mileage_unit: 'SCANDINAVIAN_MILE',
        price,
        dealer_segment: 'Företag',
        fuel: 'Bensin',
      }),
    ).toMatchObject({
      mileage: { km: 131_070 },
      price: { amount: 89_000, currency: 'SEK' },
      fuel: 'petrol',
      sellerType: 'dealer',
      itemUrl: expect.stringContaining('https://www.blocket.se/mobility/item/'),
    });
  });

  it('each ad’s own unit wins over its site’s usual unit', () => {
    const kmOf = (site: VendSite, mileage_unit: string) =>
      first(site, { mileage: 9_000, mileage_unit })!.mileage?.km;
    expect([kmOf(blocket, 'KILOMETER'), kmOf(blocket, 'SCANDINAVIAN_MILE')]).toEqual([9_000, 90_000]);
    expect([kmOf(finn, 'KILOMETER'), kmOf(finn, 'SCANDINAVIAN_MILE')]).toEqual([9_000, 90_000]);
  });

  it('a mileage filter in Scandinavian miles is compared in kilometres', () => {
    const near = doc({ mileage: 9000, mileage_unit: 'SCANDINAVIAN_MILE' });
    const far = doc({ mileage: 11_000, mileage_unit: 'SCANDINAVIAN_MILE' });
    const search = { mileage_to: '10000' };
    expect(read(blocket, searchPage({ data: answer([near, far], search) }), search).listings).toHaveLength(1);
  });

  it('the distance on a card is read in the site’s unit', () => {
    const cards = [card({ line: '2015 ∙ 12 000 mil ∙ Bensin ∙ Manuell', price: '89 000' })];
    expect(read(blocket, searchPage({ cards })).listings[0]).toMatchObject({
      mileage: { km: 120_000 },
      price: { currency: 'SEK' },
    });
  });

  it('the Norwegian site separates thousands by no-break spaces', () => {
    const cards = [card({ price: '149\u00a0000', line: '2015 ∙ 120\u00a0000 km ∙ Diesel ∙ Automat' })];
    expect(read(finn, searchPage({ cards })).listings[0]).toMatchObject({
      price: { amount: 149_000, currency: 'NOK' },
      mileage: { km: 120_000 },
      gearbox: 'automatic',
    });
  });

  it('a link of DBA is refused by a sister site', () => {
    expect(readVendAddress(finn, 'https://www.dba.dk/mobility/item/31004711', {})).toBe('link_foreign_host');
  });
});
