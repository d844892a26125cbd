import { describe, expect, it } from 'vitest';
import { languages, oneOf } from '#core/shared.ts';
import { count } from '../../../web/src/i18n/format.ts';

describe('counted things', () => {
  it('counted things use the plural form of Intl in both languages', () => {
    for (const language of languages) {
      const rules = new Intl.PluralRules(language);
      for (const number of [0, 1, 2, 11, 21, 101, 1001])
        expect(count(number, 'one', 'other').split(' ')[1]).toBe(rules.select(number));
    }
    expect(count(2000, 'car', 'cars')).toBe('2.000 cars');
  });
});

describe('things of which one is meant', () => {
  it('alternatives are listed as Intl lists them', () => {
    const inDanish = new Intl.ListFormat('da', { type: 'disjunction' });
    for (const names of [['A'], ['A', 'B'], ['Facebook Marketplace', 'DBA', 'Bilbasen']])
      expect(oneOf(names, 'eller')).toBe(inDanish.format(names));
  });
});
