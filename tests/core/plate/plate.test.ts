import { expect, test } from 'vitest';
import { isOrdinaryPlate } from '#core/plate/plate.ts';

test('an ordinary plate has two letters and five digits, personal plates do not', () => {
  expect(isOrdinaryPlate('AB12345')).toBe(true);
  expect(['AB1234', 'ABC1234', 'BØMSEN', 'ab12345'].some(isOrdinaryPlate)).toBe(false);
});
