import { expect, test } from 'vitest';
import { isOrdinaryPlate, normalPlate, typedPlate } from '#core/plates/plate.ts';

test('isOrdinaryPlate accepts two letters and five digits, and no personal plate', () => {
  expect(isOrdinaryPlate('AB12345')).toBe(true);
  expect(['AB1234', 'ABC1234', 'BØMSEN', 'ab12345'].some(isOrdinaryPlate)).toBe(false);
});

test.each([
  'ab 12 345',
  'AB–12–345',
  'AB‑12.345',
  'ab\u00a012\u2009345',
  'AB—12345',
  'AB－12345',
  'AB−12345',
  ' AB12\u200b345 ',
  'AB·12·345',
  'ab_12_345',
  'AB • 12 • 345',
  'AB∙12⋅345',
  'ＡＢ　１２　３４５',
])('normalPlate reads %j as AB12345', (typed) => {
  expect(typed).toMatch(typedPlate);
  expect(normalPlate(typed)).toBe('AB12345');
});

test.each(['AB/12345', 'A', 'AB123456', 'AB 12 34?'])('typedPlate rejects %j', (typed) => {
  expect(typed).not.toMatch(typedPlate);
});
