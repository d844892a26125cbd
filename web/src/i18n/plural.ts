import { groupThousands } from '#core/kroner.ts';
import type { Language } from '#core/language.ts';

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', da: 'Dansk' };

/** "1 car", "2.000 cars": a whole number in Danish grouping with the word that fits it. Both languages have one form for 1 and one for all others. */
export function count(number: number, one: string, other: string): string {
  return `${groupThousands(number)} ${number === 1 ? one : other}`;
}

/** "A, B or C": all that may be meant, `or` before the last. */
export const oneOf = (names: readonly string[], or: string): string =>
  names.join(', ').replace(/, (?!.*, )/, ` ${or} `);
