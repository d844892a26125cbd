import { expect, test } from 'vitest';
import { smoothConfusables, stepLength, symbolIndex, symbols } from '#core/plates/decode.ts';
import { inventReading } from './invented-reading.ts';

test('smoothing gives 0 a share of the probability of O, and the other way round', () => {
  const seen = inventReading(['O', '0'], 1);
  const smoothed = smoothConfusables(seen);
  expect(smoothed.probabilities[symbolIndex('0')]).toBeCloseTo(0.5);
  expect(smoothed.probabilities[37 + symbolIndex('O')]).toBeCloseTo(0.5);
});

test('smoothing lowers no probability and leaves its input unchanged', () => {
  const seen = inventReading(['B8', 'S', '-'], 0.8);
  const before = seen.probabilities.slice();
  const smoothed = smoothConfusables(seen);
  expect(seen.probabilities).toEqual(before);
  expect(smoothed.probabilities.every((probability, index) => probability >= before[index]!)).toBe(true);
});

test('letters and digits that look alike share probability, the more alike the more', () => {
  const heard = [...symbols].flatMap((seen) => {
    const { probabilities } = smoothConfusables(inventReading([seen], 1));
    const shares = [...symbols].map((other) => ({ other, share: probabilities[symbolIndex(other)]! }));
    return shares
      .filter(({ other, share }) => share > 0 && other !== seen)
      .map(({ other, share }) => `${seen} for ${other} ${Math.round(share * 100)} %`);
  });
  const letters = heard.filter((told) => /^[A-Z]/.test(told));
  const figures = heard.filter((told) => /^\d/.test(told));
  expect(letters).toEqual([
    ...['A for 4 10 %', 'B for 8 30 %', 'D for 0 20 %', 'G for 6 20 %', 'I for 1 50 %', 'J for 1 5 %'],
    ...['L for 1 5 %', 'O for 0 50 %', 'Q for 0 30 %', 'S for 5 30 %', 'T for 7 5 %', 'Z for 2 30 %'],
  ]);
  expect(figures.map((told) => told.replace(/^(.) for (.)/, '$2 for $1')).toSorted()).toEqual(letters);
});

test('smoothing treats each step separately', () => {
  const { steps, probabilities } = smoothConfusables(inventReading(['O', 'A'], 1));
  expect([steps, probabilities.length]).toEqual([2, 2 * stepLength]);
  expect(probabilities[stepLength + symbolIndex('0')]).toBe(0);
  expect(probabilities[stepLength + symbolIndex('4')]).toBeCloseTo(0.1);
});

test('symbolIndex finds a symbol in either case and rejects any other text', () => {
  expect([...symbols].map(symbolIndex)).toEqual([...symbols].map((_, index) => index));
  expect(symbolIndex('b')).toBe(symbolIndex('B'));
  for (const text of ['', 'AB', 'Æ', 'ß', '-']) expect(symbolIndex(text)).toBe(-1);
});
