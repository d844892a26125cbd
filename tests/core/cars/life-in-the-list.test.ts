import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCar, type Identification } from '#core/cars/build-car.ts';
import { type Car, listedSince } from '#core/cars/car.ts';
import { type Card, toCard } from '#core/cars/card.ts';
import {
  DaysOfModels,
  daysListed,
  isAgeKnown,
  isOutOfSight,
  medianDaysToGone,
  retire,
  type Watched,
} from '#core/cars/listing-life.ts';
import { newsBetween, stepsOf, withMoment } from '#core/cars/moments.ts';
import { lastPriceDrop, newPriceCut } from '#core/cars/price-drop.ts';
import { completeCar } from '#core/cars/stored-car.ts';
import { toComparable, wireCar } from '#core/cars/wire.ts';
import { makeCar, makeCard, makeListing, makeRating } from '#tests/support/make-car.ts';

const now = '2026-11-21T08:00:00.000Z';
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString();

const unread: Identification = {
  ...{ photos: [], plate: null, candidate: null, vehicle: null },
  registerState: 'no_plate',
};

describe('daysListed', () => {
  const car = { listedAt: daysAgo(12.5), firstSeenAt: daysAgo(3) };

  it.each([
    // In the evening of November 8: thirteen days by the calendar, twelve and a half by the clock.
    ['the day of the ad', car, 13],
    ['the first sight, when the ad’s day was renewed', { ...car, firstSeenAt: daysAgo(40) }, 40],
    ['the first sight, of an ad without a day', { ...car, listedAt: null }, 3],
    ['today, for an ad dated in the future', { listedAt: daysAgo(-1), firstSeenAt: daysAgo(-1) }, 0],
    ['today, for an ad whose date cannot be read', { listedAt: 'x', firstSeenAt: '' }, 0],
  ])('days listed count from %s', (_, listed, days) => {
    expect(daysListed(listed, now)).toBe(days);
  });

  it('the age of an ad is known only when its own date is before its first sighting', () => {
    expect(isAgeKnown(car)).toBe(true);
    expect(isAgeKnown({ ...car, listedAt: null })).toBe(false);
    expect(isAgeKnown({ ...car, firstSeenAt: daysAgo(40) })).toBe(false);
  });

  it('days listed end with the last sighting, and unseen days are shown', () => {
    const anyone = { id: null, isPremium: false, seesEstimates: false };
    const told = (fields: Partial<Car>) => {
      const card = toCard(makeCar({ listedAt: daysAgo(20), firstSeenAt: daysAgo(19), ...fields }));
      return wireCar(card, anyone, { isStarred: false, discoveredAt: null, lookedAt: now });
    };
    expect(told({ scrapedAt: daysAgo(17) })).toMatchObject({ days_listed: 3, unseen_days: 17 });
    expect(told({ scrapedAt: daysAgo(0.1) })).toMatchObject({ days_listed: 20, unseen_days: 0 });
    // In the evening of the day before: nobody saw it today.
    expect(told({ scrapedAt: daysAgo(0.5) })).toMatchObject({ unseen_days: 1 });
    expect(told({ scrapedAt: daysAgo(0.1), listedAt: null })).toMatchObject({
      days_listed: 19,
      is_age_known: false,
    });
    expect(told({ availability: 'sold', goneAt: daysAgo(10), scrapedAt: daysAgo(2) })).toMatchObject({
      days_listed: 10,
    });
  });

  it('days listed count from the older of two instants, whatever their notation', () => {
    expect(
      listedSince({ listedAt: '2026-11-01T10:00:00+02:00', firstSeenAt: '2026-11-01T09:00:00.000Z' }),
    ).toBe('2026-11-01T10:00:00+02:00');
  });
});

