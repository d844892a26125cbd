import { describe, expect, test } from 'vitest';
import { corpusStrings } from '#tests/fixtures/corpus/strings.ts';
import { accuracyByClass, leastAccuracy, misreadString } from '#tests/support/score-corpus.ts';

describe('texts of the corpus', () => {
  test('the corpus has at least 400 texts in four languages, over 40 % of them Danish', () => {
    expect(corpusStrings.length).toBeGreaterThanOrEqual(400);
    expect(new Set(corpusStrings.map(({ language }) => language))).toEqual(new Set(['da', 'sv', 'de', 'en']));
    const danish = corpusStrings.filter(({ language }) => language === 'da');
    expect(danish.length / corpusStrings.length).toBeGreaterThan(0.4);
    const keys = corpusStrings.map(({ class: kind, language, text }) => `${kind}, ${language}: ${text}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test.each(accuracyByClass(corpusStrings, misreadString))(
    'at least 98 % of the $class texts are read correctly',
    ({ cases, right, misread }) => {
      expect(right / cases, misread.join('\n')).toBeGreaterThanOrEqual(leastAccuracy);
    },
  );
});
