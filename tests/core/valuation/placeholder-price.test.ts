import { expect, test } from 'vitest';
import { isPlaceholderPrice } from '#core/valuation/outliers.ts';

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
