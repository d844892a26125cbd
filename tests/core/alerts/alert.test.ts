import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Alert,
  alertsOf,
  carsOf,
  carsToRank,
  countOf,
  type Happening,
  happeningKey,
  isToldAtOnce,
  kindOfDiscovery,
  type Notification,
  notificationId,
  readAtOf,
  toDrop,
  withoutCars,
} from '#core/alerts/alert.ts';

const search = (id: string) => ({ id, title: id });
const found = (kind: 'new_cars' | 'amazing_deal', searchId: string, n: number): Happening => ({
  kind,
  search: search(searchId),
  car: { id: `${kind}-${searchId}-${n}`, title: 'x', priceDkk: 1 },
});
const several = (kind: 'new_cars' | 'amazing_deal', searchId: string, count: number) =>
  Array.from({ length: count }, (_, n) => found(kind, searchId, n));

const car = { id: '1', title: 'x', priceDkk: 1000 };
const paused: Happening = { kind: 'search_paused', search: search('s'), failure: 'timeout' };
const expired: Happening = { kind: 'search_expired', search: search('s') };
const changed: Happening = { kind: 'plan_changed', plan: 'lifetime', isPremium: true };

describe('a happening', () => {
  it('a new car has the same key at any price; a bargain has another key at another price', () => {
    const keyAt = (kind: 'new_cars' | 'amazing_deal', priceDkk: number) =>
      happeningKey({ kind, search: null, car: { ...car, priceDkk } });
    expect(keyAt('new_cars', 1)).toBe(keyAt('new_cars', 2));
    expect(keyAt('amazing_deal', 1)).not.toBe(keyAt('amazing_deal', 2));
    expect(keyAt('amazing_deal', 1)).toBe(keyAt('amazing_deal', 1));
  });

  it('happenings of another kind, search, car or occasion have different keys', () => {
    const happenings: Happening[] = [
      { kind: 'new_cars', search: null, car },
      { kind: 'new_cars', search: null, car: { ...car, id: '2' } },
      { kind: 'amazing_deal', search: null, car },
      { kind: 'price_drop', car, fromDkk: 2000 },
      { kind: 'car_gone', car, isSold: true },
      { kind: 'car_gone', car, isSold: false },
      paused,
      expired,
      { kind: 'search_expired', search: search('t') },
      changed,
    ];
    const keys = happenings.flatMap((happening) =>
      'car' in happening ? [happeningKey(happening)] : ['a', 'b'].map((on) => happeningKey(happening, on)),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('tells premium users, and anybody about their own account, at once', () => {
    for (const happening of [paused, expired, changed]) expect(isToldAtOnce(happening, false)).toBe(true);
    expect(isToldAtOnce(found('new_cars', 'a', 1), false)).toBe(false);
    expect(isToldAtOnce(found('new_cars', 'a', 1), true)).toBe(true);
  });

  it('a discovery is an amazing deal only when the car is rated amazing', () => {
    expect(kindOfDiscovery('amazing')).toBe('amazing_deal');
    expect(kindOfDiscovery('fair')).toBe('new_cars');
  });
});

describe('alertsOf', () => {
  it('makes one alert per car for up to three cars of a search, and one alert for more', () => {
    expect(alertsOf(several('new_cars', 'a', 3), true).map(countOf)).toEqual([1, 1, 1]);
    const four = several('new_cars', 'a', 4);
    expect(alertsOf(four, true)).toEqual([
      {
        ...{ kind: 'new_cars', search: search('a'), count: 4, car: null },
        cars: four.map((each) => 'car' in each && each.car),
      },
    ]);
  });

  it('names the best five of many cars, and the warnings about the others', () => {
    const finding = { in: 'fact', kind: 'debt' } as const;
    const eleven = several('new_cars', 'a', 11).map((each, n) =>
      'car' in each && n > 7 ? { ...each, car: { ...each.car, finding } } : each,
    ) as Happening[];
    const ids = eleven.map((each) => ('car' in each ? each.car.id : ''));
    expect(carsToRank(eleven)).toEqual(ids);
    expect(carsToRank(eleven.slice(0, 3))).toEqual([]);
    const best = [9, 3, 7, 0, 6].map((n) => ids[n]!);
    const [alert] = alertsOf(eleven, true, best);
    expect(alert).toMatchObject({ count: 11, car: null, otherFindings: [finding] });
    expect(carsOf(alert!).map(({ id }) => id)).toEqual(best);
    // Cars that were not ranked follow in the order they were found.
    const [other] = alertsOf(eleven, true, best.slice(0, 2));
    expect(carsOf(other!).map(({ id }) => id)).toEqual([9, 3, 0, 1, 2].map((n) => ids[n]));
  });

  it('makes one alert of all amazing deals for a reader without premium', () => {
    expect(alertsOf(several('amazing_deal', 'a', 2), false).map(countOf)).toEqual([2]);
    expect(alertsOf(several('amazing_deal', 'a', 2), true).map(countOf)).toEqual([1, 1]);
  });

  it('makes one alert per car for up to three cars that a page no longer shows, and one alert for more', () => {
    const gone = (count: number, missedAt: string) =>
      Array.from({ length: count }, (_, n): Happening & { car: typeof car } => ({
        ...{ kind: 'car_gone', car: { ...car, id: `${missedAt}-${n}` }, isSold: false, missedAt },
      }));
    const [few, many] = [gone(3, 'monday'), gone(30, 'tuesday')];
    const sold: Happening = { kind: 'car_gone', car, isSold: true };
    expect(alertsOf([...few, ...many, sold], true)).toEqual([
      ...few,
      {
        ...{ kind: 'car_gone', car: null, count: 30, missedAt: 'tuesday' },
        cars: many.slice(0, 5).map((each) => each.car),
      },
      sold,
    ]);
  });

  it('makes one alert per car for up to three cars that were rated, and one alert for more', () => {
    const rated = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ kind: 'car_rated' as const, car: { ...car, id: `r${n}` } }));
    expect(alertsOf(rated(3), true)).toEqual(rated(3));
    expect(alertsOf(rated(7), true)).toEqual([
      { kind: 'car_rated', car: null, count: 7, cars: rated(5).map((each) => each.car) },
    ]);
  });

  it('counts every happening exactly once', () => {
    const kind = fc.constantFrom('new_cars' as const, 'amazing_deal' as const);
    const happening = fc.tuple(kind, fc.constantFrom('a', 'b'), fc.nat()).map(([k, s, n]) => found(k, s, n));
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), fc.boolean(), (happenings, isPremium) => {
        const alerts = alertsOf(happenings, isPremium);
        expect(alerts.reduce((sum, alert) => sum + countOf(alert), 0)).toBe(happenings.length);
      }),
    );
  });
});

