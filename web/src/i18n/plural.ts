import type { Language } from '#core/language.ts';

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', da: 'Dansk' };

/** "1 car", "2.000 cars": the number in Danish grouping with the word that fits it. */
export function counter(language: Language): (count: number, one: string, other: string) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat('da-DK');
  return (count, one, other) => `${numbers.format(count)} ${rules.select(count) === 'one' ? one : other}`;
}
