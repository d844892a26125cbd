import { describe, expect, test } from 'vitest';
import { corpusPages } from '#tests/fixtures/corpus/pages.ts';
import { accuracyByClass, leastAccuracy } from '#tests/support/accuracy.ts';
import { casesOf, misreadCase } from '#tests/support/score-pages.ts';

describe('pages of the corpus', () => {
  test('there are at least sixty, each with a name of its own', () => {
    expect(corpusPages.length).toBeGreaterThanOrEqual(60);
    expect(new Set(corpusPages.map(({ name }) => name)).size).toBe(corpusPages.length);
  });

  test.each(accuracyByClass(casesOf(corpusPages), misreadCase))(
    'at least 98 of 100 ads or refusals of the class $class are read as a person reads them',
    ({ cases, right, misread }) => {
      expect(right / cases, misread.join('\n')).toBeGreaterThanOrEqual(leastAccuracy);
    },
  );
});
