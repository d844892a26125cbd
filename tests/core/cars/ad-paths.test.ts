import { describe, expect, it } from 'vitest';
import { type AdPath, adPathsAfter, cheapestOver, joinPaths, timesReposted } from '#core/cars/ads-of-car.ts';
import { makeListing } from '#tests/support/make-car.ts';

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
