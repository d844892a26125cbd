import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { figureGroups, isBetterOrEqual, type Model } from '#core/valuation/model.ts';
import {
  packDecimals,
  packIntegers,
  packSteps,
  parseModel,
  serialiseModel,
  unpackDecimals,
  unpackIntegers,
  unpackSteps,
} from '#core/valuation/stored-model.ts';
import { inventMarket, inventVariedMarket } from './invented-market.ts';

const pool = inventVariedMarket(700, 1);
const model = fitModel(pool, { seed: 7, version: 'v1' });
const asked = inventVariedMarket(40, 2);

describe('serialiseModel and parseModel', () => {
  test('a stored model takes less than 70 bytes per car', () => {
    expect(gzipSync(serialiseModel(model)).length / model.poolSize).toBeLessThan(70);
    expect(gzipSync(serialiseModel(model)).length).toBeLessThan(
      0.65 * gzipSync(JSON.stringify(model)).length,
    );
  });

  test('a stored model equals the original, with trees and gaps', () => {
    expect(model.correctionTrees.length + model.secondOpinion.trees.length).toBeGreaterThan(0);
    expect(model.spreadTrees.length).toBeGreaterThan(0);
    expect(model.comparables.mileageKm).toContain(null);
    const stored = parseModel(serialiseModel(model));
    expect(stored).toEqual(model);
    for (const car of asked) expect(estimate(stored, car)).toEqual(estimate(model, car));
  });

  test('a stored model keeps names with bars, quotation marks, backslashes and rare characters', () => {
    const odd = ['a|b', '"gt\\line"', '|', 'Škoda 1,5 – ☃', '\ud834\udd1e', ''];
    const cars = pool
      .slice(0, 120)
      .map((car, place) => ({ ...car, variant: odd[place % odd.length]!, region: 'x|y' }));
    const fitted = fitModel(cars, { seed: 7, version: 'v1' });
    expect(parseModel(serialiseModel(fitted))).toEqual(fitted);
  });

  test('a stored model keeps car ids of any length', () => {
    const odd = ['p-abcdefghijkmnpqr', '1234567890', 'x', ''];
    const ids = model.comparables.ids.map((id, row) => odd[row % 7] ?? id.padStart(16, 'a'));
    const named = { ...model, comparables: { ...model.comparables, ids } };
    expect(parseModel(serialiseModel(named)).comparables.ids).toEqual(ids);
  });

  test('parseModel reads the former format, whose ids are a list', () => {
    const stored = JSON.parse(serialiseModel(model)) as { comparables: object };
    const comparables = { ...stored.comparables, ids: model.comparables.ids };
    expect(parseModel(JSON.stringify({ ...stored, format: 2, comparables }))).toEqual(model);
  });

  test('parseModel reads a model stored as plain JSON', () => {
    const former: Model = { ...model, coefficients: { ...model.coefficients, 'age|line': -0.123_45 } };
    expect(parseModel(JSON.stringify(former))).toEqual(former);
  });

  test('parseModel refuses unknown formats', () => {
    for (const text of ['{"format":0}', '{"format":4}', 'null', '[]', '2'])
      expect(() => parseModel(text)).toThrow(TypeError);
  });
});

describe('packed numbers', () => {
  test('packed integers survive JSON, whatever their size and sign', () => {
    const near = Array.from({ length: 60_000 }, (_, place) => place - 30_000);
    const far = [-124_999_999, -1_000_000, 999_999, 1_000_000, 124_999_999];
    const text = packIntegers([...near, ...far]);
    expect(unpackIntegers(JSON.parse(JSON.stringify(text)))).toEqual([...near, ...far]);
  });

  test('packed integers contain no lone surrogate and nothing that JSON escapes', () => {
    const text = packIntegers(Array.from({ length: 60_000 }, (_, place) => place - 30_000));
    expect(text.isWellFormed()).toBe(true);
    expect(JSON.stringify(text)).toBe(`"${text}"`);
  });

  test('small packed integers take one byte each', () => {
    const small = Array.from({ length: 80 }, (_, place) => place - 40);
    expect(Buffer.byteLength(packIntegers(small))).toBe(80);
  });

  test('packIntegers refuses fractions and numbers that are too large', () => {
    for (const value of [0.5, Number.NaN, 1e9, -1e9]) expect(() => packIntegers([value])).toThrow(RangeError);
  });

  test('packed decimals and steps unpack to the same numbers', () => {
    expect(unpackDecimals(packDecimals([0.123, -4.5, 0], 3), 3)).toEqual([0.123, -4.5, 0]);
    expect(unpackSteps(packSteps([5, 5, 9, 2]))).toEqual([5, 5, 9, 2]);
    expect(unpackIntegers('')).toEqual([]);
  });
});

const fitted = fitModel(inventMarket(600, 1), { seed: 7, version: 'v1' });

test('isBetterOrEqual refuses a refit that scores clearly worse and accepts one within chance', () => {
  expect(isBetterOrEqual({ ...model, heldBackError: fitted.heldBackError * 1.5 }, fitted)).toBe(false);
  expect(isBetterOrEqual({ ...model, heldBackError: fitted.heldBackError * 1.02 }, fitted)).toBe(true);
  expect(isBetterOrEqual({ ...model, heldBackError: fitted.heldBackError * 0.5 }, fitted)).toBe(true);
});

describe('the figures of a valuation', () => {
  const cars = inventMarket(600, 1).map((car) => ({ ...car, make: car.make === 'Havn' ? 'vw' : car.make }));
  const fitted = fitModel(cars, { seed: 7, version: 'v1' });
  const { all, rows } = fitted.figures!;

  it('the figures tell the error of held-back cars and the share within the interval', () => {
    expect(all.cars).toBe(fitted.poolSize);
    expect(all.error).toBeCloseTo(fitted.heldBackError, 3);
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
