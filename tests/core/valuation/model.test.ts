import { describe, expect, it, test } from 'vitest';
import { fitModel } from '#core/valuation/fit-model.ts';
import { figureGroups, isBetterOrEqual } from '#core/valuation/model.ts';
import { inventMarket } from './invented-market.ts';

const model = fitModel(inventMarket(600, 1), { seed: 7, version: 'v1' });

test('isBetterOrEqual refuses a refit that scores clearly worse and accepts one within chance', () => {
  expect(isBetterOrEqual({ ...model, heldBackError: model.heldBackError * 1.5 }, model)).toBe(false);
  expect(isBetterOrEqual({ ...model, heldBackError: model.heldBackError * 1.02 }, model)).toBe(true);
  expect(isBetterOrEqual({ ...model, heldBackError: model.heldBackError * 0.5 }, model)).toBe(true);
});

describe('the figures of a valuation', () => {
  const cars = inventMarket(600, 1).map((car) => ({ ...car, make: car.make === 'Havn' ? 'vw' : car.make }));
  const model = fitModel(cars, { seed: 7, version: 'v1' });
  const { all, rows } = model.figures!;

  it('the figures tell the error of held-back cars and the share within the interval', () => {
    expect(all.cars).toBe(model.poolSize);
    expect(all.error).toBeCloseTo(model.heldBackError, 3);
    expect(all.coverage).toBeGreaterThan(0.76);
    expect(all.coverage).toBeLessThan(0.86);
  });

  it('the figures are given by make, age and price, with each car in one row of each', () => {
    for (const group of figureGroups) {
      const own = rows.filter((row) => row.group === group);
      const counted = own.reduce((sum, { cars: count }) => sum + count, 0);
      expect(counted).toBeLessThanOrEqual(all.cars);
      expect(counted).toBeGreaterThan(all.cars - 60);
      expect(own.every(({ cars: count }) => count >= 30)).toBe(true);
    }
    const makes = rows.filter(({ group }) => group === 'make').map(({ name }) => name);
    expect(makes.toSorted()).toEqual(['almo', 'nordvogn', 'vw']);
  });

  it('the figures show where the valuation is worse', () => {
    const noisy = inventMarket(600, 2).map((car, place) =>
      car.make === 'Almo' ? { ...car, price: Math.round(car.price * (place % 2 ? 1.3 : 0.75)) } : car,
    );
    const figures = fitModel(noisy, { seed: 7, version: 'v' }).figures!.rows;
    const errorOf = (name: string) => figures.find((row) => row.name === name)!.error;
    expect(errorOf('almo')).toBeGreaterThan(1.5 * errorOf('havn'));
  });
});
