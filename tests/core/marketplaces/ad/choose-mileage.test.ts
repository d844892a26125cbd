import { describe, expect, test } from 'vitest';
import { chooseMileage, isPlaceholderKm } from '#core/marketplaces/ad/mileage.ts';

const exact = (km: number) => ({ km, precision: 'exact' as const });
const choose = (form: number | null, words: number | null) => {
  const read = chooseMileage(form === null ? null : exact(form), words === null ? null : exact(words));
  return [read.mileage?.km ?? null, read.otherMileage?.km ?? null];
};

describe('chooseMileage', () => {
  test.each([
    ['only the text has one', null, 149_000, [149_000, null]],
    ['only the form has one', 149_000, null, [149_000, null]],
    ['there is none', null, null, [null, null]],
    ['they agree but for rounding', 149_321, 149_000, [149_321, null]],
    ['they agree within a tenth', 149_321, 160_000, [149_321, null]],
    ['the form contains a random number', 300, 187_000, [187_000, 300]],
    ['the form says 111.111', 111_111, 187_000, [187_000, 111_111]],
    ['the form says a thousand miles', 1609, 187_000, [187_000, 1609]],
    ['both are possible', 87_000, 187_000, [87_000, 187_000]],
    ['the form alone says 111.111', 111_111, null, [null, 111_111]],
    ['the words alone say 123.456', null, 123_456, [null, 123_456]],
    ['a new car has run little', 300, 300, [300, null]],
  ])('chooses between two mileages when %s: %s and %s', (_, form, words, chosen) => {
    expect(choose(form, words)).toEqual(chosen);
  });

  test.each([...[0, 1, 9, 11_111, 111_111, 222_222, 999_999, 12_345, 123_456, 1_234_567, 654_321]])(
    '%s is a placeholder mileage',
    (km) => expect(isPlaceholderKm(km)).toBe(true),
  );
  test.each([10, 300, 1111, 99_998, 111_112, 123_457, 187_000])('%s is not a placeholder mileage', (km) =>
    expect(isPlaceholderKm(km)).toBe(false),
  );
});