describe('lastPriceDrop', () => {
  const history = (...prices: number[]) => prices.map((priceDkk, i) => ({ at: daysAgo(30 - i), priceDkk }));

  const carWith = (...prices: number[]) => makeCar({ priceHistory: history(...prices) });

  it.each<[string, number[], number | null]>([
    ['none when the price never changed', [100_000], null],
    ['none before there is a price', [], null],
    ['the last fall', [120_000, 100_000, 95_000], 5_000],
    ['none once it has risen again', [120_000, 95_000, 100_000], null],
    ['none when a mistyped price is corrected', [990_000, 100_000], null],
    ['none when nines are corrected', [999_999, 549_000], null],
    ['none when ones are corrected', [111_111, 79_900], null],
    ['none when ascending digits are corrected', [123_456, 89_000], null],
    ['none when the new price is nines', [1_200_000, 999_999], null],
    ['the fall across a placeholder', [100_000, 1, 95_000], 5_000],
    ['the fall across a price with a digit too many', [95_000, 950_000, 89_000], 6_000],
    ['the fall across a price with a digit too few', [100_000, 10_000, 95_000], 5_000],
    ['none when the price is the same after a placeholder', [100_000, 1, 100_000], null],
    ['none from no price', [0, 100_000], null],
    ['none to no price', [100_000, 0], null],
  ])('the last price drop is %s', (_, prices, dkk) => {
    const drop = lastPriceDrop(carWith(...prices), 'rated');
    expect(drop).toEqual(dkk === null ? null : { at: history(...prices).at(-1)!.at, dkk });
  });

  it('a price drop keeps its date when a placeholder came and went', () => {
    const prices = [100_000, 90_000, 1, 90_000];
    expect(lastPriceDrop(carWith(...prices), 'rated')).toEqual({
      at: history(...prices)[1]!.at,
      dkk: 10_000,
    });
  });

  it('a price drop is told when any of the car’s ads got cheaper, by what the car costs less', () => {
    const urls = ['https://www.facebook.com/marketplace/item/1/', 'https://www.dba.dk/mobility/item/2'];
    const ad = (place: number, amount: number) =>
      makeListing({
        itemUrl: urls[place]!,
        source: place === 0 ? 'facebook' : 'dba',
        price: { amount, currency: 'DKK' },
      });
    const shown = (before: Car | null, first: number, second: number, at: string) => {
      const ads = [ad(0, first), ad(1, second)].toSorted((a, b) => a.price!.amount - b.price!.amount);
      return makeCar({ ...buildCar('1', ads[0]!, unread, before, null, at, ads.slice(1)) });
    };
    const both = shown(null, 100_000, 105_000, daysAgo(3));
    expect(lastPriceDrop(shown(both, 100_000, 95_000, daysAgo(1)), 'rated')).toEqual({
      at: daysAgo(1),
      dkk: 5_000,
    });
    const symbolic = shown(null, 100_000, 999_999, daysAgo(3));
    expect(lastPriceDrop(shown(symbolic, 100_000, 95_000, daysAgo(1)), 'rated')).toBeNull();
    const gone = shown(both, 120_000, 105_000, daysAgo(1));
    expect(lastPriceDrop(gone, 'rated')).toBeNull();
  });

  it('a car has no price drop when it is only shown by another of its ads', () => {
    const stored = makeCar({ itemUrl: 'https://www.facebook.com/marketplace/item/1/', priceDkk: 120_000 });
    const known = { ...stored, priceHistory: history(120_000) };
    const cheaper = makeListing({
      itemUrl: 'https://www.dba.dk/mobility/item/2',
      price: { amount: 110_000, currency: 'DKK' },
    });
    const joined = buildCar('1', cheaper, unread, known, null, now);
    expect(joined.priceHistory.map(({ priceDkk }) => priceDkk)).toEqual([120_000, 110_000]);
    expect(lastPriceDrop(joined, 'rated')).toBeNull();
    const fallen = buildCar(
      '1',
      { ...cheaper, price: { amount: 105_000, currency: 'DKK' } },
      unread,
      joined,
      null,
      now,
    );
    expect(lastPriceDrop(fallen, 'rated')).toEqual({ at: now, dkk: 5_000 });
  });

  it('a figure that is not the car’s price has no price drop', () => {
    expect(lastPriceDrop(carWith(3_000, 2_500), 'leasing')).toBeNull();
  });
});

