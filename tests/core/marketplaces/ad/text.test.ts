import { expect, test } from 'vitest';
import { cleanLine, cleanParagraphs } from '#core/marketplaces/ad/text.ts';

test('blanks before a text cost it nothing up to four times its length', () => {
  const behind = (blanks: number) => cleanLine(`${' '.repeat(blanks)}Golf`, 40);
  expect([0, 160, 220].map(behind)).toEqual(['Golf', 'Golf', 'Golf']);
  expect(behind(224)).toBeNull();
});

test('of lines and paragraphs as much is kept as is asked, 200 and 6,000 letters where nothing is said', () => {
  expect(cleanLine('x'.repeat(300))).toHaveLength(200);
  expect(cleanParagraphs('x'.repeat(7_000))).toHaveLength(6_000);
  expect(cleanLine('  A \u200b  B\n C ')).toBe('A B C');
  expect(cleanParagraphs(' A \r\n\n\n\n B\u2028C ')).toBe('A\n\nB\nC');
  expect([cleanLine(' \t'), cleanLine(7), cleanParagraphs('\n')]).toEqual([null, null, null]);
});
