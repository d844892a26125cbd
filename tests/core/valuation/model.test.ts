import { expect, test } from 'vitest';
import { fitModel } from '#core/valuation/fit-model.ts';
import { isBetterOrEqual } from '#core/valuation/model.ts';
import { inventMarket } from './invented-market.ts';

const model = fitModel(inventMarket(600, 1), { seed: 7, version: 'v1' });

test('isBetterOrEqual refuses a refit that scores clearly worse and accepts one within chance', () => {
  expect(isBetterOrEqual({ ...model, heldBackError: model.heldBackError * 1.5 }, model)).toBe(false);
  expect(isBetterOrEqual({ ...model, heldBackError: model.heldBackError * 1.02 }, model)).toBe(true);
  expect(isBetterOrEqual({ ...model, heldBackError: model.heldBackError * 0.5 }, model)).toBe(true);
});
