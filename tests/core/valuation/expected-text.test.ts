import { expect, test } from 'vitest';
import {
  anyModel,
  buildDesignMatrix,
  expectText,
  featureKey,
  noTextGroup,
} from '#core/valuation/features.ts';
import { usableCars } from '#core/valuation/outliers.ts';
import { learnReferences } from '#core/valuation/references.ts';
import { inventMarket } from './invented-market.ts';

const { subjects } = usableCars(inventMarket(60, 5), 1);
const matrix = buildDesignMatrix(subjects, learnReferences(subjects));
const everywhere = featureKey(noTextGroup, anyModel);

test('expectText expects 0 for every model when words have no value', () => {
  const { coefficients, deviation } = expectText(matrix, new Float64Array(matrix.keys.length), subjects);
  expect(new Set(Object.values(coefficients))).toEqual(new Set([0]));
  expect(Object.keys(coefficients)).toHaveLength(1 + new Set(subjects.map(({ model }) => model)).size);
  expect(deviation).toBe(0);
});

test('expectText expects the average value of a model’s words for an ad without words', () => {
  const coefficients = new Float64Array(matrix.keys.length).fill(0.1);
  const found = expectText(matrix, coefficients, subjects);
  expect(found.coefficients[everywhere]).toBeGreaterThan(0);
  const ofModels = Object.entries(found.coefficients).filter(([key]) => key !== everywhere);
  expect(Math.max(...ofModels.map(([, worth]) => Math.abs(worth)))).toBeLessThan(
    found.coefficients[everywhere]!,
  );
  expect(found.deviation).toBeLessThan(found.coefficients[everywhere]!);
});
