import type { FilterWords } from '#core/cars/filter-words-en.ts';
import type { LinkWords, PanelWords } from '#core/cars/search-words-en.ts';
import { groupThousands, kroner } from '#core/shared.ts';
import { makeOfCode } from './dba/make-codes.ts';

/** The words in which searches are described, in one language. */
export type DescribingWords = FilterWords & PanelWords & LinkWords;

/** What a search asks for, in words. `typed`: what somebody typed stays as it is, whatever it begins with. */
export type Described = { typed: string | null; parts: readonly string[] };

type Ends = { low: number | null; high: number | null };

/** "50.000–100.000 kr.", "from 2015", "up to 90.000 km"; nothing where neither end is said. */
function rangeOf(
  words: DescribingWords,
  { low, high }: Ends,
  write: (value: number) => string,
  bare: (value: number) => string = groupThousands,
): string[] {
  if (low !== null && high !== null) return [low === high ? write(high) : `${bare(low)}–${write(high)}`];
  if (low !== null) return [words.from(write(low))];
  return high === null ? [] : [words.upTo(write(high))];
}

export const priceRange = (words: DescribingWords, ends: Ends): string[] => rangeOf(words, ends, kroner);
export const yearRange = (words: DescribingWords, ends: Ends): string[] =>
  rangeOf(words, ends, String, String);
export const mileageRange = (words: DescribingWords, ends: Ends): string[] =>
  rangeOf(words, ends, (km) => `${groupThousands(km)} km`);
export const weightRange = (words: DescribingWords, ends: Ends): string[] =>
  rangeOf(words, ends, (kg) => `${groupThousands(kg)} kg`);
export const powerRange = (words: DescribingWords, ends: Ends): string[] => rangeOf(words, ends, words.power);

/** Two ends that an address names. */
export function endsIn(search: URLSearchParams, low: string, high: string): Ends {
  const read = (name: string) => {
    const text = search.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  return { low: read(low), high: read(high) };
}

/** A word as it stands within a sentence: "Petrol" → "petrol"; "SUV" and "CarPlay" stay. */
export const within = (word: string): string =>
  /\p{Lu}/u.test(word.slice(1)) ? word : word.charAt(0).toLowerCase() + word.slice(1);

/** The word of a table for each of these names, or the name itself where there is none. */
export const wordsOf = (table: Readonly<Record<string, string>>, names: readonly string[]): string =>
  names
    .map((name) => within(Object.hasOwn(table, name) ? table[name]! : name.replaceAll('_', ' ')))
    .join(' / ');

const makes = new Map(Object.values(makeOfCode).map((make) => [make.toLowerCase(), make]));

/** "golf-plus" → "Golf plus", "vw" → "VW". */
export function nameOfSlug(slug: string): string {
  const name = slug.replace(/[-_]+/g, ' ').trim();
  return makes.get(name.toLowerCase()) ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** What an address asks for by codes that we have no word for: "area 0.200009", so that two searches can be told apart. */
export const codedParts = (
  search: URLSearchParams,
  names: Readonly<Record<string, keyof LinkWords['linkFilters']>>,
  words: DescribingWords,
): string[] =>
  Object.entries(names).flatMap(([name, label]) => {
    const values = search.getAll(name);
    return values.length === 0 ? [] : `${words.linkFilters[label]} ${wordsOf({}, values)}`;
  });

/** The parts as one line that begins like a sentence. */
export function asTitle({ typed, parts }: Described): string {
  const said = parts.join(', ');
  if (typed !== null) return [typed, said].filter(Boolean).join(', ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
