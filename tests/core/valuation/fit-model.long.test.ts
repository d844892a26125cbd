import { describe, expect, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import type { Model } from '#core/valuation/model.ts';
import { median } from '#core/valuation/statistics.ts';
import { parseModel, serialiseModel } from '#core/valuation/stored-model.ts';
import { breakRows, type InventedCar, inventMarket } from './invented-market.ts';

const pool = inventMarket(600, 1);
const unseen = inventMarket(400, 2, 'unseen');
const model = fitModel(pool, { seed: 7, version: 'a' });

function medianError(fitted: Model, cars: readonly InventedCar[]): number {
  return median(cars.map((car) => Math.abs(estimate(fitted, car)!.avgDkk / car.truePrice - 1)));
}

/** A fit takes two seconds, and much longer on a busy machine. */
const patienceMs = 180_000;

describe('fitModel', { timeout: patienceMs }, () => {
  test('a fitted model estimates unseen cars within a few percent', () => {
    expect(medianError(model, unseen)).toBeLessThan(0.035);
  });

  test('the interval contains about four of five unseen asking prices, evenly on both sides', () => {
    const answers = unseen.map((car) => ({ car, found: estimate(model, car)! }));
    const below = answers.filter(({ car, found }) => car.price < found.lowDkk).length / unseen.length;
    const above = answers.filter(({ car, found }) => car.price > found.highDkk).length / unseen.length;
    expect(1 - below - above).toBeGreaterThan(0.73);
    expect(1 - below - above).toBeLessThan(0.87);
    expect(Math.max(below, above)).toBeLessThan(0.16);
  });

  test('an ad without trim is estimated as an average car of its model, with a wider interval', () => {
    const bare = unseen.map((car) => ({
      ...car,
      variant: null,
      title: `${car.year} ${car.make} ${car.model}`,
    }));
    const answers = bare.map((car) => ({ car, found: estimate(model, car)! }));
    const bias = median(answers.map(({ car, found }) => Math.log(found.avgDkk / car.truePrice)));
    expect(Math.abs(bias)).toBeLessThan(0.03);
    const inside = answers.filter(
      ({ car, found }) => car.price >= found.lowDkk && car.price <= found.highDkk,
    );
    expect(inside.length / answers.length).toBeGreaterThan(0.73);
    const widthOf = (car: InventedCar) => {
      const { highDkk, lowDkk } = estimate(model, car)!;
      return Math.log(highDkk / lowDkk);
    };
    expect(median(bare.map(widthOf))).toBeGreaterThan(median(unseen.map(widthOf)) * 1.1);
  });

  test.each([3, 4, 5])(
    'a fit loses at most an eighth of its accuracy with one in seven rows broken, draw %s',
    (draw) => {
      const errorOf = (fitted: Model) =>
        median(unseen.map((car) => Math.abs(estimate(fitted, car)!.avgDkk / car.price - 1)));
      const taughtBroken = fitModel(breakRows(pool, 0.15, draw), { seed: 7, version: 'broken' });
      expect(errorOf(taughtBroken)).toBeLessThan(errorOf(model) * 1.12);
    },
  );

  test('broken rows widen the interval by less than half', () => {
    const taughtBroken = fitModel(breakRows(pool, 0.15, 3), { seed: 7, version: 'broken' });
    const widthOf = (fitted: Model) =>
      median(
        unseen.map((car) => estimate(fitted, car)!).map(({ highDkk, lowDkk }) => Math.log(highDkk / lowDkk)),
      );
    expect(widthOf(taughtBroken)).toBeLessThan(widthOf(model) * 1.5);
  });

  test('a fit leaves out prices with a digit too many and keeps an expensive kind of car', () => {
    const rally = pool.slice(0, 12).map((car, index) => ({
      ...car,
      id: `rally${index}`,
      variant: 'Rally',
      title: 'Rally',
      model: 'Kaj',
      price: car.price * 4,
    }));
    const typos = pool.slice(20, 30).map((car, index) => ({
      ...car,
      id: `typo${index}`,
      mileageKm: car.mileageKm! + 1,
      price: car.price * 10,
    }));
    const { ids } = fitModel([...pool, ...rally, ...typos], { seed: 7, version: 'a' }).comparables;
    expect(ids.filter((id) => id.startsWith('typo'))).toEqual([]);
    expect(ids.filter((id) => id.startsWith('rally')).length).toBeGreaterThanOrEqual(9);
  });

  test('the same pool and seed give the same model, and a stored model the same answers', () => {
    expect(serialiseModel(fitModel(pool, { seed: 7, version: 'a' }))).toBe(serialiseModel(model));
    const stored = parseModel(serialiseModel(model));
    for (const car of unseen.slice(0, 50)) expect(estimate(stored, car)).toEqual(estimate(model, car));
  });

  test('a fit counts a car with two ads once', () => {
    const twice = [...pool, ...pool.map((car) => ({ ...car, id: `again-${car.id}` }))];
    expect(fitModel(twice, { seed: 7, version: 'a' }).poolSize).toBe(model.poolSize);
  });

  test('a fit leaves out cars without price, make or year and refuses a tiny pool', () => {
    const useless = pool.slice(0, 40).map((car, index) => ({
      ...car,
      id: `useless${index}`,
      ...[{ price: 0 }, { make: null }, { year: null }][index % 3],
    }));
    expect(fitModel([...pool, ...useless], { seed: 7, version: 'a' }).poolSize).toBe(model.poolSize);
    expect(() => fitModel(pool.slice(0, 10), { seed: 7, version: 'a' })).toThrow(RangeError);
  });
});
