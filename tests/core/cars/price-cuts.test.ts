import { describe, expect, it } from 'vitest';
import type { PriceAt } from '#core/cars/ads-of-car.ts';
import { type CutRow, chanceOfCut, cutDays, PriceCuts, type WatchedAd } from '#core/cars/price-cuts.ts';
import type { SellerType } from '#core/marketplaces/ad/listing.ts';
import { adsLookedAgainPerRun } from '#core/searches/capacity.ts';
import { randomSequence } from '#core/valuation/statistics.ts';

const avgDkk = 100_000;
const at = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString();
const rowsOf = (ads: readonly WatchedAd[], today = 90): CutRow[] => {
  const cuts = new PriceCuts(at(today));
  for (const ad of ads) cuts.add(ad);
  return cuts.rows();
};

/** An ad that was put up on day 0 and is seen from day 1 to day 12, at these prices from these days on. */
const adOf = (prices: Record<number, number>, fields: Partial<WatchedAd> = {}): WatchedAd => ({
  ...{ listedAt: at(0), firstSeenAt: at(1), scrapedAt: at(12), goneAt: null, sellerType: 'private', avgDkk },
  availability: 'live',
  prices: Object.entries(prices).map(([day, priceDkk]) => ({ at: at(Number(day)), priceDkk })),
  ...fields,
});
/** Enough of them for every group to tell something. */
const many = (ad: WatchedAd) => Array.from({ length: 2000 }, () => ad);