describe('a car that is gone', () => {
  it('a sold car keeps its last price and the day it was seen to be sold', () => {
    const stored = makeCar({ priceDkk: 99_000, priceHistory: [{ at: daysAgo(3), priceDkk: 99_000 }] });
    const sold = makeListing({ availability: 'sold', price: null });
    const first = buildCar('1', sold, unread, stored, null, daysAgo(1));
    expect(first).toMatchObject({ availability: 'sold', goneAt: daysAgo(1), priceDkk: 99_000 });
    expect(first.priceHistory).toEqual(stored.priceHistory);
    const again = buildCar('1', sold, unread, first, null, now);
    expect(again.goneAt).toBe(daysAgo(1));
    expect(buildCar('1', makeListing(), unread, again, null, now)).toMatchObject({ goneAt: null });
  });

  it('a car is out of sight when nobody has seen it for the configured days', () => {
    expect(isOutOfSight(makeCar({ scrapedAt: daysAgo(31) }), now, 30)).toBe(true);
    expect(isOutOfSight(makeCar({ scrapedAt: daysAgo(29.9) }), now, 30)).toBe(false);
    expect(isOutOfSight(makeCar({ scrapedAt: daysAgo(31), availability: 'sold' }), now, 30)).toBe(false);
    const gone = retire(makeCar({ scrapedAt: daysAgo(31), listedAt: daysAgo(50), firstSeenAt: daysAgo(49) }));
    expect(gone).toMatchObject({ availability: 'unseen', goneAt: daysAgo(31) });
    expect(isOutOfSight(gone, now, 30)).toBe(false);
  });

  it('a car is unseen when nobody saw it again, and gone only when a page said so', () => {
    const hidden = buildCar('1', makeListing({ availability: 'hidden' }), unread, makeCar(), null, now);
    expect(completeCar(hidden)).toMatchObject({ availability: 'gone', goneAt: now });
    const missed = { ...makeCar({ scrapedAt: daysAgo(9) }), availability: 'gone', goneAt: daysAgo(8) };
    expect(completeCar(missed)).toMatchObject({ availability: 'gone' });
    // Former versions stored both as "gone".
    const retired = { ...retire(makeCar({ scrapedAt: daysAgo(31) })), availability: 'gone', updatedAt: now };
    expect(completeCar(retired)).toMatchObject({ availability: 'unseen', goneAt: daysAgo(31) });
  });

  it('similar cars show when a car was last seen, and that it is gone only when a page said so', () => {
    const car = makeCar({ scrapedAt: daysAgo(31), listedAt: daysAgo(50), firstSeenAt: daysAgo(49) });
    const told = (changes: Partial<Car>) => {
      const { gone_after_days, last_seen } = toComparable({ ...car, ...changes }, 1);
      return [gone_after_days, last_seen];
    };
    expect(told({})).toEqual([null, null]);
    expect(told(retire(car))).toEqual([null, daysAgo(31)]);
    expect(told({ availability: 'gone', goneAt: daysAgo(20) })).toEqual([30, null]);
    expect(told({ availability: 'sold', goneAt: daysAgo(31) })).toEqual([19, null]);
  });
});

