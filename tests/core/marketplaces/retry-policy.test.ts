import { expect, test } from 'vitest';
import { retryPolicy } from '#core/marketplaces/marketplace.ts';

test('every failure of a page has its own reason in a complete sentence', () => {
  const reasons = Object.values(retryPolicy).map(({ userReason }) => userReason);
  expect(reasons.length).toBeGreaterThan(8);
  expect(new Set(reasons).size).toBe(reasons.length);
  expect(reasons.filter((reason) => !/^[A-Z].{25,}\.$/.test(reason))).toEqual([]);
});
