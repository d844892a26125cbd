import type { Language } from '#core/language.ts';

const danishNumbers = new Intl.NumberFormat('da-DK', { maximumFractionDigits: 1 });

/** "118.000", in both languages: prices and distances are Danish. */
export function formatNumber(value: number): string {
  return danishNumbers.format(value);
}

/** "118.000 kr." */
export function formatKroner(dkk: number): string {
  return `${danishNumbers.format(Math.round(dkk))} kr.`;
}

/** Cents to "€9", "€6.33" (English) or "9 €" (Danish). */
export function formatEuro(cents: number, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
}

/** Whole euro with both decimals, as on a receipt: "€9.00" (English) or "9,00 €" (Danish). */
export function formatEuroExact(euro: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(euro);
}

/** Kilometres as "111.000 km"; a figure the seller masked ("187xxx") as "187.xxx km"; unknown as "-" (docs/spec.md 2). */
export function formatMileage(mileage: number | string | null): string {
  if (mileage === null || mileage === '') return '-';
  if (typeof mileage === 'number') return `${formatNumber(mileage)} km`;
  const masked = /^(\d+)\.?(x+)/i.exec(mileage);
  return masked ? `${masked[1]}.xxx km` : `${mileage} km`;
}

/**
 * A date in words: "March 14, 2019" in English, "14. marts 2019" in Danish, "N/A" when empty or no date (docs/spec.md 9).
 * A calendar day is shown as that day in every time zone.
 */
export function formatDate(date: string | null, language: Language): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '');
  const value = day
    ? new Date(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])))
    : new Date(date ?? '');
  if (Number.isNaN(value.getTime())) return 'N/A';
  const locale = language === 'en' ? 'en-US' : 'da-DK';
  const zone = day ? 'UTC' : undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone }).format(value);
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