const note = (id: number, readAt: string | null = null): Notification => ({
  id: String(id).padStart(4, '0'),
  createdAt: '2026-11-21T08:00:00.000Z',
  readAt,
  alert: { kind: 'search_expired', search: search('a') },
});

describe('the inbox', () => {
  it('a full inbox drops the oldest read notifications first, then the oldest', () => {
    const all = [note(5), note(4, 'read'), note(3), note(2, 'read'), note(1)];
    expect(toDrop(all, null, 4).map(({ id }) => id)).toEqual(['0002']);
    expect(toDrop(all, null, 2).map(({ id }) => id)).toEqual(['0002', '0004', '0001']);
    expect(toDrop(all, null, 5)).toEqual([]);
  });

  it('a notification marked read together with all others counts as read', () => {
    const mark = { upToId: '0003', at: '2026-11-21T09:00:00.000Z' };
    expect([note(4), note(3), note(2, 'before')].map((each) => readAtOf(each, mark))).toEqual([
      null,
      mark.at,
      'before',
    ]);
  });
});

it('notification ids sort as text by the time they were made', () => {
  const moments = [0, 35, 36, 1_795_578_776_185, 1_795_578_776_186, Date.parse('2099-01-01T00:00:00.000Z')];
  const ids = moments.map((ms, at) => notificationId(ms, 'zyxwvu'[at]!));
  expect(ids).toEqual(ids.toSorted());
  expect(ids.slice(0, 3)).toEqual(['000000000-z', '00000000z-y', '000000010-x']);
});

describe('an alert without some of its cars', () => {
  const [one, two, three] = ['1', '2', '3'].map((id) => ({ id, title: id, priceDkk: 1 }));
  const cars = [one!, two!, three!];
  const without = (ids: string[], alert: Alert) => withoutCars(alert, ({ id }) => ids.includes(id));

  it.each<Alert>([
    { kind: 'new_cars', search: search('s'), count: 3, car: null, cars },
    { kind: 'car_gone', car: null, count: 3, missedAt: '2026-11-21T08:00:00.000Z', cars },
    { kind: 'car_rated', car: null, count: 3, cars },
  ])('counts what is left, and is of one car or none in the end: $kind', (alert) => {
    expect(without(['x'], alert)).toEqual(alert);
    expect(without(['1'], alert)).toEqual({ ...alert, count: 2, cars: [two, three] });
    const last = without(['1', '2'], alert)!;
    expect([last.kind, carsOf(last)]).toEqual([alert.kind, [three]]);
    expect(without(['3'], last)).toBeNull();
    expect(without(['1', '2', '3'], alert)).toBeNull();
  });

  it('keeps what is of no car', () => {
    expect(without(['1'], { kind: 'search_expired', search: search('1') })).not.toBeNull();
  });
});
