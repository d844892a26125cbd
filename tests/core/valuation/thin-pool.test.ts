import { expect, test } from 'vitest';
import { sharesByModel } from '#core/valuation/thresholds.ts';

const shares = (counts: Record<string, number>, most: number) =>
  Object.fromEntries(sharesByModel(new Map(Object.entries(counts)), most));

test('sharesByModel takes all cars of a pool that fits', () => {
  expect(shares({ golf: 60, up: 40 }, 100)).toEqual({ golf: 1, up: 1 });
  expect(shares({}, 100)).toEqual({});
});

test('sharesByModel takes all cars of rare models and equally many of the others', () => {
  expect(shares({ golf: 800, polo: 400, up: 20, arosa: 2 }, 122)).toEqual({
    golf: 50 / 800,
    polo: 50 / 400,
    up: 1,
    arosa: 1,
  });
  expect(shares({ golf: 30, polo: 10 }, 20)).toEqual({ golf: 1 / 3, polo: 1 });
});