describe('medianDaysToGone', () => {
  const some = (count: number, fields: (i: number) => Parameters<typeof makeCard>[0]) =>
    Array.from({ length: count }, (_, i) => makeCard({ id: `${i}`, ...fields(i) }));
  const modelDays = (cards: readonly Card[]) => {
    const days = new DaysOfModels(now);
    for (const card of cards) days.add(card);
    return days.figures();
  };
  const listed = (days: number) => ({
    ...{ listedAt: daysAgo(days), firstSeenAt: daysAgo(days - 0.001), scrapedAt: now },
  });

  it('the median counts until half of a model’s cars are gone, with cars still offered as censored', () => {
    const cards = [
      ...some(11, (i) => listed(i)),
      ...some(10, () => ({ ...listed(60), goneAt: daysAgo(20), availability: 'sold' })),
      ...some(19, () => ({ ...listed(5), model: 'Fabia' })),
      ...some(25, () => ({ ...listed(5), make: null })),
    ];
    expect(modelDays(cards)).toEqual([{ make: 'Škoda', model: 'Octavia', days: 40, cars: 21 }]);
  });

  it('no median is told where many cars may have left without anybody looking', () => {
    const gone = some(11, () => ({ ...listed(60), goneAt: daysAgo(20), availability: 'sold' }));
    const stay = some(11, (i) => listed(i));
    const unseen = (count: number) =>
      some(count, () => ({
        ...listed(60),
        scrapedAt: daysAgo(50),
        goneAt: daysAgo(50),
        availability: 'unseen',
      }));
    const lost = (count: number) => some(count, () => ({ ...listed(60), scrapedAt: daysAgo(50) }));
    expect(modelDays([...gone, ...stay, ...unseen(1)])).toMatchObject([{ days: 40 }]);
    expect(modelDays([...gone, ...stay, ...unseen(15)])).toEqual([]);
    expect(modelDays([...gone, ...stay, ...lost(15)])).toEqual([]);
  });

  it('the median is unknown before half of the cars are gone', () => {
    const stay = some(25, (i) => (i < 5 ? { ...listed(9), goneAt: daysAgo(2) } : listed(30)));
    expect(modelDays(stay)).toEqual([]);
  });

  it('the median does not count the days before a car was first seen', () => {
    const watched = (fromDay: number, toDay: number, isGone: boolean) => ({ fromDay, toDay, isGone });
    const seenLate = Array.from({ length: 10 }, () => watched(60, 70, true));
    const seenFromTheStart = Array.from({ length: 10 }, (_, i) => watched(0, i + 1, true));
    expect(medianDaysToGone([...seenLate, ...seenFromTheStart])).toBe(5);
    expect(medianDaysToGone(seenFromTheStart.slice(0, 4))).toBeNull();
    expect(medianDaysToGone([])).toBeNull();
  });

  it('the median equals a count day by day, for any cars', () => {
    const naive = (watched: readonly Watched[]) => {
      let staying = 1;
      for (let day = 0; day <= 40; day++) {
        const there = watched.filter(({ fromDay, toDay }) => fromDay < day && toDay >= day);
        if (there.length < 5) continue;
        staying *= 1 - there.filter(({ isGone, toDay }) => isGone && toDay === day).length / there.length;
        if (staying <= 0.5) return day;
      }
      return null;
    };
    const day = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ fromDay: day, toDay: day, isGone: fc.boolean() }), { maxLength: 60 }),
        (watched) => {
          expect(medianDaysToGone(watched)).toBe(naive(watched));
        },
      ),
    );
  });

  it('the median ignores cars that left more than a year ago', () => {
    const cards = some(25, (i) => ({ ...listed(700), goneAt: i < 6 ? daysAgo(400) : daysAgo(300) }));
    expect(modelDays(cards)).toEqual([]);
  });
});

const day = (n: number) => new Date(Date.UTC(2026, 9, n, 8)).toISOString();

/** The car after it was written with these prices, one a day; `0` leaves a day out. */
function written(prices: readonly number[], fields: (n: number) => Partial<Car> = () => ({})): Car {
  let car = makeCar({ firstSeenAt: day(1), priceHistory: [] });
  prices.forEach((priceDkk, n) => {
    const at = day(n + 1);
    const isSame = car.priceHistory.at(-1)?.priceDkk === priceDkk;
    const priceHistory = isSame ? car.priceHistory : [...car.priceHistory, { at, priceDkk }];
    car = { ...car, priceDkk, priceHistory, scrapedAt: at, updatedAt: at, ...fields(n) };
    car = { ...car, moments: withMoment(car) };
  });
  return car;
}

