import { describe, expect, test } from 'vitest';
import {
  anyModel,
  buildDesignMatrix,
  type DesignMatrix,
  expectText,
  featureKey,
  noTextGroup,
} from '#core/valuation/features.ts';
import { findBrokenRows, isPlaceholderPrice, usableCars } from '#core/valuation/outliers.ts';
import { learnReferences } from '#core/valuation/references.ts';
import { type Subject, toSubject } from '#core/valuation/subject.ts';
import { inventMarket, observedYear, ordinaryCar } from './invented-market.ts';

/** `error`: the distance of its log price from the others, in robust deviations of the ordinary cars. */
type Row = { id: string; error: number; model?: string; ageYears?: number; mileageKm?: number };

/** The error of an ordinary car, up or down, gives a robust deviation of 1. */
const usual = 1 / 1.4826;
const ordinary = (count: number, size = usual, ageYears = 8): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `ordinary${ageYears}-${i}`,
    error: i % 2 === 0 ? size : -size,
    ageYears: ageYears + i / 1000,
  }));

/** The ids of the broken rows. The cars have no facts, so their errors are exactly those given here. */
function brokenAmong(rows: Row[]): string[] {
  const subjects = rows.map(({ id, model = id, ageYears = 8, mileageKm = 120_000 }): Subject => {
    const subject = toSubject(ordinaryCar({ id, model, mileageKm, year: Math.round(observedYear - 8) }))!;
    return { ...subject, ageYears };
  });
  const nothing = { columns: new Int32Array(), values: new Float64Array(), groupOf: new Int32Array() };
  const matrix: DesignMatrix = {
    ...nothing,
    ...{ rowCount: rows.length, rowStart: new Int32Array(rows.length + 1), keys: [], groups: [] },
  };
  const logPrice = Float64Array.from(rows, ({ error }) => 11 + error / 10);
  // Two neighbours with opposite errors are in one fold, so that no fold is expensive as a whole.
  const folds = Int32Array.from(rows, (_, row) => Math.floor(row / 2) % 4);
  return [...findBrokenRows(matrix, logPrice, folds, 4, subjects)].map((row) => rows[row]!.id);
}

const odd = (error: number, more: Partial<Row> = {}): Row => ({ id: 'odd', error, model: 'Kind', ...more });
/** Cars of the same model as the odd one, the nearest first. */
const ofItsKind = (...errors: number[]): Row[] =>
  errors.map((error, i) => ({ id: `kin${i}`, error, model: 'Kind', mileageKm: 121_000 + i * 1000 }));

describe('findBrokenRows', () => {
  test.each<[what: string, isBroken: boolean, rows: Row[]]>([
    ['nearly five deviations off is right', false, [odd(4.8), ...ofItsKind(0, 0, 0, 0)]],
    ['more than five off is broken', true, [odd(5.4), ...ofItsKind(0, 0, 0, 0)]],
    ['more than five below is broken', true, [odd(-5.4), ...ofItsKind(0, 0, 0, 0)]],
    ['with no car of its kind, nearly twelve off is right', false, [odd(11.7)]],
    ['with no car of its kind, more than twelve off is broken', true, [odd(12.5)]],
    ['of a car over 25 years old is right', false, [odd(30, { ageYears: 25.5 })]],
    ['of a car of exactly 25 years is broken', true, [odd(30, { ageYears: 25 })]],
    ['confirmed by the two nearest of five is right', false, [odd(9), ...ofItsKind(9, 9, 0, 0, 0)]],
    ['confirmed by the farthest two of five is right', false, [odd(9), ...ofItsKind(0, 0, 0, 9, 9)]],
    ['confirmed by one of four is broken', true, [odd(9), ...ofItsKind(9, 0, 0, 0)]],
    ['confirmed by the only one of its kind is right', false, [odd(9), ...ofItsKind(9)]],
    ['that is low, confirmed by others that are low, is right', false, [odd(-9), ...ofItsKind(-9, -9, 0, 0)]],
    ['with others that err the other way is broken', true, [odd(-9), ...ofItsKind(9, 9, 0, 0)]],
    ['confirmed only by one of five and the sixth is broken', true, [odd(9), ...ofItsKind(9, 0, 0, 0, 0, 9)]],
    ['confirmed by errors over a third of its own is right', false, [odd(9), ...ofItsKind(3.4, 3.4, 0, 0)]],
    ['confirmed by errors below a third is broken', true, [odd(9), ...ofItsKind(2.6, 2.6, 0, 0)]],
  ])('a price %s', (_what, isBroken, rows) => {
    expect(brokenAmong([...ordinary(200), ...rows]).includes('odd')).toBe(isBroken);
  });
});

