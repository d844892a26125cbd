import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fitModel } from '#core/valuation/fit-model.ts';
import { isBetterOrEqual, parseModel, serialiseModel } from '#core/valuation/model.ts';
import { inventMarket } from './invented-market.ts';

const model = fitModel(inventMarket(600, 1), { seed: 7, version: 'v1' });

describe('keeping a model', () => {
  test('stores within the size that is loaded with every rating', () => {
    expect(gzipSync(serialiseModel(model)).length / model.poolSize).toBeLessThan(400_000 / 2_300);
  });

  test('comes back as it was stored', () => {
    expect(parseModel(serialiseModel(model))).toEqual(model);
  });

  test('refuses what is not a model of its format', () => {
    expect(() => parseModel('{"format":0}')).toThrow(TypeError);
    expect(() => parseModel('null')).toThrow(TypeError);
  });

  test('refuses a refit that scores clearly worse and takes one within chance', () => {
    expect(isBetterOrEqual({ ...model, heldBackError: model.heldBackError * 1.5 }, model)).toBe(false);
    expect(isBetterOrEqual({ ...model, heldBackError: model.heldBackError * 1.02 }, model)).toBe(true);
    expect(isBetterOrEqual({ ...model, heldBackError: model.heldBackError * 0.5 }, model)).toBe(true);
  });
});
