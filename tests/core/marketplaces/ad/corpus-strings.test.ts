import { describe, expect, test } from 'vitest';
import { corpusStrings } from '#tests/fixtures/corpus/strings.ts';
import { accuracyByClass, leastAccuracy } from '#tests/support/accuracy.ts';
import { misreadString } from '#tests/support/score-strings.ts';

describe('texts of the corpus', () => {
  test('there are hundreds of them, in four languages, Danish first', () => {
    expect(corpusStrings.length).toBeGreaterThanOrEqual(400);
    expect(new Set(corpusStrings.map(({ language }) => language))).toEqual(new Set(['da', 'sv', 'de', 'en']));
    const danish = corpusStrings.filter(({ language }) => language === 'da');
    expect(danish.length / corpusStrings.length).toBeGreaterThan(0.4);
    const keys = corpusStrings.map(({ class: kind, language, text }) => `${kind}, ${language}: ${text}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test.each(accuracyByClass(corpusStrings, misreadString))(
    'at least 98 of 100 $class are read as a person reads them',
    ({ cases, right, misread }) => {
      expect(right / cases, misread.join('\n')).toBeGreaterThanOrEqual(leastAccuracy);
    },
  );
});
