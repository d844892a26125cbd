import { expect, test } from 'vitest';
import { usableCars } from '#core/valuation/outliers.ts';
import { inventMarket } from './invented-market.ts';

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
