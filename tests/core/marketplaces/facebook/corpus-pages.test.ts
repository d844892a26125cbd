import { describe, expect, test } from 'vitest';
import { corpusPages } from '#tests/fixtures/corpus/pages.ts';
import { accuracyByClass, leastAccuracy } from '#tests/support/accuracy.ts';
import { casesOf, misreadCase } from '#tests/support/score-pages.ts';

describe('pages of the corpus', () => {
  test('the corpus has at least sixty pages with unique names', () => {
    expect(corpusPages.length).toBeGreaterThanOrEqual(60);
    expect(new Set(corpusPages.map(({ name }) => name)).size).toBe(corpusPages.length);
  });

  test.each(accuracyByClass(casesOf(corpusPages), misreadCase))(
    'at least 98 % of the $class pages are read correctly',
    ({ cases, right, misread }) => {
      expect(right / cases, misread.join('\n')).toBeGreaterThanOrEqual(leastAccuracy);
    },
  );
});