describe('the scatter of prices by age', () => {
  /** Size and error of each age group, youngest first; the row `at` gets the error `error`. */
  function brokenAt(groups: [count: number, size: number][], at: number, error: number): boolean {
    const rows = groups.flatMap(([count, size], i) => ordinary(count, size, 2 + i));
    const told = rows.with(at, { ...rows[at]!, id: 'odd', error });
    // The rows of a pool are not sorted by age.
    const [some, others] = [0, 1].map((rest) => told.filter((_, row) => row % 2 === rest));
    return brokenAmong([...some!, ...others!]).includes('odd');
  }
  const wide = 4 * usual;

  test('the scatter is measured in groups of sixty cars', () => {
    const groups = [usual, wide, 16 * usual].map((size): [number, number] => [60, size]);
    expect(brokenAt(groups, 59, 13)).toBe(true);
    expect(brokenAt(groups, 60, 13)).toBe(false);
    expect(brokenAt(groups, 119, 52)).toBe(true);
    expect(brokenAt(groups, 120, 52)).toBe(false);
  });

  test('the scatter is measured in ten groups of a large pool', () => {
    const groups: [number, number][] = [
      [120, usual],
      [1080, wide],
    ];
    expect(brokenAt(groups, 119, 13)).toBe(true);
    expect(brokenAt(groups, 120, 13)).toBe(false);
  });

  test('the oldest cars join the group before when they are too few for their own', () => {
    const groups: [number, number][] = [
      [60, wide],
      [30, usual],
    ];
    expect(brokenAt(groups, 89, 13)).toBe(false);
  });

  test('the scatter of a small pool is measured in one group', () => {
    expect(brokenAt([[30, usual]], 7, 13)).toBe(true);
    expect(brokenAt([[30, wide]], 7, 13)).toBe(false);
  });
});

test.each([
  0,
  1,
  -5,
  Number.NaN,
  123,
  1234,
  12_345,
  123_456,
  1_234_567,
  4321,
  111,
  44_444,
  11_111,
  111_111,
  999_999,
])('isPlaceholderPrice accepts %d', (amount) => {
  expect(isPlaceholderPrice(amount)).toBe(true);
});

test.each([12, 99, 100, 1235, 45_000, 55_555, 99_900, 99_999, 111_110, 123_500])(
  'isPlaceholderPrice rejects %d',
  (amount) => {
    expect(isPlaceholderPrice(amount)).toBe(false);
  },
);

const cars = inventMarket(99, 3);

test('usableCars takes a small pool whole, with every weight at 1', () => {
  const { subjects, prices, weights, leftOutShare } = usableCars(cars, 1);
  expect([subjects.length, prices.length, leftOutShare]).toEqual([99, 99, 0]);
  expect(new Set(weights)).toEqual(new Set([1]));
});

test('usableCars takes an ad that was posted twice once, and no car without a price', () => {
  const [first] = cars;
  const again = { ...first!, id: 'again' };
  const free = [0, -1, Number.NaN, Infinity].map((price, i) => ({ ...first!, id: `free${i}`, price }));
  expect(usableCars([...cars, again, ...free], 1).subjects).toHaveLength(99);
  const aged = usableCars([{ ...first!, weight: 0.5 }], 1);
  expect(aged.weights).toEqual([0.5]);
});

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
