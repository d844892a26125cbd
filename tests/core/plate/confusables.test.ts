import { expect, test } from 'vitest';
import { smoothConfusables } from '#core/plate/confusables.ts';
import { symbolIndex } from '#core/plate/symbols.ts';
import { inventReading } from './invented-reading.ts';

test('what speaks for O speaks in part for 0 as well, and the other way round', () => {
  const seen = inventReading(['O', '0'], 1);
  const smoothed = smoothConfusables(seen);
  expect(smoothed.probabilities[symbolIndex('0')]).toBeCloseTo(0.5);
  expect(smoothed.probabilities[37 + symbolIndex('O')]).toBeCloseTo(0.5);
});

test('no probability falls, and the reading handed in stays as it was', () => {
  const seen = inventReading(['B8', 'S', '-'], 0.8);
  const before = seen.probabilities.slice();
  const smoothed = smoothConfusables(seen);
  expect(seen.probabilities).toEqual(before);
  expect(smoothed.probabilities.every((probability, index) => probability >= before[index]!)).toBe(true);
});
