import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCar, type Identification } from '#core/cars/build-car.ts';
import type { Car } from '#core/cars/car.ts';
import { type Card, toCard, toComparable } from '#core/cars/card.ts';
import {
  DaysOfModels,
  daysListed,
  isAgeKnown,
  isOutOfSight,
  listedSince,
  medianDaysToGone,
  retire,
  type Watched,
} from '#core/cars/listing-life.ts';
import { lastPriceDrop } from '#core/cars/price-drop.ts';
import { completeCar } from '#core/cars/stored-car.ts';
import { wireCar } from '#core/cars/wire.ts';
import { makeCar, makeCard, makeListing } from '#tests/support/make-car.ts';

const now = '2026-11-21T08:00:00.000Z';
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString();

const unread: Identification = {
  ...{ photos: [], plate: null, candidate: null, vehicle: null },
  registerState: 'no_plate',
};

describe('days listed', () => {
  const car = { listedAt: daysAgo(12.5), firstSeenAt: daysAgo(3) };

  it.each([
    // In the evening of November 8: thirteen days by the calendar, twelve and a half by the clock.
    ['the day of the ad', car, 13],
    ['the first sight, when the ad’s day was renewed', { ...car, firstSeenAt: daysAgo(40) }, 40],
    ['the first sight, of an ad without a day', { ...car, listedAt: null }, 3],
    ['nothing, of an ad of the future', { listedAt: daysAgo(-1), firstSeenAt: daysAgo(-1) }, 0],
    ['nothing, of an ad whose day cannot be read', { listedAt: 'x', firstSeenAt: '' }, 0],
  ])('count from %s', (_, listed, days) => {
    expect(daysListed(listed, now)).toBe(days);
  });

  it('are known only where the ad has a day before its first sight', () => {
    expect(isAgeKnown(car)).toBe(true);
    expect(isAgeKnown({ ...car, listedAt: null })).toBe(false);
    expect(isAgeKnown({ ...car, firstSeenAt: daysAgo(40) })).toBe(false);
  });

  it('end with the last sight of a car, and are told with how long ago that was', () => {
    const anyone = { id: null, isPremium: false, seesEstimates: false };
    const told = (fields: Partial<Car>) => {
      const card = toCard(makeCar({ listedAt: daysAgo(20), firstSeenAt: daysAgo(19), ...fields }));
      return wireCar(card, anyone, { isStarred: false, discoveredAt: null, lookedAt: now });
    };
    expect(told({ scrapedAt: daysAgo(17) })).toMatchObject({ days_listed: 3, unseen_days: 17 });
    expect(told({ scrapedAt: daysAgo(0.1) })).toMatchObject({ days_listed: 20, unseen_days: 0 });
    expect(told({ scrapedAt: daysAgo(0.1), listedAt: null })).toMatchObject({
      days_listed: 19,
      is_age_known: false,
    });
    expect(told({ availability: 'sold', goneAt: daysAgo(10), scrapedAt: daysAgo(2) })).toMatchObject({
      days_listed: 10,
    });
  });

  it('count from the older of two instants, however they are written', () => {
    expect(
      listedSince({ listedAt: '2026-11-01T10:00:00+02:00', firstSeenAt: '2026-11-01T09:00:00.000Z' }),
    ).toBe('2026-11-01T10:00:00+02:00');
  });
});

