import { expect, test } from 'vitest';
import { cleanLine, cleanParagraphs } from '#core/marketplaces/ad/text.ts';

test('leading blanks of up to four times the limit do not shorten a text', () => {
  const behind = (blanks: number) => cleanLine(`${' '.repeat(blanks)}Golf`, 40);
  expect([0, 160, 220].map(behind)).toEqual(['Golf', 'Golf', 'Golf']);
  expect(behind(224)).toBeNull();
});

test('cleanLine and cleanParagraphs keep 200 and 6,000 characters by default and tidy blanks', () => {
  expect(cleanLine('x'.repeat(300))).toHaveLength(200);
  expect(cleanParagraphs('x'.repeat(7_000))).toHaveLength(6_000);
  expect(cleanLine('  A \u200b  B\n C ')).toBe('A B C');
  expect(cleanParagraphs(' A \r\n\n\n\n B\u2028C ')).toBe('A\n\nB\nC');
  expect([cleanLine(' \t'), cleanLine(7), cleanParagraphs('\n')]).toEqual([null, null, null]);
});
