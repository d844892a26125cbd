import { describe, expect, test } from 'vitest';
import {
  packDecimals,
  packIntegers,
  packSteps,
  unpackDecimals,
  unpackIntegers,
  unpackSteps,
} from '#core/valuation/stored-model.ts';

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
