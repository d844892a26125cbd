import { describe, expect, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { type Model, parseModel, serialiseModel } from '#core/valuation/model.ts';
import { median } from '#core/valuation/statistics.ts';
import { breakRows, type InventedCar, inventMarket } from './invented-market.ts';

const pool = inventMarket(600, 1);
const unseen = inventMarket(400, 2, 'unseen');
const model = fitModel(pool, { seed: 7, version: 'a' });

function medianError(fitted: Model, cars: readonly InventedCar[]): number {
  return median(cars.map((car) => Math.abs(estimate(fitted, car)!.avgDkk / car.truePrice - 1)));
}

describe('fitting the valuation', () => {
  test('finds the true price of unseen cars within a few percent', () => {
    expect(medianError(model, unseen)).toBeLessThan(0.035);
  });

  test('covers about four of five unseen asking prices with its interval, on both sides alike', () => {
    const answers = unseen.map((car) => ({ car, found: estimate(model, car)! }));
    const below = answers.filter(({ car, found }) => car.price < found.lowDkk).length / unseen.length;
    const above = answers.filter(({ car, found }) => car.price > found.highDkk).length / unseen.length;
    expect(1 - below - above).toBeGreaterThan(0.73);
    expect(1 - below - above).toBeLessThan(0.87);
    expect(Math.max(below, above)).toBeLessThan(0.16);
  });

  test('loses at most 12 % of its accuracy when 15 % of the rows are broken', () => {
    const clean = pool.map((car) => estimate(model, car)!.avgDkk / car.price - 1);
    const broken = fitModel(breakRows(pool, 0.15, 3), { seed: 7, version: 'broken' });
    const errorOf = (fitted: Model) =>
      median(unseen.map((car) => Math.abs(estimate(fitted, car)!.avgDkk / car.price - 1)));
    expect(clean.length).toBe(pool.length);
    expect(errorOf(broken)).toBeLessThan(errorOf(model) * 1.12);
  });

  test('gives the same model for the same pool and seed, and the same answers after being stored', () => {
    expect(serialiseModel(fitModel(pool, { seed: 7, version: 'a' }))).toBe(serialiseModel(model));
    const stored = parseModel(serialiseModel(model));
    for (const car of unseen.slice(0, 50)) expect(estimate(stored, car)).toEqual(estimate(model, car));
  });

  test('counts a car put up twice once', () => {
    const twice = [...pool, ...pool.map((car) => ({ ...car, id: `again-${car.id}` }))];
    expect(fitModel(twice, { seed: 7, version: 'a' }).poolSize).toBe(model.poolSize);
  });

  test('leaves out cars without price, make or year and refuses a pool of hardly any cars', () => {
    const useless = pool.slice(0, 40).map((car, index) => ({
      ...car,
      id: `useless${index}`,
      ...[{ price: 0 }, { make: null }, { year: null }][index % 3],
    }));
    expect(fitModel([...pool, ...useless], { seed: 7, version: 'a' }).poolSize).toBe(model.poolSize);
    expect(() => fitModel(pool.slice(0, 10), { seed: 7, version: 'a' })).toThrow(RangeError);
  });
});
