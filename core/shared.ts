/** Orders texts by their characters' codes, for `sort`: the same on every machine, whatever its language. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** What is made when it is first asked for: a function that starts pays nothing for a table that it may never need. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** One of so many parts for an id, from 0; the same for the same id, and about as many ids for each. */
export function shardOf(id: string, shards: number): number {
  let hash = 0;
  for (const char of id) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  return hash % shards;
}

/** The two languages of everything people read. English is the default (docs/spec.md 9). */
export const languages = ['en', 'da'] as const;
export type Language = (typeof languages)[number];

/** The language that an address asks for with `?lang=`. */
export const readLanguage = (lang: string | undefined): Language => (lang === 'da' ? 'da' : 'en');

/**
 * A whole number with its thousands set apart: 149900 → "149.900", in both languages. By hand, because the first
 * Intl.NumberFormat of a process costs a function's start more than all of its own code.
 */
export const groupThousands = (value: number): string =>
  String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '.');

/** 149900 → "149.900 kr." */
export const kroner = (dkk: number): string => `${groupThousands(dkk)} kr.`;

/** Ends with one full stop: an amount in kroner has it already. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** A sign that is seen: no blank, no control or joining sign, no mark without a letter, none of the letters that are drawn as nothing. */
const seenSign = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Nothing is seen of such a text, however long it is. */
export const isUnseen = (text: string): boolean => !seenSign.test(text);

const hourMs = 3_600_000;

/** One o'clock UTC on the last Sunday of a month, at which the clocks of the European Union change. */
function clockChangeMs(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month, lastDay.getUTCDate() - lastDay.getUTCDay(), 1);
}

/**
 * The wall clock in Copenhagen at an instant, as if it were UTC (for arithmetic on the offset). Reckoned, because the
 * first Intl.DateTimeFormat of a process costs 18 ms, a fifth of a function's start; the test holds it against Intl's.
 */
export function wallClockMs(at: Date): number {
  const ms = at.getTime();
  const year = at.getUTCFullYear();
  const isSummer = ms >= clockChangeMs(year, 2) && ms < clockChangeMs(year, 9);
  return ms + (isSummer ? 2 : 1) * hourMs;
}

/** The day in Copenhagen on which an instant falls, as "YYYY-MM-DD"; empty if it is none. */
export const calendarDay = (instant: string): string =>
  Number.isNaN(Date.parse(instant))
    ? ''
    : new Date(wallClockMs(new Date(instant))).toISOString().slice(0, 10);

/** "A, B or C", with the conjunction "or". */
export const joinNames = (names: readonly string[], conjunction: string): string =>
  names.join(', ').replace(/, (?!.*, )/, ` ${conjunction} `);

/** The items in a circle, beginning at a place from 0 to 1 of them. */
export const rotated = <T>(items: readonly T[], place: number): T[] => {
  const start = Math.floor(place * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
};
