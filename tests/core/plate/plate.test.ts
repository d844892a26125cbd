import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPlate, isOrdinaryPlate, normalisePlate } from '#core/plate/plate.ts';

const ordinary = fc.stringMatching(/^[A-Z]{2}[0-9]{5}$/);

describe('normalisePlate', () => {
  test.each([
    ['ab 12 345', 'AB12345'],
    [' AB-12.345 ', 'AB12345'],
    ['AB\u00a012\u00a0345', 'AB12345'],
    ['bømsen', 'BØMSEN'],
    ['A\u030arhus', 'ÅRHUS'],
    ['k1', 'K1'],
  ])('writes %j as %j', (text, plate) => {
    expect(normalisePlate(text)).toBe(plate);
  });

  test.each(['', 'A', 'AB 123 456', 'AB12345!', 'ЖK12345', '<b>'])('takes %j for no plate', (text) => {
    expect(normalisePlate(text)).toBeNull();
  });

  test('gives every ordinary plate back from the form in which it stands on the car', () => {
    fc.assert(fc.property(ordinary, (plate) => normalisePlate(formatPlate(plate).toLowerCase()) === plate));
  });
});

test('an ordinary plate has two letters and five digits, personal plates do not', () => {
  expect(isOrdinaryPlate('AB12345')).toBe(true);
  expect(['AB1234', 'ABC1234', 'BØMSEN', 'ab12345'].some(isOrdinaryPlate)).toBe(false);
});

test('formatPlate groups ordinary plates and leaves personal ones alone', () => {
  expect(formatPlate('AB12345')).toBe('AB 12 345');
  expect(formatPlate('BØMSEN')).toBe('BØMSEN');
});
