import { describe, expect, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { learnLentMarket } from '#core/valuation/lent-market.ts';
import { emitMovement, learnMonths, movementLog, withoutMovement } from '#core/valuation/market-index.ts';
import type { Model } from '#core/valuation/model.ts';
import { median } from '#core/valuation/statistics.ts';
import { parseModel, serialiseModel } from '#core/valuation/stored-model.ts';
import { toSubject } from '#core/valuation/subject.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { type InventedCar, inventMarket, observedYear } from './invented-market.ts';

const seed = 7;
const asked = (months: readonly number[]) => months.map((month) => ({ observedYear: 2024 + month / 12 }));
const spread = (count: number, months: number) =>
  asked(Array.from({ length: count }, (_, place) => (months * place) / count));

/** Each car as it was asked in one of twelve months; `logBefore` gives its log price difference that many months ago. */
const inAYear = (cars: readonly InventedCar[], logBefore: (car: PricedCar, ago: number) => number) =>
  cars.map((car, place) => {
    const ago = place % 12;
    const month = 6 - ago;
    return {
      ...car,
      observedYear: observedYear - ago / 12,
      year: car.year! - (month < 1 ? 1 : 0),
      month: month < 1 ? month + 12 : month,
      price: car.price * Math.exp(logBefore(car, ago)),
    };
  });

const learn = (pool: readonly PricedCar[]) => fitModel(pool, { seed, version: 'v1' });
const year = inventMarket(600, 1);
const tests = inventMarket(200, 3, 'test');
const errorOf = (model: Model, cars = tests) =>
  median(cars.map((car) => Math.abs(estimate(model, car)!.avgDkk / car.truePrice - 1)));
/** The cars with the prices of their months, as if all were asked today. */
const untold = (pool: readonly PricedCar[]) =>
  year.map((car, place) => ({ ...car, price: pool[place]!.price }));

describe('learnMonths', () => {
  test('there is no market index when all cars were asked within two months', () => {
    expect(learnMonths(spread(500, 0))).toBeNull();
    expect(learnMonths(spread(500, 1.9))).toBeNull();
    expect(learnMonths([])).toBeNull();
  });

  test('the index has a knot per month, fewer with few cars, and none below 300 cars', () => {
    expect(learnMonths(spread(1000, 12))).toEqual({ first: 24_288, last: 24_300, step: 1 });
    expect(learnMonths(spread(300, 12))).toEqual({ first: 24_288, last: 24_300, step: 2 });
    expect(learnMonths(spread(299, 12))).toBeNull();
  });

  test('a single old ad does not extend the index', () => {
    expect(learnMonths([...spread(500, 1), ...asked([-60])])).toBeNull();
  });
});

describe('a market whose prices move', () => {
  const turned = inAYear(year, (_, ago) => (ago <= 4 ? 0.03 * ago : 0.12 - 0.02 * (ago - 4)));
  const model = learn(turned);

  test('the model follows prices that rise and then fall', () => {
    expect(errorOf(model)).toBeLessThan(0.6 * errorOf(learn(untold(turned))));
  });

  test('the model follows prices of a single make that fall', () => {
    const fallen = inAYear(year, ({ make }, ago) => (make === 'Havn' ? 0.03 * ago : 0));
    const ofMake = tests.filter(({ make }) => make === 'Havn');
    expect(errorOf(learn(fallen), ofMake)).toBeLessThan(0.6 * errorOf(learn(untold(fallen)), ofMake));
  });

  test('a stored model keeps the market index', () => {
    const stored = parseModel(serialiseModel(model));
    expect(stored.references.months).toEqual(model.references.months);
    expect(tests.map((car) => estimate(stored, car))).toEqual(tests.map((car) => estimate(model, car)));
  });

  test('a lent market contains no price movement', () => {
    const { coefficients } = learnLentMarket(turned, { seed, version: 'v1' });
    expect(withoutMovement(coefficients)).toEqual(coefficients);
    expect(withoutMovement(model.coefficients)).not.toHaveProperty('season|line');
    const kept = Object.keys(withoutMovement(model.coefficients)).length;
    expect(Object.keys(model.coefficients).length - kept).toBeGreaterThan(20);
  });

  test('the index is constant after its last month', () => {
    const { last } = model.references.months!;
    const indexOf = (month: number) => {
      const found: Record<string, number> = {};
      const car = toSubject({ ...tests[0]!, observedYear: month / 12 })!;
      emitMovement(car, model.references, (group, level, value) => {
        if (group === 'market') found[level] = value;
      });
      return found;
    };
    expect(indexOf(last + 5)).toEqual(indexOf(last));
    expect(indexOf(last)[last]).toBeCloseTo(1);
  });
});

describe('a market at one time', () => {
  test('a market at one time has no index', () => {
    const { references, coefficients } = learn(year);
    expect(references.months).toBeNull();
    expect(Object.keys(coefficients).filter((key) => key.startsWith('market'))).toEqual([]);
    expect(movementLog(toSubject(year[0]!)!, { observedYear: 2020 }, () => 1)).toBe(0);
  });
});