const newsOf = ({ moments }: Car) =>
  stepsOf(moments).flatMap(({ before, after }) => newsBetween(before, after));

const drops = (prices: readonly number[]) =>
  newsOf(written(prices, () => ({ rating: makeRating({ deal: 'no_estimate', avgDkk: null }) }))).map(
    (news) => (news.kind === 'drop' ? [news.fromDkk, news.toDkk] : news.kind),
  );

describe('moments of a car', () => {
  it('a second price cut is news again', () => {
    expect(drops([100_000, 95_000, 95_000, 90_000])).toEqual([
      [100_000, 95_000],
      [95_000, 90_000],
    ]);
  });

  it('a fall by more than half is a corrected figure and no price cut', () => {
    expect(drops([1_250_000, 125_000])).toEqual([]);
    expect(drops([100_000, 49_000])).toEqual([]);
    expect(drops([100_000, 51_000])).toEqual([[100_000, 51_000]]);
  });

  it('a price one krone lower is no price cut', () => {
    expect(drops([100_000, 99_999])).toEqual([]);
  });

  it('a return to a price that was asked before is no price cut, and a lower or another one is', () => {
    expect(drops([100_000, 105_000, 100_000, 105_000, 99_999])).toEqual([]);
    expect(drops([100_000, 105_000, 102_000])).toEqual([[105_000, 102_000]]);
    expect(drops([100_000, 105_000, 99_000])).toEqual([[105_000, 99_000]]);
  });

  it('a price that comes down again after months is a price cut', () => {
    expect(drops([100_000, ...Array(40).fill(105_000), 100_000])).toEqual([[105_000, 100_000]]);
    expect(drops([100_000, ...Array(20).fill(105_000), 100_000])).toEqual([]);
  });

  it('a price cut to what another ad of the car asked is one', () => {
    const steps = [
      { at: day(1), priceDkk: 100_000 },
      { at: day(2), priceDkk: 95_000, isOtherAd: true as const },
      { at: day(3), priceDkk: 100_000, isOtherAd: true as const },
      { at: day(4), priceDkk: 95_000 },
    ];
    const car = makeCar({ priceDkk: 95_000, priceHistory: steps });
    const own = [steps[0]!, steps[3]!];
    const adPaths = [{ ...car.adPaths[0]!, itemUrl: car.itemUrl, prices: own }];
    expect(newPriceCut({ ...car, adPaths }, day(3))).toEqual({ fromDkk: 100_000, toDkk: 95_000 });
  });

  it('a car that becomes amazing and goes is news once of each', () => {
    const deals = ['fair', 'amazing', 'amazing', 'amazing'] as const;
    const car = written([100_000, 100_000, 100_000, 100_000], (n) => ({
      rating: makeRating({ deal: deals[n]!, avgDkk: 120_000 }),
      ...(n === 3 && { availability: 'sold', goneAt: day(4) }),
    }));
    expect(newsOf(car).map(({ kind }) => kind)).toEqual(['amazing', 'gone']);
  });

  it('the share below the market is news when it grows', () => {
    const markets = [110_000, 120_000, 115_000];
    const car = written([100_000, 100_000, 100_000], (n) => ({
      rating: makeRating({ avgDkk: markets[n]! }),
    }));
    expect(newsOf(car)).toEqual([{ kind: 'below', fromPercent: 9, toPercent: 16 }]);
  });

  it('a state that repeats is kept once, and older ones for thirty days', () => {
    expect(written([100_000, 100_000, 100_000]).moments).toHaveLength(1);
    const month = written(Array.from({ length: 50 }, (_, n) => 100_000 - n * 500));
    // The last before the thirty days is kept, as what came before the first change in them.
    expect(month.moments[0]!.at).toBe(day(20));
    expect(month.moments.at(-1)!.at).toBe(day(50));
  });
});
