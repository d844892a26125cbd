import { groupThousands, kroner, type Language, wallClockMs } from '#core/shared.ts';

/*
 * Formats numbers and dates by hand, because a page's first object of Intl delays its start by twelve milliseconds on a
 * desktop and fifty on a phone. The tests compare each format with Intl's.
 */

/** "118.000", "5,3", with at most and at least so many decimals, in both languages: prices and distances are Danish. */
export function formatNumber(value: number, most = 1, least = 0): string {
  const scale = 10 ** most;
  const scaled = Math.round(Math.abs(value) * scale);
  let decimals = most > 0 ? String(scaled % scale).padStart(most, '0') : '';
  while (decimals.length > least && decimals.endsWith('0')) decimals = decimals.slice(0, -1);
  const sign = value < 0 && scaled > 0 ? '-' : '';
  return `${sign}${groupThousands(Math.floor(scaled / scale))}${decimals && `,${decimals}`}`;
}

/** A share as "8,6 %". */
export const percentOf = (share: number): string => `${formatNumber(share * 100)} %`;

/** "118.000 kr.", as the mails write it. */
export const formatKroner = kroner;

/** Cents to "€9", "€6.33" (English) or "9 €" (Danish). */
export function formatEuro(cents: number, language: Language): string {
  return writeEuro(cents / 100, cents % 100 === 0 ? 0 : 2, language);
}

/** Whole euro with both decimals, as on a receipt: "€9.00" (English) or "9,00 €" (Danish). */
export function formatEuroExact(euro: number, language: Language): string {
  return writeEuro(euro, 2, language);
}

const unbrokenSpace = '\u00a0';

function writeEuro(euro: number, decimals: number, language: Language): string {
  const danish = formatNumber(Math.abs(euro), decimals, decimals);
  const english = danish.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
  return (euro < 0 ? '-' : '') + (language === 'da' ? `${danish}${unbrokenSpace}€` : `€${english}`);
}

/** Kilometres as "111.000 km"; a figure the seller masked ("187xxx") as "187.xxx km"; unknown as "-" (docs/spec.md 2). */
export function formatMileage(mileage: number | string | null): string {
  if (mileage === null || mileage === '') return '-';
  if (typeof mileage === 'number') return `${formatNumber(mileage)} km`;
  const masked = /^(\d+)\.?(x+)/i.exec(mileage);
  return masked ? `${masked[1]}.xxx km` : `${mileage} km`;
}

/** An electric car's watt-hours per kilometre as "16,4 kWh/100 km". */
export const formatConsumption = (whPerKm: number): string => `${formatNumber(whPerKm / 10)} kWh/100 km`;

const months: Readonly<Record<Language, string>> = {
  en: 'January February March April May June July August September October November December',
  da: 'januar februar marts april maj juni juli august september oktober november december',
};

/**
 * A date in words: "March 14, 2019" in English, "14. marts 2019" in Danish, "N/A" when empty or no date (docs/spec.md 9).
 * A calendar day is shown as that day, and an instant as the day that it falls on in Copenhagen, where months and plans are
 * counted: midnight there is the day before in other places.
 */
export function formatDate(date: string | null, language: Language): string {
  const value = new Date(date ?? '');
  if (Number.isNaN(value.getTime())) return 'N/A';
  const shown = /^\d{4}-\d{2}-\d{2}$/.test(date ?? '') ? value : new Date(wallClockMs(value));
  const [day, year] = [shown.getUTCDate(), shown.getUTCFullYear()];
  const month = months[language].split(' ')[shown.getUTCMonth()];
  return language === 'en' ? `${month} ${day}, ${year}` : `${day}. ${month} ${year}`;
}

type RelativeTexts = {
  justNow: string;
  minutesAgo: (count: number) => string;
  hoursAgo: (count: number) => string;
  daysAgo: (count: number) => string;
};

/** "Just now", "5m ago", "3h ago", "2d ago", then the date (docs/spec.md 9). */
export function formatRelative(
  instant: string,
  now: number,
  texts: RelativeTexts,
  language: Language,
): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (Number.isNaN(minutes)) return 'N/A';
  if (minutes < 1) return texts.justNow;
  if (minutes < 60) return texts.minutesAgo(minutes);
  if (minutes < 24 * 60) return texts.hoursAgo(Math.floor(minutes / 60));
  if (minutes < 7 * 24 * 60) return texts.daysAgo(Math.floor(minutes / (24 * 60)));
  return formatDate(instant, language);
}

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', da: 'Dansk' };

/** "1 car", "2.000 cars": a whole number in Danish grouping with the word that fits it. Both languages have one form for 1 and one for all others. */
export function count(number: number, one: string, other: string): string {
  return `${groupThousands(number)} ${number === 1 ? one : other}`;
}

/** A word of an ad or of the register ("mørkeblå", "OFF_WHITE") in the reader's language; null if the table lacks it. */
export function knownWord(table: Readonly<Record<string, string>>, word: string): string | null {
  const key = word.trim().toLowerCase().replaceAll('_', ' ');
  return Object.hasOwn(table, key) ? table[key]! : null;
}

/** A word of an ad or of the register in the reader's language; a word that the table lacks is shown as it is, with a capital. */
export const wordOf = (table: Readonly<Record<string, string>>, word: string): string =>
  knownWord(table, word) ?? word.charAt(0).toUpperCase() + word.slice(1);
