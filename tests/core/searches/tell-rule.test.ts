import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CarMoment } from '#core/cars/moments.ts';
import { ruleOf, usualRule } from '#core/searches/automated-search.ts';
import { isAvoided, isEntry, type TellRule, toldOfFind, toldOfStep } from '#core/searches/tell-rule.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const premium = { isPremium: true, seesEstimates: true };
const unlocked = { isPremium: false, seesEstimates: true };
const free = { isPremium: false, seesEstimates: false };

const silent: TellRule = {
  new_cars: false,
  amazing: false,
  price_drop: null,
  entered: false,
  below_market_percent: null,
  gone: false,
};
const moment = (fields: Partial<CarMoment> = {}): CarMoment => ({
  at: '2026-11-02T08:00:00.000Z',
  priceDkk: 100_000,
  mileageKm: 120_000,
  isAmazing: false,
  belowPercent: 0,
  isOffered: true,
  ...fields,
});
const dropped = moment({ at: '2026-11-03T08:00:00.000Z', priceDkk: 95_000, fromDkk: 100_000 });

describe('the rule of a search', () => {
  it.each(['AB12345', 'skadet'])(
    'a word to avoid (%s) reveals nothing of a car that is locked for its reader',
    (word) => {
      const car = makeCar({
        ...{ plate: 'AB12345', description: 'Lettere skadet' },
        rating: makeRating({ deal: 'amazing' }),
      });
      const rule = { ...silent, avoid: [word] };
      expect([premium, free].map((viewer) => isAvoided(rule, car, viewer))).toEqual([true, false]);
    },
  );

  it('a search without a rule of its own tells as usual, also in parts that its rule lacks', () => {
    expect(ruleOf({ id: 'filter-x', rule: { new_cars: false } })).toEqual({
      ...usualRule('filter-x'),
      new_cars: false,
    });
    expect(usualRule('filter-x').entered).toBe(false);
    expect(usualRule('x').gone).toBe(false);
  });

  it.each([
    ['any amount', { least_dkk: null, least_percent: null }, true],
    ['5.000 kr.', { least_dkk: 5000, least_percent: null }, true],
    ['5.001 kr.', { least_dkk: 5001, least_percent: null }, false],
    ['5 %', { least_dkk: null, least_percent: 5 }, true],
    ['6 %', { least_dkk: null, least_percent: 6 }, false],
    ['5.001 kr. or 5 %', { least_dkk: 5001, least_percent: 5 }, true],
    ['no amount', null, false],
  ])('a fall from 100.000 to 95.000 kr. to a rule of %s: told is %s', (_, price_drop, isTold) => {
    const told = toldOfStep({ ...silent, price_drop }, moment(), dropped, premium);
    expect(told).toEqual(isTold ? ['price_drop'] : []);
  });

  it('a found car is told once, as what weighs most', () => {
    const all: TellRule = { ...silent, new_cars: true, amazing: true, below_market_percent: 10 };
    const far = moment({ belowPercent: 12 });
    expect(toldOfFind(all, { ...far, isAmazing: true }, false, premium)).toBe('amazing_deal');
    expect(toldOfFind(all, far, false, premium)).toBe('new_cars');
    expect(toldOfFind({ ...all, new_cars: false }, far, false, premium)).toBe('below_market');
    expect(toldOfFind({ ...all, new_cars: false }, moment({ belowPercent: 9 }), false, premium)).toBeNull();
  });

  it('a car that stood there before is told only to who wants such cars', () => {
    expect(toldOfFind({ ...silent, new_cars: true, amazing: true }, moment(), true, premium)).toBeNull();
    expect(toldOfFind({ ...silent, entered: true }, moment(), true, premium)).toBe('new_cars');
  });

  it('a car has come to fit when its price or mileage changed after the search began', () => {
    const car = { firstSeenAt: '2026-10-01T08:00:00.000Z', moments: [moment(), dropped] };
    expect(isEntry(car, { startTime: '2026-11-02T09:00:00.000Z' })).toBe(true);
    expect(isEntry(car, { startTime: '2026-11-04T09:00:00.000Z' })).toBe(false);
    const rated = { ...car, moments: [moment(), { ...dropped, priceDkk: 100_000, isAmazing: true }] };
    expect(isEntry(rated, { startTime: '2026-11-02T09:00:00.000Z' })).toBe(false);
  });

  it('one fall in price that also takes a car below the market is told as a price drop', () => {
    const rule: TellRule = { ...silent, price_drop: usualRule('x').price_drop, below_market_percent: 5 };
    const far = { ...dropped, belowPercent: 5 };
    expect(toldOfStep(rule, moment(), far, premium)).toEqual(['price_drop']);
    expect(toldOfStep({ ...rule, price_drop: null }, moment(), far, premium)).toEqual(['below_market']);
  });

  it('that a car which nobody saw any more was sold is told to who asked for its end', () => {
    const unseen = moment({ isOffered: false });
    const sold = moment({ isOffered: false, isSold: true });
    const rule: TellRule = { ...silent, gone: true };
    expect(toldOfStep(rule, unseen, sold, premium)).toEqual(['car_gone']);
    expect(toldOfStep(silent, unseen, sold, premium)).toEqual([]);
    expect(toldOfStep(rule, sold, unseen, premium)).toEqual([]);
    expect(toldOfStep(rule, sold, sold, premium)).toEqual([]);
  });

  it('no rule of a reader without estimates depends on them', () => {
    const rule: TellRule = { ...silent, below_market_percent: 5 };
    const far = moment({ belowPercent: 20 });
    expect(toldOfFind(rule, far, false, free)).toBeNull();
    expect(toldOfStep(rule, moment(), far, free)).toEqual([]);
    expect(toldOfStep(rule, moment(), far, unlocked)).toEqual(['below_market']);
  });

  it('of a locked car a reader without premium is told only that there is an amazing deal, whatever the rule', () => {
    const rules = fc.record({
      new_cars: fc.boolean(),
      amazing: fc.boolean(),
      price_drop: fc.constantFrom(null, usualRule('x').price_drop),
      entered: fc.boolean(),
      below_market_percent: fc.constantFrom(null, 5, 20),
      gone: fc.boolean(),
    });
    const locked = { ...dropped, isAmazing: true, belowPercent: 25 };
    fc.assert(
      fc.property(
        rules,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(free, unlocked),
        (rule, entry, was, reader) => {
          const before = moment({ isAmazing: was });
          const told = [
            toldOfFind(rule, locked, entry, reader),
            ...toldOfStep(rule, before, locked, reader),
            ...toldOfStep(rule, before, { ...locked, isOffered: false }, reader),
          ];
          expect(told.filter((kind) => kind !== null && kind !== 'amazing_deal')).toEqual([]);
          if (!rule.amazing) expect(told.filter((kind) => kind !== null)).toEqual([]);
        },
      ),
    );
  });
});
