import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { happeningKey } from '#core/alerts/alert.ts';
import type { Car, Viewer } from '#core/cars/car.ts';
import { toCard } from '#core/cars/card.ts';
import { newsBetween, stepsOf, withMoment } from '#core/cars/moments.ts';
import type { CardQuery } from '#core/catalog/card-query.ts';
import { everyCard } from '#core/catalog/card-query.ts';
import { changedCatalog, fitsThen, fittingCards, usualRule } from '#core/searches/automated-search.ts';
import { findByFilter, replayCar, watchedSince } from '#core/searches/replay.ts';
import { isEntry, isNewcomer, type TellRule, toldOfFind, toldOfStep } from '#core/searches/tell-rule.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const startMs = Date.parse('2026-10-01T00:00:00.000Z');
const hourMs = 3_600_000;
const atHour = (hours: number) => new Date(startMs + hours * hourMs).toISOString();
const premium: Viewer = { id: 'anna', isPremium: true, seesEstimates: true };
const free: Viewer = { id: 'anna', isPremium: false, seesEstimates: false };

const rules: fc.Arbitrary<TellRule> = fc.record({
  new_cars: fc.boolean(),
  amazing: fc.boolean(),
  price_drop: fc.option(
    fc.record({
      least_dkk: fc.option(fc.constantFrom(1000, 5000, 20_000)),
      least_percent: fc.option(fc.constantFrom(2, 5, 20)),
    }),
  ),
  entered: fc.boolean(),
  below_market_percent: fc.option(fc.constantFrom(5, 10, 20)),
  gone: fc.boolean(),
});

