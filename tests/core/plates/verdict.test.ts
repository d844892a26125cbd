import { describe, expect, test } from 'vitest';
import { isOrdinaryPlate, normalPlate, typedPlate } from '#core/plates/plate.ts';
import { choosePlate, plateVerdict } from '#core/plates/verdict.ts';

const ad = { make: 'Volkswagen', year: 2015 };
const clear = { plate: 'AB12345', score: -0.2, widthPx: 140 };
const vague = { plate: 'AB12345', score: -2.4, widthPx: 140 };
const narrow = { plate: 'AB12345', score: 0, widthPx: 79 };
const personal = { plate: 'BØMSEN', score: 0, widthPx: 140 };

describe('plateVerdict', () => {
  test('plateVerdict accepts a clear, wide reading at once, unless the register contradicts it', () => {
    expect(plateVerdict(clear, undefined, ad)).toBe('accepted');
    expect(plateVerdict(clear, null, ad)).toBe('accepted');
    expect(plateVerdict({ ...clear, score: -1, widthPx: 80 }, undefined, ad)).toBe('accepted');
  });

  test('plateVerdict rejects even a clear reading when the register names another make', () => {
    expect(plateVerdict(clear, { make: 'OPEL', year: 2015 }, ad)).toBe('rejected');
    expect(plateVerdict(clear, { make: 'VW', year: 1999 }, ad)).toBe('accepted');
  });

  test.each([vague, narrow, personal])('plateVerdict asks the register about %j', (candidate) => {
    expect(plateVerdict(candidate, undefined, ad)).toBe('ask_register');
  });

  test.each([vague, narrow, personal])(
    'plateVerdict accepts %j only when the register’s make and year fit the ad',
    (candidate) => {
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: 2014 }, ad)).toBe('accepted');
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: 2016 }, ad)).toBe('accepted');
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: 2013 }, ad)).toBe('rejected');
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: null }, ad)).toBe('rejected');
      expect(plateVerdict(candidate, { make: null, year: 2015 }, ad)).toBe('rejected');
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: 2015 }, { make: null, year: null })).toBe(
        'rejected',
      );
      expect(plateVerdict(candidate, null, ad)).toBe('rejected');
    },
  );

  test('a score of exactly −3 is the worst that the register may confirm', () => {
    expect(plateVerdict({ ...clear, score: -3 }, undefined, ad)).toBe('ask_register');
    expect(choosePlate([{ ...vague, score: -3 }])?.score).toBe(-3);
    expect(choosePlate([{ ...vague, score: -3.01 }])).toBeNull();
  });

  test('plateVerdict rejects noise whatever the register says', () => {
    expect(plateVerdict({ ...clear, score: -3.01 }, { make: 'VW', year: 2015 }, ad)).toBe('rejected');
  });
});

describe('choosePlate', () => {
  test('choosePlate takes the first reading that is accepted at once', () => {
    const later = { plate: 'CD67890', score: 0, widthPx: 200 };
    expect(choosePlate([vague, clear, later])).toBe(clear);
    // Also when another plate was read less clearly in more photos.
    const other = { ...vague, plate: 'EF24680' };
    expect(choosePlate([other, other, clear])).toBe(clear);
  });

  test('choosePlate otherwise takes the plate seen in most photos, by its best reading', () => {
    const other = { plate: 'CD67890', score: -1.1, widthPx: 200 };
    const better = { ...vague, score: -1.5 };
    expect(choosePlate([other, vague, better])).toBe(better);
  });

  test('choosePlate takes the better score between plates seen equally often', () => {
    const other = { plate: 'CD67890', score: -1.1, widthPx: 200 };
    expect(choosePlate([vague, other])).toBe(other);
  });

  test('choosePlate returns null when there is only noise', () => {
    expect(choosePlate([])).toBeNull();
    expect(choosePlate([{ ...vague, score: -5 }])).toBeNull();
  });
});

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
