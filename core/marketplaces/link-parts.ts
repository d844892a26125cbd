import type { FilterWords } from '#core/cars/filter-words-en.ts';
import type { LinkWords, PanelWords } from '#core/cars/search-words-en.ts';
import { groupThousands, kroner } from '#core/shared.ts';
import { makeOfCode } from './dba/make-codes.ts';

/** The texts in which searches are described, in one language. */
export type DescribingWords = FilterWords & PanelWords & LinkWords;

/** The filters of a search as texts. `typed`: words that a person typed, whose spelling is kept. */
export type Described = { typed: string | null; parts: readonly string[] };

export type Ends = { low: number | null; high: number | null };

/** "50.000–100.000 kr.", "from 2015", "up to 90.000 km"; nothing if neither end is given. */
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

/** The two ends of a range in an address. */
export function endsIn(search: URLSearchParams, low: string, high: string): Ends {
  const read = (name: string) => {
    const text = search.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  return { low: read(low), high: read(high) };
}

/** A word as it is written inside a sentence: "Petrol" → "petrol"; "SUV" and "CarPlay" stay. */
export const within = (word: string): string =>
  /\p{Lu}/u.test(word.slice(1)) ? word : word.charAt(0).toLowerCase() + word.slice(1);

/** The words of a table for these names; names without a word are shown as they are. */
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

/** Filters whose codes have no word here: "area 0.200009", so that two searches can be told apart. */
export const codedParts = (
  search: URLSearchParams,
  names: Readonly<Record<string, keyof LinkWords['linkFilters']>>,
  words: DescribingWords,
): string[] =>
  Object.entries(names).flatMap(([name, label]) => {
    const values = search.getAll(name);
    return values.length === 0 ? [] : `${words.linkFilters[label]} ${wordsOf({}, values)}`;
  });

/** The parts in one line that begins with a capital letter. */
export function asTitle({ typed, parts }: Described): string {
  const said = parts.join(', ');
  if (typed !== null) return [typed, said].filter(Boolean).join(', ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
