import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import type { Model } from '#core/valuation/model.ts';
import { parseModel, serialiseModel } from '#core/valuation/stored-model.ts';
import { inventVariedMarket } from './varied-market.ts';

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
    const cars = pool.map((car, place) => ({ ...car, variant: odd[place % odd.length]!, region: 'x|y' }));
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