describe('how often ads come down in price', () => {
  it('a cut counts for the age, price and seller of the ad before it, and days for those that they had then', () => {
    const row = { seller: 'private', cuts: 0, ends: 0, lost: 0, ads: 2000 };
    expect(rowsOf(many(adOf({ 1: 101_000, 9: 97_000 })))).toEqual([
      { ...row, age: 0, share: 1, days: 6 * 2000, endDays: 6 * 2000 },
      { ...row, age: 7, share: 0.92, days: 3 * 2000, endDays: 3 * 2000, lost: 2000 },
      { ...row, age: 7, share: 1, days: 2 * 2000, endDays: 2 * 2000, cuts: 2000 },
    ]);
  });

  it('an ad that was found gone counts until between then and when it was last seen', () => {
    const gone = adOf({ 1: 102_000 }, { scrapedAt: at(3), goneAt: at(5), availability: 'gone' });
    expect(rowsOf(many(gone))).toEqual([
      expect.objectContaining({ age: 0, cuts: 0, ends: 2000, lost: 0, days: 2 * 2000, endDays: 3 * 2000 }),
    ]);
  });

  it.each<[string, Partial<WatchedAd>, number]>([
    ['an ad that nobody has seen for a week may have ended', { scrapedAt: at(82) }, 2000],
    ['an ad that was retired unseen may have ended', { goneAt: at(12), availability: 'unseen' }, 2000],
    ['an ad that was seen in the last week has not ended before it', { scrapedAt: at(84) }, 0],
    [
      'an ad that was found gone in the last week had not ended before it',
      { scrapedAt: at(82), goneAt: at(89), availability: 'gone' },
      0,
    ],
  ])('%s', (_, fields, lost) => {
    const rows = rowsOf(many(adOf({ 1: 102_000 }, fields)));
    expect(rows.reduce((sum, row) => sum + row.lost, 0)).toBe(lost);
    expect(rows.every(({ ends }) => ends === 0)).toBe(true);
    if (lost === 0) expect(rows.reduce((sum, { endDays }) => sum + endDays, 0)).toBe(2000 * (83 - 1));
  });

  it('ads that were seen once hide how many ended, because nobody knows whether they did', () => {
    const gone = adOf({ 1: 102_000 }, { scrapedAt: at(3), goneAt: at(5), availability: 'gone' });
    const once = adOf({ 1: 102_000 }, { scrapedAt: at(1) });
    const [row] = rowsOf([...many(gone), ...many(once)]);
    expect(row).toMatchObject({ ends: 2000, lost: 2000 });
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

  it('chances are known only where all their days are, and of ends only where nine in ten are known', () => {
    const row = {
      share: 1,
      seller: 'private',
      cuts: 50,
      ends: 25,
      lost: 2,
      ads: 400,
      days: 1000,
      endDays: 1000,
    } as const;
    const rows = [0, 7, 14].map((age) => ({ ...row, age }));
    const ad = { daysListed: 3, share: 1.02, seller: 'private' } as const;
    const any = 1 - Math.exp(-0.075 * cutDays);
    expect(chanceOfCut(rows, ad)).toEqual({
      cut: expect.closeTo((any * 2) / 3),
      end: expect.closeTo(any / 3),
      ads: 400,
    });
    const lost = rows.map((each) => ({ ...each, lost: 3 }));
    expect(chanceOfCut(lost, ad)).toEqual({
      cut: expect.closeTo(1 - Math.exp(-0.05 * cutDays)),
      end: null,
      ads: 400,
    });
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
    const availability = 'live' as const;
    return {
      ad: { ...seen, availability, prices, sellerType: seller, avgDkk },
      seller,
      firstDay,
      lastDay,
      path,
    };
  }).filter(({ ad }) => ad.prices.length > 0);
}

/** The planted chance of a day that an ad ends. */
function dailyEnd(day: number, priceDkk: number, seller: SellerType): number {
  const byAge = day < 7 ? 1.5 : day < 28 ? 1 : 0.7;
  return 0.04 * Math.exp(-6 * (priceDkk / avgDkk - 1)) * byAge * (seller === 'dealer' ? 0.7 : 1);
}

/** An ad's days from when it was put up; `prices`: from these days on. */
type Life = { seller: SellerType; prices: { day: number; priceDkk: number }[]; endDay: number };
const priceOn = ({ prices }: Life, day: number) => prices.findLast((step) => step.day <= day)!.priceDkk;

function plantLife(random: () => number): Life {
  const seller: SellerType = random() < 0.6 ? 'private' : 'dealer';
  let priceDkk = Math.round(avgDkk * (0.82 + 0.4 * random()));
  const prices = [{ day: 0, priceDkk }];
  for (let day = 0; day < 200; day++) {
    if (random() < dailyEnd(day, priceDkk, seller)) return { seller, prices, endDay: day + random() };
    if (random() >= dailyCut(day, priceDkk, seller)) continue;
    priceDkk = Math.round(priceDkk * (0.93 + 0.05 * random()));
    prices.push({ day: day + random(), priceDkk });
  }
  return { seller, prices, endDay: Number.POSITIVE_INFINITY };
}

type Followed = {
  life: Life;
  since: number;
  seen: { first: number; last: number } | null;
  missed: number | null;
  gone: number | null;
  prices: PriceAt[];
};

/**
 * The ads of a search as hourly runs and look-again (functions/searches/dispatch.ts) know them after so many days: each run sees
 * the newest sixty; then two of the twenty whose turn it is are opened, if nobody saw them for a day. An ad is gone once it was
 * missed twice, since the first time.
 */
function followSearch(
  random: () => number,
  { days, adsPerDay }: { days: number; adsPerDay: number },
): WatchedAd[] {
  const ads = Array.from({ length: adsPerDay * days }, (): Followed => {
    return {
      life: plantLife(random),
      since: days * random(),
      seen: null,
      missed: null,
      gone: null,
      prices: [],
    };
  }).sort((a, b) => b.since - a.since);
  const isOn = ({ life, since }: Followed, now: number) => since <= now && now - since < life.endDay;
  const ever: Followed[] = [];
  const see = (ad: Followed, now: number) => {
    if (!ad.seen) ever.unshift(ad);
    ad.seen = { first: ad.seen?.first ?? now, last: now };
    ad.missed = null;
    const priceDkk = priceOn(ad.life, now - ad.since);
    if (ad.prices.at(-1)?.priceDkk !== priceDkk) ad.prices.push({ at: at(now), priceDkk });
  };
  let newest = ads.length;
  for (let hour = 0; hour < 24 * days; hour++) {
    const now = hour / 24;
    while (newest > 0 && ads[newest - 1]!.since <= now) newest--;
    let shown = 0;
    for (let place = newest; place < ads.length && shown < 60; place++) {
      if (!isOn(ads[place]!, now)) continue;
      see(ads[place]!, now);
      shown++;
    }
    const away = ever.filter(({ seen }) => seen!.last < now);
    const from = (20 * hour) % Math.max(1, away.length);
    const turn = Array.from(
      { length: Math.min(20, away.length) },
      (_, place) => away[(from + place) % away.length]!,
    );
    const opened = turn
      .filter((ad) => ad.gone === null && now - ad.seen!.last > 1)
      .map((ad) => ({ ad, order: random() }))
      .sort((a, b) => a.order - b.order);
    for (const { ad } of opened.slice(0, adsLookedAgainPerRun)) {
      if (isOn(ad, now)) see(ad, now);
      else if (ad.missed === null) ad.missed = now;
      else ad.gone = ad.missed;
    }
  }
  return ever.map(({ life, since, seen, gone, prices }): WatchedAd => {
    // Put up before it was seen: its age is known.
    const times = { listedAt: at(since - 0.001), firstSeenAt: at(seen!.first), scrapedAt: at(seen!.last) };
    const end =
      gone === null
        ? { goneAt: null, availability: 'live' as const }
        : { goneAt: at(gone), availability: 'gone' as const };
    return { ...times, ...end, prices, sellerType: life.seller, avgDkk };
  });
}

/** What happened first within `cutDays` to other ads, and what the rows say of it. */
function judgeOthers(rows: readonly CutRow[], count: number) {
  const random = randomSequence(7);
  return Array.from({ length: count }, (_, n) => ({ life: plantLife(random), daysListed: n % 30 })).flatMap(
    ({ life, daysListed }) => {
      if (daysListed >= life.endDay) return [];
      const share = priceOn(life, daysListed) / avgDkk;
      const told = chanceOfCut(rows, { daysListed, share, seller: life.seller });
      if (!told) return [];
      const cutDay = life.prices.find(({ day }) => day > daysListed)?.day ?? Number.POSITIVE_INFINITY;
      const isWithin = Math.min(cutDay, life.endDay) <= daysListed + cutDays;
      return [
        {
          ...told,
          isCut: Number(isWithin && cutDay < life.endDay),
          isEnd: Number(isWithin && cutDay >= life.endDay),
        },
      ];
    },
  );
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

type Told = { chance: number; happened: number };
const brierOf = (told: readonly Told[]) => mean(told.map(({ chance, happened }) => (chance - happened) ** 2));
/** By how much the chances of the worst of ten groups, from the lowest to the highest, miss what happened. */
function worstOfTen(told: readonly Told[]): number {
  const sorted = told.toSorted((a, b) => a.chance - b.chance);
  const tenth = told.length / 10;
  const groups = Array.from({ length: 10 }, (_, n) => sorted.slice(n * tenth, (n + 1) * tenth));
  return Math.max(
    ...groups.map((group) => Math.abs(mean(group.map(({ chance, happened }) => chance - happened)))),
  );
}

describe('the chances on planted truth', () => {
  it('with ads opened again as hourly runs do, cuts and ends of other ads are right in ten groups and tell more than the median alone', () => {
    const random = randomSequence(1);
    const days = 120;
    const ads = Array.from({ length: 30 }, () => followSearch(random, { days, adsPerDay: 5 })).flat();
    const judged = judgeOthers(rowsOf(ads, days), 30_000).flatMap(({ end, ...told }) =>
      end === null ? [] : [{ ...told, end }],
    );
    expect(judged.length).toBeGreaterThan(8_000);
    const ends = judged.map(({ end, isEnd }) => ({ chance: end, happened: isEnd }));
    const cuts = judged.map(({ cut, isCut }) => ({ chance: cut, happened: isCut }));
    const either = judged.map(({ end, cut, isEnd, isCut }) => ({
      chance: end + cut,
      happened: isEnd + isCut,
    }));
    for (const told of [ends, cuts, either]) expect(worstOfTen(told)).toBeLessThan(0.05);
    const lives = Array.from({ length: 5_000 }, () => plantLife(random).endDay).sort((a, b) => a - b);
    const byMedian = 1 - 0.5 ** (cutDays / lives[lives.length / 2]!);
    expect(brierOf(ends)).toBeLessThan(0.9 * brierOf(ends.map((told) => ({ ...told, chance: byMedian }))));
    for (const told of [ends, cuts]) {
      const share = mean(told.map(({ happened }) => happened));
      expect(brierOf(told)).toBeLessThan(0.95 * share * (1 - share));
    }
  });

  it('of a search with more ads than can be opened again, no end is told', () => {
    const random = randomSequence(2);
    const ads = Array.from({ length: 10 }, () => followSearch(random, { days: 100, adsPerDay: 25 })).flat();
    const judged = judgeOthers(rowsOf(ads, 100), 5_000);
    expect(judged.length).toBeGreaterThan(1_000);
    expect(judged.filter(({ end }) => end !== null).length).toBeLessThan(judged.length / 20);
  });

  it('with ends that nobody sees, the chances of other ads that stay to come down are right in ten groups and tell more than one chance for all', () => {
    // Long after the last of them was seen.
    const rows = rowsOf(
      plantAds(18_000, 1).map(({ ad }) => ad),
      2_000,
    );
    const judged = plantAds(30_000, 2).flatMap(({ path, seller, firstDay, lastDay }, n) => {
      const daysListed = firstDay + (n % 30);
      if (daysListed > lastDay) return [];
      const told = chanceOfCut(rows, { daysListed, share: path[daysListed]! / avgDkk, seller });
      const isCut = path[daysListed + cutDays]! < path[daysListed]!;
      return told && told.end === null ? [{ chance: told.cut, happened: Number(isCut) }] : [];
    });
    expect(judged.length).toBeGreaterThan(10_000);
    expect(worstOfTen(judged)).toBeLessThan(0.05);
    const share = mean(judged.map(({ happened }) => happened));
    expect(brierOf(judged)).toBeLessThan(0.97 * share * (1 - share));
  });
});