/** A visit of a car: hours since the one before, and what it found. */
const visits = fc.array(
  fc.record({
    hours: fc.constantFrom(0.3, 0.4, 1, 7, 24, 50),
    priceDkk: fc.constantFrom(49_000, 80_000, 95_000, 99_999, 100_000, 110_000, 1_100_000),
    mileageKm: fc.constantFrom(90_000, 120_000, 160_000),
    avgDkk: fc.constantFrom(90_000, 100_000, 120_000, null),
    isAmazing: fc.boolean(),
    isGone: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 14 },
);
type Visit = {
  hours: number;
  priceDkk: number;
  mileageKm: number;
  avgDkk: number | null;
  isAmazing: boolean;
  isGone: boolean;
};

function visited(car: Car | null, visit: Visit, at: string): Car {
  const { priceDkk, mileageKm, avgDkk, isAmazing, isGone } = visit;
  const before =
    car ??
    makeCar({
      id: 'c',
      firstSeenAt: at,
      priceHistory: [],
      fuel: 'electric',
      description: 'Rækkevidde 426 km',
    });
  const isSame = before.priceHistory.at(-1)?.priceDkk === priceDkk;
  const deal = isAmazing ? 'amazing' : 'fair';
  const after: Car = {
    ...before,
    ...{ priceDkk, mileageKm, scrapedAt: at, updatedAt: at },
    priceHistory: isSame ? before.priceHistory : [...before.priceHistory, { at, priceDkk }],
    rating: makeRating(avgDkk === null ? { deal: 'no_estimate', avgDkk } : { deal, avgDkk }),
    ...(isGone ? { availability: 'sold', goneAt: at } : { availability: 'live', goneAt: null }),
  };
  return { ...after, moments: withMoment(after) };
}

const query: CardQuery = { ...everyCard, maxPriceDkk: 100_000, maxMileageKm: 150_000, minRangeKm: 400 };
const fitsNow = (car: Car, viewer: Viewer) =>
  car.availability === 'live' && fittingCards(changedCatalog([toCard(car)]), query, viewer).length > 0;
const fitsAt = (car: Car, viewer: Viewer) =>
  fitsThen([{ card: toCard(car), moments: car.moments }], query, viewer);

/** What a search of the list tells while the hours pass: one look at full hours, and each change of a car once it is found. */
function live(all: readonly Visit[], firstHour: number, rule: TellRule, viewer: Viewer) {
  const startTime = atHour(0);
  const told = new Map<string, string>();
  const tell = (
    kind: 'new_cars' | 'amazing_deal' | 'price_drop' | 'below_market' | 'car_gone',
    priceDkk: number,
  ) => {
    const car = { id: 'c', title: '', priceDkk };
    const search = { id: 's', title: '' };
    const key = happeningKey(
      kind === 'car_gone'
        ? { kind, car, isSold: false }
        : kind === 'price_drop'
          ? { kind, car, fromDkk: 0 }
          : kind === 'below_market'
            ? { kind, search, car, percent: 0 }
            : { kind, search, car },
    );
    if (!told.has(key)) told.set(key, `${kind} ${priceDkk}`);
  };
  let [car, isFound, hour]: [Car | null, boolean, number] = [null, false, 0];
  let looked: Car | null = null;
  const look = (until: number) => {
    for (; hour <= until; hour++) {
      if (!car || isFound || car.updatedAt > atHour(hour) || hour === 0) continue;
      if (car === looked) continue;
      looked = car;
      if (!fitsNow(car, viewer)) continue;
      const isNew = car.firstSeenAt > startTime;
      const fits = fitsAt(car, viewer);
      const known = car;
      if (
        !isNew &&
        !(isEntry(car, { startTime }) && isNewcomer(car, (m) => fits(known.id, m), { rule, startTime }))
      )
        continue;
      isFound = true;
      const kind = toldOfFind(rule, car.moments.at(-1)!, isEntry(car, { startTime }), viewer);
      if (kind) tell(kind, car.priceDkk);
    }
  };
  let hours = firstHour;
  for (const visit of all) {
    hours += visit.hours;
    // The look at a full hour comes after what happened until then.
    look(Math.ceil(hours) - 1);
    const before: Car | null = car;
    car = visited(before, visit, atHour(hours));
    const step = stepsOf(car.moments).at(-1);
    const isMoved = before !== null && step && step.after.at !== before.moments.at(-1)?.at;
    if (isFound && isMoved && newsBetween(step.before, step.after).length > 0)
      for (const kind of toldOfStep(rule, step.before, step.after, viewer)) tell(kind, car.priceDkk);
  }
  look(Math.ceil(hours) + 1);
  return { told: [...told.values()], car: car! };
}

function carAfter(all: readonly Visit[], firstHour: number): Car {
  let [hours, car]: [number, Car | null] = [firstHour, null];
  for (const visit of all) {
    hours += visit.hours;
    car = visited(car, visit, atHour(hours));
  }
  return car!;
}

function replayed(car: Car, rule: TellRule, viewer: Viewer): string[] {
  const search = { rule, startTime: atHour(0) };
  const fits = fitsAt(car, viewer);
  const find = findByFilter(car, (moment) => fits(car.id, moment), search);
  return find ? replayCar(car, find, search, viewer).map(({ kind, priceDkk }) => `${kind} ${priceDkk}`) : [];
}

describe('the replay of a rule', () => {
  it('a replay tells what the search would have told live, for 500 random rules', () => {
    let count = 0;
    fc.assert(
      fc.property(rules, visits, fc.constantFrom(-30.05, -0.55, 0.25, 5.05), (rule, all, firstHour) => {
        const { told, car } = live(all, firstHour, rule, premium);
        count += told.length;
        expect(replayed(car, rule, premium)).toEqual(told);
      }),
      { numRuns: 500 },
    );
    expect(count).toBeGreaterThan(200);
  });

  it('a replay tells a reader without premium nothing that depends on when a car was amazing or on its estimate', () => {
    fc.assert(
      fc.property(rules, visits, (rule, all) => {
        const shown = all.map((visit) => ({ ...visit, isAmazing: false, avgDkk: 100_000 }));
        const last = { isAmazing: false, avgDkk: 100_000 };
        const hidden = all.map((visit, n) => (n === all.length - 1 ? { ...visit, ...last } : visit));
        const tellsOf = (visits: readonly Visit[]) => replayed(carAfter(visits, 1), rule, free);
        expect(tellsOf(hidden)).toEqual(tellsOf(shown));
      }),
      { numRuns: 300 },
    );
  });

  it('a car that comes at a full hour is found by the run of that hour', () => {
    const visit = { priceDkk: 95_000, mileageKm: 90_000, avgDkk: null, isAmazing: false, isGone: false };
    const wanted = { rule: usualRule('filter-x'), startTime: atHour(0) };
    const foundAt = (hours: number) =>
      findByFilter(visited(null, { ...visit, hours }, atHour(hours)), () => true, wanted)?.at;
    expect([2, 2.5].map(foundAt)).toEqual([atHour(2), atHour(3)]);
  });

  it('cars that older versions stored are watched only since they are', () => {
    const old = visited(
      null,
      { hours: 0, priceDkk: 95_000, mileageKm: 90_000, avgDkk: null, isAmazing: false, isGone: false },
      atHour(50),
    );
    const car = { ...old, firstSeenAt: atHour(-400) };
    expect(watchedSince([car], atHour(0))).toBe(atHour(50));
    expect(watchedSince([{ ...car, firstSeenAt: atHour(50) }], atHour(0))).toBe(atHour(0));
  });
});
