import { describe, expect, test } from 'vitest';
import { readTellingWords } from '#core/valuation/features.ts';
import { lackOfWords, learnReferences } from '#core/valuation/references.ts';
import { toSubject } from '#core/valuation/subject.ts';
import { chooseTreeWords, noTreeWords, readAsUsual, readTreeText } from '#core/valuation/tree.ts';
import { ordinaryCar } from './invented-market.ts';

const golf = { make: 'Volkswagen', model: 'Golf', year: 2018 };

describe('readTellingWords', () => {
  test.each([
    ['2018 VW Golf', []],
    ['Volkswagen Golf 1,4 TSI Highline sælges', ['1.4', 'tsi', 'highline']],
    ['Pæn VW-Golf 2017 med træk', ['vw-golf', '2017', 'træk']],
  ])('the telling words of %j are %j', (title, words) => {
    expect(readTellingWords(golf, title)).toEqual(words);
  });

  test('the telling words exclude the make and model in any spelling', () => {
    const mercedes = { make: 'Mercedes-Benz', model: 'C 220', year: null };
    expect(readTellingWords(mercedes, 'Mercedes C220 AMG', 'mercedes-benz C 220 MB')).toEqual(['amg']);
    expect(readTellingWords({ make: null, model: null, year: 2018 }, '2018 Sport')).toEqual(['sport']);
  });
});

const seen = (title: string | null, model = 'Kaj', variant: string | null = null) =>
  toSubject({ ...ordinaryCar(), model, variant, title })!;
const many = (count: number, title: string | null, model?: string) =>
  Array.from({ length: count }, () => seen(title, model));

describe('ads with few words', () => {
  const pool = [...many(60, 'alfa beta gamma delta', 'Kaj'), ...many(40, 'beta gamma epsilon', 'Bro')];
  const references = learnReferences(pool);

  test('lackOfWords is the share of the usual words that is missing', () => {
    expect(references.wordCounts).toEqual({ few: 3, usual: 4 });
    expect(
      [null, 'beta', 'beta gamma', 'alfa beta zeta'].map((text) => lackOfWords(seen(text), references)),
    ).toEqual([1, 0.75, 0.5, 0]);
  });

  test('lackOfWords is 0 when the pool has enough short ads, and 1 for an ad without words', () => {
    const taught = learnReferences([...pool, ...many(10, null)]);
    expect(taught.wordCounts).toEqual({ few: 0, usual: 0 });
    expect([null, 'beta'].map((text) => lackOfWords(seen(text), taught))).toEqual([1, 0]);
    const { wordCounts: _, ...before } = references;
    expect(['', 'beta'].map((text) => lackOfWords(seen(text), before))).toEqual([1, 0]);
  });

  const treeWords = chooseTreeWords(pool);
  const has = (words: string) => treeWords.words.map((word) => Number(words.split(' ').includes(word)));

  test('readAsUsual gives an ad with few words the usual words of its model', () => {
    expect(treeWords.words).toEqual(
      ['beta', 'gamma', 'alfa', 'delta', 'epsilon'].filter((word) => treeWords.words.includes(word)),
    );
    expect(treeWords.words).not.toContain('zeta');
    expect(readTreeText(seen('beta'), treeWords)).toEqual({ has: has('beta'), count: 1 });
    expect(readAsUsual(seen('beta'), treeWords, references)).toEqual({
      has: has('alfa beta gamma delta'),
      count: 4,
    });
    expect(readAsUsual(seen(null, 'Bro'), treeWords, references)).toEqual({
      has: has('beta gamma epsilon'),
      count: 4,
    });
    expect(readAsUsual(seen(null, 'Ny'), treeWords, references).has).toEqual(has('alfa beta gamma delta'));
  });

  test('readAsUsual leaves an ad with enough words, and models without words, unchanged', () => {
    expect(readAsUsual(seen('beta gamma epsilon'), treeWords, references).has).toEqual(
      has('beta gamma epsilon'),
    );
    expect(readAsUsual(seen('beta'), noTreeWords, references).has).toEqual([]);
  });

  test('chooseTreeWords leaves out rare words and keeps eighty at most', () => {
    expect(chooseTreeWords([...pool, ...many(9, 'beta gamma rare')]).words).not.toContain('rare');
    expect(chooseTreeWords([...pool, ...many(10, 'beta gamma rare')]).words).toContain('rare');
    const long = chooseTreeWords(
      many(50, Array.from({ length: 120 }, (_, n) => `w${n}`).join(' ')).concat(many(50, 'else')),
    );
    expect(long.words).toHaveLength(80);
  });
});
