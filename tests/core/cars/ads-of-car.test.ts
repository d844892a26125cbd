import { describe, expect, it } from 'vitest';
import {
  type AdPath,
  adAmong,
  adPathsAfter,
  cheapestOver,
  joinAds,
  joinPaths,
  offersOf,
  timesReposted,
} from '#core/cars/ads-of-car.ts';
import { buildCar, type Identification } from '#core/cars/build-car.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { identifiedAs, makeCar, makeListing, makeVehicle } from '#tests/support/make-car.ts';

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T10:00:00.000Z`;
const ad = (id: string, amount: number, source: 'facebook' | 'dba' = 'facebook') =>
  makeListing({ id, source, itemUrl: `https://m.example/${id}`, price: { amount, currency: 'DKK' } });
const path = (id: string, from: number, ...prices: [number, number][]): AdPath => ({
  ...{ source: 'facebook', itemUrl: `https://m.example/${id}`, firstSeenAt: day(from) },
  prices: prices.map(([at, priceDkk]) => ({ at: day(at), priceDkk })),
});
const none = { itemUrl: '', firstSeenAt: day(1), priceHistory: [], adPaths: [] };

describe('the price path of each ad', () => {
  it('an ad’s path begins when the ad is first seen and grows when its price changes', () => {
    const first = adPathsAfter(null, [ad('1', 90_000)], day(1));
    const same = adPathsAfter({ ...none, adPaths: first }, [ad('1', 90_000)], day(2));
    expect(same).toEqual([path('1', 1, [1, 90_000])]);
    const both = adPathsAfter({ ...none, adPaths: same }, [ad('2', 85_000, 'dba'), ad('1', 88_000)], day(3));
    expect(both).toEqual([
      path('1', 1, [1, 90_000], [3, 88_000]),
      { ...path('2', 3, [3, 85_000]), source: 'dba' },
    ]);
  });

  it('paths of former ads are kept, twelve at most', () => {
    let paths: AdPath[] = [];
    for (let n = 1; n <= 20; n++)
      paths = adPathsAfter({ ...none, adPaths: paths }, [ad(String(n), 90_000)], day(n));
    expect(paths.map(({ itemUrl }) => itemUrl.split('/').at(-1))).toEqual(
      Array.from({ length: 12 }, (_, at) => String(at + 9)),
    );
    expect(timesReposted(paths)).toBe(11);
  });

  it('a car stored before paths were kept takes its price history as the path', () => {
    const history = [
      { at: day(1), priceDkk: 95_000 },
      { at: day(2), priceDkk: 90_000 },
    ];
    const before = {
      itemUrl: 'https://m.example/1',
      firstSeenAt: day(1),
      priceHistory: history,
      adPaths: [],
    };
    expect(adPathsAfter(before, [ad('1', 90_000)], day(5))).toEqual([path('1', 1, [1, 95_000], [2, 90_000])]);
  });

  it('cheapestOver gives the lowest price of all ads over time', () => {
    const paths = joinPaths([path('1', 1, [1, 90_000], [6, 80_000])], [path('2', 3, [3, 0], [4, 85_000])]);
    expect(cheapestOver(paths)).toEqual([
      { at: day(1), priceDkk: 90_000 },
      { at: day(4), priceDkk: 85_000, isOtherAd: true },
      { at: day(6), priceDkk: 80_000, isOtherAd: true },
    ]);
  });

  it('one ad on each marketplace is not a repost', () => {
    expect(timesReposted([{ source: 'facebook' }, { source: 'dba' }])).toBe(0);
    expect(timesReposted([{ source: 'facebook' }, { source: 'dba' }, { source: 'facebook' }])).toBe(1);
  });
});

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

const now = '2026-11-21T08:00:00.000Z';
const identified = (fields: Partial<Identification> = {}) => ({ ...identifiedAs(), ...fields });

describe('buildCar', () => {
  it('a car takes measured fields from the register and the seller’s fields from the ad', () => {
    const car = buildCar('1', makeListing({ horsepower: 140, color: 'rød' }), identified(), null, null, now);
    expect(car).toMatchObject({
      horsepower: 150,
      color: 'Blå',
      priceDkk: 149_900,
      mileageKm: 111_000,
      make: 'Škoda',
    });
    expect(car).toMatchObject({
      firstRegistration: '2019-03-14',
      lastInspection: '2025-03-11',
      kmPerLitre: 20.4,
    });
  });

  it('a car keeps the range that its ad lists beside the equipment that the register knows', () => {
    const listing = makeListing({ specifications: ['Rækkevidde: 450 km', 'Aircondition'] });
    const vehicle = makeVehicle({ equipment: ['Klimaanlæg'] });
    const car = buildCar('1', listing, identified({ vehicle }), null, null, now);
    expect(car.equipment).toEqual(['Klimaanlæg', 'Rækkevidde: 450 km']);
  });

  it('a misread plate gives a car no data of another make', () => {
    const vehicle = makeVehicle({ make: 'Toyota', horsepower: 72 });
    const car = buildCar('1', makeListing(), identified({ vehicle }), null, null, now);
    expect(car).toMatchObject({ make: 'Škoda', horsepower: 150, firstRegistration: null });
    expect(car.facts.map((fact) => fact.kind)).toContain('make_differs');
  });

  it('a foreign price is stored as it is, without a price in kroner', () => {
    const car = buildCar(
      '1',
      makeListing({ price: { amount: 15, currency: 'USD' } }),
      identified(),
      null,
      null,
      now,
    );
    expect(car).toMatchObject({ priceDkk: 0, foreignPrice: { amount: 15, currency: 'USD' } });
  });

  it('a car keeps its first sighting, photos and price history when its ad is read again', () => {
    const before = makeCar({ priceHistory: [{ at: '2026-11-02T10:00:00.000Z', priceDkk: 155_000 }] });
    const car = buildCar('1', makeListing({ photoUrls: [] }), identified(), before, null, now);
    expect(car.firstSeenAt).toBe(before.firstSeenAt);
    expect(car.photos).toEqual(before.photos);
    expect(car.priceHistory.map(({ priceDkk }) => priceDkk)).toEqual([155_000, 149_900]);
    const again = buildCar('1', makeListing(), identified(), makeCar(car), null, now);
    expect(again.priceHistory).toHaveLength(2);
  });
});
