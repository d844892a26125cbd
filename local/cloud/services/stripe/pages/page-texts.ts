import { da, danishFailures, danishUnits } from './texts-da.ts';
import { en, type Texts } from './texts-en.ts';

/** The words of the shop's pages, in English and Danish. `{shop}` is the account's name. */
export type Language = 'en' | 'da';

const texts: Readonly<Record<Language, Texts>> = { en, da };

export type Words = {
  language: Language;
  /** The account's name. */
  shop: string;
  /** A text with its {places} filled. */
  say(name: keyof Texts, places?: Readonly<Record<string, string>>): string;
  money(cents: number, currency?: string): string;
  date(epochSeconds: number): string;
  interval(every: { interval: string; interval_count: number } | null): string;
  /** A refusal in the page's language, by its code or its English words. */
  failure(message: string, code?: string): string;
};

function intervalText(
  language: Language,
  every: { interval: string; interval_count: number } | null,
): string {
  if (!every) return '';
  const { interval, interval_count: count } = every;
  if (language === 'en') return count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;
  const unit = danishUnits[interval] ?? interval;
  return count === 1 ? `pr. ${unit}` : `hver ${count}. ${unit}`;
}

export function wordsOf(language: Language, shop: string): Words {
  const locale = language === 'da' ? 'da-DK' : 'en-GB';
  return {
    language,
    shop,
    say: (name, places = {}) =>
      texts[language][name].replaceAll(
        /\{(\w+)\}/g,
        (_, place: string) => ({ shop, ...places })[place] ?? '',
      ),
    money: (cents, currency = 'eur') =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() }).format(
        cents / 100,
      ),
    date: (seconds) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Copenhagen' }).format(
        seconds * 1000,
      ),
    interval: (every) => intervalText(language, every),
    failure: (message, code) =>
      language === 'en' ? message : (danishFailures[code ?? ''] ?? danishFailures[message] ?? message),
  };
}

/** The session's language, else what the browser asks for. */
export function languageOf(
  asked: string | null,
  locale: string | null,
  accepted: string | undefined,
): Language {
  if (asked === 'da' || asked === 'en') return asked;
  if (locale === 'da') return 'da';
  if (locale?.startsWith('en')) return 'en';
  return /^\s*da\b/i.test(accepted ?? '') ? 'da' : 'en';
}
