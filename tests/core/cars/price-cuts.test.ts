import { describe, expect, it } from 'vitest';
import type { PriceAt } from '#core/cars/ads-of-car.ts';
import { type CutRow, chanceOfCut, cutDays, PriceCuts, type WatchedAd } from '#core/cars/price-cuts.ts';
import type { SellerType } from '#core/marketplaces/ad/listing.ts';
import { randomSequence } from '#core/valuation/statistics.ts';

const avgDkk = 100_000;
const at = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString();
const rowsOf = (ads: readonly WatchedAd[]): CutRow[] => {
  const cuts = new PriceCuts();
  for (const ad of ads) cuts.add(ad);
  return cuts.rows();
};

/** An ad that was put up on day 0 and is seen from day 1 to day 12, at these prices from these days on. */
const adOf = (prices: Record<number, number>, fields: Partial<WatchedAd> = {}): WatchedAd => ({
  ...{ listedAt: at(0), firstSeenAt: at(1), scrapedAt: at(12), goneAt: null, sellerType: 'private', avgDkk },
  prices: Object.entries(prices).map(([day, priceDkk]) => ({ at: at(Number(day)), priceDkk })),
  ...fields,
});
/** Enough of them for every group to tell something. */
const many = (ad: WatchedAd) => Array.from({ length: 2000 }, () => ad);

describe('how often ads come down in price', () => {
  it('a cut counts for the age, price and seller of the ad before it, and days for those that they had then', () => {
    const row = { seller: 'private', cuts: 0, ads: 2000 };
    expect(rowsOf(many(adOf({ 1: 101_000, 9: 97_000 })))).toEqual([
      { ...row, age: 0, share: 1, days: 6 * 2000 },
      { ...row, age: 7, share: 0.92, days: 3 * 2000 },
      { ...row, age: 7, share: 1, days: 2 * 2000, cuts: 2000 },
    ]);
  });

  it('an ad that has ended counts until then', () => {
    expect(rowsOf(many(adOf({ 1: 102_000 }, { goneAt: at(4) })))).toEqual([
      expect.objectContaining({ age: 0, cuts: 0, ads: 2000, days: 3 * 2000 }),
    ]);
  });

  it.each<[string, WatchedAd]>([
    ['a rise', adOf({ 1: 95_000, 3: 97_000 })],
    ['one krone', adOf({ 1: 97_000, 3: 96_999 })],
    ['a corrected figure', adOf({ 1: 970_000, 3: 97_000 })],
    [
      'another ad of the same car',
      adOf({}, { prices: [...adOf({ 1: 97_000 }).prices, { at: at(3), priceDkk: 95_000, isOtherAd: true }] }),
    ],
  ])('%s is no cut', (_, ad) => {
    expect(rowsOf(many(ad)).filter(({ cuts }) => cuts > 0)).toEqual([]);
  });

  it('ads without a known age or value, and few ads, tell nothing', () => {
    const ad = adOf({ 1: 101_000 });
    expect(rowsOf(many({ ...ad, listedAt: null }))).toEqual([]);
    expect(rowsOf(many({ ...ad, avgDkk: null }))).toEqual([]);
    expect(rowsOf(many(ad).slice(0, 500))).toEqual([]);
  });

  it('a chance is known only where all its days are', () => {
    const row = { share: 1, seller: 'private', cuts: 50, ads: 400, days: 1000 } as const;
    const rows = [0, 7, 14].map((age) => ({ ...row, age }));
    const ad = { daysListed: 3, share: 1.02, seller: 'private' } as const;
    expect(chanceOfCut(rows, ad)).toEqual({ chance: 1 - Math.exp(-0.05 * cutDays), ads: 400 });
    expect(chanceOfCut(rows, { ...ad, daysListed: 20 })).toBeNull();
    expect(chanceOfCut(rows, { ...ad, seller: null })).toBeNull();
    expect(chanceOfCut([], ad)).toBeNull();
  });
});

/** The planted chance of a day that an ad comes down in price. */
function dailyCut(day: number, priceDkk: number, seller: SellerType): number {
  const byAge = day < 7 ? 0.5 : day < 21 ? 1.5 : day < 50 ? 1 : 0.6;
  return 0.022 * Math.exp(5 * (priceDkk / avgDkk - 1)) * byAge * (seller === 'dealer' ? 0.6 : 1);
}

type Planted = { ad: WatchedAd; seller: SellerType; firstDay: number; lastDay: number; path: number[] };

/**
 * Ads that are watched from some days after they were put up until nobody looks any more, or until they end, which nobody sees:
 * the cheaper, the sooner. `path`: the prices of each day, also behind its end.
 */
function plantAds(count: number, seed: number): Planted[] {
  const random = randomSequence(seed);
  return Array.from({ length: count }, () => {
    const seller: SellerType = random() < 0.6 ? 'private' : 'dealer';
    const firstDay = Math.floor(10 * random() ** 2);
    const looked = firstDay + Math.ceil(-30 * Math.log(1 - random()));
    let priceDkk = avgDkk * (0.82 + 0.4 * random());
    let lastDay = looked;
    const path = Array.from({ length: looked + cutDays + 2 }, (_, day) => {
      if (random() < 0.03 * Math.exp(-5 * (priceDkk / avgDkk - 1))) lastDay = Math.min(lastDay, day);
      if (random() < dailyCut(day, priceDkk, seller)) priceDkk *= 0.93 + 0.05 * random();
      return Math.round(priceDkk);
    });
    const prices = path.slice(0, lastDay + 1).flatMap((price, day): PriceAt[] => {
      const isNew = day === firstDay || (day > firstDay && price !== path[day - 1]);
      return isNew ? [{ at: at(day), priceDkk: price }] : [];
    });
    const seen = { listedAt: at(-0.01), firstSeenAt: at(firstDay), scrapedAt: at(lastDay), goneAt: null };
    return { ad: { ...seen, prices, sellerType: seller, avgDkk }, seller, firstDay, lastDay, path };
  }).filter(({ ad }) => ad.prices.length > 0);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

it('on planted truth, with ends that nobody sees, the chances of other ads are right in ten groups and tell more than one chance for all', () => {
  const rows = rowsOf(plantAds(15_000, 1).map(({ ad }) => ad));
  const judged = plantAds(30_000, 2).flatMap(({ path, seller, firstDay, lastDay }, n) => {
    const daysListed = firstDay + (n % 30);
    if (daysListed > lastDay) return [];
    const share = path[daysListed]! / avgDkk;
    const told = chanceOfCut(rows, { daysListed, share, seller });
    const isCut = path[daysListed + cutDays]! < path[daysListed]!;
    return told ? [{ chance: told.chance, isCut: Number(isCut) }] : [];
  });
  expect(judged.length).toBeGreaterThan(10_000);
  const tenth = judged.length / 10;
  const sorted = judged.toSorted((a, b) => a.chance - b.chance);
  const groups = Array.from({ length: 10 }, (_, n) => sorted.slice(n * tenth, (n + 1) * tenth));
  const errors = groups.map((group) => mean(group.map(({ chance, isCut }) => chance - isCut)));
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.05);
  const brier = mean(judged.map(({ chance, isCut }) => (chance - isCut) ** 2));
  const share = mean(judged.map(({ isCut }) => isCut));
  expect(brier).toBeLessThan(0.97 * share * (1 - share));
});
