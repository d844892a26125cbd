import { describe, expect, it } from 'vitest';
import { adAmong, joinAds, offersOf } from '#core/cars/ads-of-car.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { makeListing } from '#tests/support/make-car.ts';

const facebookAd = makeListing({
  id: '1',
  source: 'facebook',
  price: { amount: 85_000, currency: 'DKK' },
  priceKind: 'cash',
});
const dbaAd: Listing = {
  ...facebookAd,
  id: '31004711',
  source: 'dba',
  itemUrl: 'https://www.dba.dk/mobility/item/31004711',
  price: { amount: 81_000, currency: 'DKK' },
};

describe('joinAds', () => {
  it('the cheaper ad shows the car, whichever was read last', () => {
    const both = joinAds({ listing: facebookAd, others: [] }, dbaAd);
    expect(both.listing).toEqual(dbaAd);
    expect(joinAds({ listing: dbaAd, others: [] }, facebookAd).listing).toEqual(dbaAd);
    expect(offersOf(both.others)).toEqual([
      { source: 'facebook', itemUrl: facebookAd.itemUrl, priceDkk: 85_000, availability: 'live' },
    ]);
  });

  it('a newer reading of an ad replaces the older, so no ad appears twice', () => {
    const cheaper = { ...facebookAd, price: { amount: 79_000, currency: 'DKK' } };
    const joined = joinAds({ listing: dbaAd, others: [facebookAd] }, cheaper);
    expect(joined.listing).toEqual(cheaper);
    expect(joined.others).toHaveLength(1);
    expect(adAmong(joined, dbaAd)).toMatchObject({ id: dbaAd.id });
    expect(adAmong(joined, { source: 'dba', id: '39' })).toBeNull();
  });

  it.each([
    ['was sold', { availability: 'sold' }],
    ['is a leasing offer', { priceKind: 'leasing', price: { amount: 2495, currency: 'DKK' } }],
    ['has a price without VAT', { priceKind: 'ex_vat' }],
    ['has a placeholder price', { flags: ['placeholder_price'], price: { amount: 1, currency: 'DKK' } }],
    ['has no price', { price: null, priceKind: null }],
  ] as [string, Partial<Listing>][])('the other ad shows the car when the cheaper one %s', (_, fields) => {
    const joined = joinAds({ listing: facebookAd, others: [] }, { ...dbaAd, ...fields });
    expect(joined.listing).toEqual(facebookAd);
  });

  it('ads that cannot be bought come last, after ads without a price', () => {
    const sold = { ...dbaAd, id: '2', availability: 'sold' } as const;
    const silent = { ...dbaAd, id: '3', price: null, priceKind: null };
    const joined = joinAds({ listing: sold, others: [silent] }, facebookAd);
    expect([joined.listing, ...joined.others].map(({ id }) => id)).toEqual(['1', '3', '2']);
    const again = joinAds({ listing: silent, others: [sold] }, dbaAd);
    expect([again.listing, ...again.others].map(({ id }) => id)).toEqual([dbaAd.id, '3', '2']);
  });

  it('ads keep their order at equal prices', () => {
    const same = { ...dbaAd, price: facebookAd.price };
    expect(joinAds({ listing: facebookAd, others: [] }, same).listing).toEqual(facebookAd);
    expect(joinAds({ listing: same, others: [facebookAd] }, same).listing).toEqual(same);
  });

  it('a car has five other ads at most, with cut descriptions', () => {
    let ads = joinAds(null, { ...facebookAd, description: 'x'.repeat(5000) });
    for (let id = 2; id < 20; id++)
      ads = joinAds(ads, { ...dbaAd, id: String(id), description: 'y'.repeat(5000) });
    expect(ads.others).toHaveLength(5);
    expect(ads.others.every(({ description }) => (description?.length ?? 0) <= 1000)).toBe(true);
  });

  it('an ad’s price is hidden when it cannot be compared', () => {
    expect(
      offersOf([
        { ...dbaAd, priceKind: 'ex_vat' },
        { ...dbaAd, availability: 'hidden' },
      ]),
    ).toMatchObject([{ priceDkk: null }]);
  });
});
