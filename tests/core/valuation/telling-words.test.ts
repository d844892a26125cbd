import { describe, expect, test } from 'vitest';
import { readTellingWords } from '#core/valuation/features.ts';
import { lackOfWords, learnReferences } from '#core/valuation/references.ts';
import { toSubject } from '#core/valuation/subject.ts';
import { chooseTreeWords, noTreeWords, readAsUsual, readTreeText } from '#core/valuation/tree.ts';
import { ordinaryCar } from './invented-market.ts';

const golf = { make: 'Volkswagen', model: 'Golf', year: 2018 };

describe('the telling words of an ad', () => {
  test.each([
    ['2018 VW Golf', []],
    ['Volkswagen Golf 1,4 TSI Highline sælges', ['1.4', 'tsi', 'highline']],
    ['Pæn VW-Golf 2017 med træk', ['vw-golf', '2017', 'træk']],
  ])('of %j are %j', (title, words) => {
    expect(readTellingWords(golf, title)).toEqual(words);
  });

  test('are without a name in any spelling', () => {
    const mercedes = { make: 'Mercedes-Benz', model: 'C 220', year: null };
    expect(readTellingWords(mercedes, 'Mercedes C220 AMG', 'mercedes-benz C 220 MB')).toEqual(['amg']);
    expect(readTellingWords({ make: null, model: null, year: 2018 }, '2018 Sport')).toEqual(['sport']);
  });
});

const seen = (title: string | null, model = 'Kaj', variant: string | null = null) =>
  toSubject({ ...ordinaryCar(), model, variant, title })!;
const many = (count: number, title: string | null, model?: string) =>
  Array.from({ length: count }, () => seen(title, model));

describe('an ad that says little', () => {
  const pool = [...many(60, 'alfa beta gamma delta', 'Kaj'), ...many(40, 'beta gamma epsilon', 'Bro')];
  const references = learnReferences(pool);

  test('lacks what is missing of the usual number of words, where nearly every ad says more', () => {
    expect(references.wordCounts).toEqual({ few: 3, usual: 4 });
    expect(
      [null, 'beta', 'beta gamma', 'alfa beta zeta'].map((text) => lackOfWords(seen(text), references)),
    ).toEqual([1, 0.75, 0.5, 0]);
  });

  test('lacks nothing in a pool that holds enough of its kind to learn from, but all where it has no words', () => {
    const taught = learnReferences([...pool, ...many(10, null)]);
    expect(taught.wordCounts).toEqual({ few: 0, usual: 0 });
    expect([null, 'beta'].map((text) => lackOfWords(seen(text), taught))).toEqual([1, 0]);
    const { wordCounts: _, ...before } = references;
    expect(['', 'beta'].map((text) => lackOfWords(seen(text), before))).toEqual([1, 0]);
  });

  const treeWords = chooseTreeWords(pool);
  const has = (words: string) => treeWords.words.map((word) => Number(words.split(' ').includes(word)));

  test('counts for the trees as one with the words that every second ad of its model has', () => {
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

  test('is taken as it is where it says enough, and by models that know no words', () => {
    expect(readAsUsual(seen('beta gamma epsilon'), treeWords, references).has).toEqual(
      has('beta gamma epsilon'),
    );
    expect(readAsUsual(seen('beta'), noTreeWords, references).has).toEqual([]);
  });

  test('a word of hardly any ad is none of the trees', () => {
    expect(chooseTreeWords([...pool, ...many(9, 'beta gamma rare')]).words).not.toContain('rare');
    expect(chooseTreeWords([...pool, ...many(10, 'beta gamma rare')]).words).toContain('rare');
    const long = chooseTreeWords(
      many(50, Array.from({ length: 120 }, (_, n) => `w${n}`).join(' ')).concat(many(50, 'else')),
    );
    expect(long.words).toHaveLength(80);
  });
});