describe('the last fall of a price', () => {
  const history = (...prices: number[]) => prices.map((priceDkk, i) => ({ at: daysAgo(30 - i), priceDkk }));

  const carWith = (...prices: number[]) => makeCar({ priceHistory: history(...prices) });

  it.each<[string, number[], number | null]>([
    ['none of a price that never changed', [100_000], null],
    ['none before there is a price', [], null],
    ['what it fell by last', [120_000, 100_000, 95_000], 5_000],
    ['none once it has risen again', [120_000, 95_000, 100_000], null],
    ['none of a figure put right', [990_000, 100_000], null],
    ['none of nines put right', [999_999, 549_000], null],
    ['none of ones put right', [111_111, 79_900], null],
    ['none of digits counted up put right', [123_456, 89_000], null],
    ['none to nines', [1_200_000, 999_999], null],
    ['what it fell by over a placeholder', [100_000, 1, 95_000], 5_000],
    ['what it fell by over a figure of too many digits', [95_000, 950_000, 89_000], 6_000],
    ['what it fell by over a figure of too few digits', [100_000, 10_000, 95_000], 5_000],
    ['none over a placeholder to the same price', [100_000, 1, 100_000], null],
    ['none from no price', [0, 100_000], null],
    ['none to no price', [100_000, 0], null],
  ])('is %s', (_, prices, dkk) => {
    const drop = lastPriceDrop(carWith(...prices), 'rated');
    expect(drop).toEqual(dkk === null ? null : { at: history(...prices).at(-1)!.at, dkk });
  });

  it('keeps its day when a placeholder came and went', () => {
    const prices = [100_000, 90_000, 1, 90_000];
    expect(lastPriceDrop(carWith(...prices), 'rated')).toEqual({
      at: history(...prices)[1]!.at,
      dkk: 10_000,
    });
  });

  it('is told of whichever of its ads came down itself, as what the car costs less', () => {
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

  it('is none where the car is shown by another of its ads since then', () => {
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

  it('is none where the figure is no price of the car', () => {
    expect(lastPriceDrop(carWith(3_000, 2_500), 'leasing')).toBeNull();
  });
});

describe('a car that is over', () => {
  it('keeps its last price and the day on which it was seen to be sold', () => {
    const stored = makeCar({ priceDkk: 99_000, priceHistory: [{ at: daysAgo(3), priceDkk: 99_000 }] });
    const sold = makeListing({ availability: 'sold', price: null });
    const first = buildCar('1', sold, unread, stored, null, daysAgo(1));
    expect(first).toMatchObject({ availability: 'sold', goneAt: daysAgo(1), priceDkk: 99_000 });
    expect(first.priceHistory).toEqual(stored.priceHistory);
    const again = buildCar('1', sold, unread, first, null, now);
    expect(again.goneAt).toBe(daysAgo(1));
    expect(buildCar('1', makeListing(), unread, again, null, now)).toMatchObject({ goneAt: null });
  });

  it('is one that nobody has seen for the days that are set', () => {
    expect(isOutOfSight(makeCar({ scrapedAt: daysAgo(31) }), now, 30)).toBe(true);
    expect(isOutOfSight(makeCar({ scrapedAt: daysAgo(29.9) }), now, 30)).toBe(false);
    expect(isOutOfSight(makeCar({ scrapedAt: daysAgo(31), availability: 'sold' }), now, 30)).toBe(false);
    const gone = retire(makeCar({ scrapedAt: daysAgo(31), listedAt: daysAgo(50), firstSeenAt: daysAgo(49) }));
    expect(gone).toMatchObject({ availability: 'unseen', goneAt: daysAgo(31) });
    expect(isOutOfSight(gone, now, 30)).toBe(false);
  });

  it('is said to be unseen where nobody saw it any more, and to be gone only where a page said so', () => {
    const hidden = buildCar('1', makeListing({ availability: 'hidden' }), unread, makeCar(), null, now);
    expect(completeCar(hidden)).toMatchObject({ availability: 'gone', goneAt: now });
    const missed = { ...makeCar({ scrapedAt: daysAgo(9) }), availability: 'gone', goneAt: daysAgo(8) };
    expect(completeCar(missed)).toMatchObject({ availability: 'gone' });
    // Both were called gone once.
    const retired = { ...retire(makeCar({ scrapedAt: daysAgo(31) })), availability: 'gone', updatedAt: now };
    expect(completeCar(retired)).toMatchObject({ availability: 'unseen', goneAt: daysAgo(31) });
  });

  it('is told among the similar cars as seen last, and as gone only where that was seen', () => {
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

describe('how long the cars of a model are offered', () => {
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

  it('is until half of them are gone: those that are still offered have stood at least until the last sight', () => {
    const cards = [
      ...some(11, (i) => listed(i)),
      ...some(10, () => ({ ...listed(60), goneAt: daysAgo(20), availability: 'sold' })),
      ...some(19, () => ({ ...listed(5), model: 'Fabia' })),
      ...some(25, () => ({ ...listed(5), make: null })),
    ];
    expect(modelDays(cards)).toEqual([{ make: 'Škoda', model: 'Octavia', days: 40, cars: 21 }]);
  });

  it('is not told before half of them were seen to go', () => {
    const stay = some(25, (i) => (i < 5 ? { ...listed(9), goneAt: daysAgo(2) } : listed(30)));
    expect(modelDays(stay)).toEqual([]);
  });

  it('does not count the days before a car was first seen, when others of its age may have gone unseen', () => {
    const watched = (fromDay: number, toDay: number, isGone: boolean) => ({ fromDay, toDay, isGone });
    const seenLate = Array.from({ length: 10 }, () => watched(60, 70, true));
    const seenFromTheStart = Array.from({ length: 10 }, (_, i) => watched(0, i + 1, true));
    expect(medianDaysToGone([...seenLate, ...seenFromTheStart])).toBe(5);
    expect(medianDaysToGone(seenFromTheStart.slice(0, 4))).toBeNull();
    expect(medianDaysToGone([])).toBeNull();
  });

  it('is what counting day by day gives, for any cars', () => {
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

  it('does not count what left more than a year ago', () => {
    const cards = some(25, (i) => ({ ...listed(700), goneAt: i < 6 ? daysAgo(400) : daysAgo(300) }));
    expect(modelDays(cards)).toEqual([]);
  });
});
