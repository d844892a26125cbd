import type { Mileage } from './listing.ts';
import { foldText } from './text.ts';

const kmPerMile = 1.609344;
const kmPerScandinavianMile = 10;
const maxKm = 1_500_000;
const minBareKm = 500;

/** "187.xxx", "187 ***", "187xxx": the seller hid the last digits. */
const maskedPattern = /(?<![\d.,])(\d{1,3})[.,\s]?(?:x{3}|\*{3})(?![\dx*])/;
const unitPattern = '(kms?|kilometer|kilometre|kilometers|kilometres|miles?|mi|mil)';
const numberPattern = '(\\d{1,3}(?:\\.\\d{3})+|\\d{1,3}(?:,\\d{3})+|\\d{1,3} \\d{3}|\\d+(?:[.,]\\d{1,2})?)';
const thousandsPattern =
  '(?:(k|t\\.?|ts\\.?|tsd\\.?|tus\\.?|tusinde?|tausend|thousand)(?=\\s*(?:km|mi)|[^a-z]|$))?';
/** 149K km, 149 t.km, 149tkm, 149 t km, 149 tusind km, 95K miles; or plain 149.000 km, 149000km. */
const figurePattern = new RegExp(
  `(?<![\\d.,/])${numberPattern}\\s*${thousandsPattern}\\s*${unitPattern}\\b(?!\\s*(?:/|pr\\b|per\\b|i timen|paa(?! (?:klokken|taelleren|uret|speedometeret|bilen))|raekkevidde|reichweite|rackvidd|range|wltp|fra|herfra))`,
  'g',
);
const labelNames =
  'miltal|matarstallning|laufleistung|har (?:kun |bare |ca\\.? )?gaaet|km-?\\s?stand|kilometer-?(?:stand|taeller)?|kilometertal|odometer|mileage|koert|tacho(?:meter)?|(?<![\\d.,]\\s?)km(?=\\s*[:=])|(?<=(?:^|[\\n,;(])\\s*)km';
const labelPattern = new RegExp(
  `(?:${labelNames})\\s*(?:er|paa|ca\\.?|kun|har|km|:|=|-|\\(|\\)|\\s){0,6}${numberPattern}\\s*${thousandsPattern}(?:\\s*${unitPattern}\\b)?(?![\\d/])(?!\\s*(?:km)?\\s*(?:/|pr\\b|paa liter|hk\\b|kr))`,
  'g',
);
/** "149.000 på tælleren": the label behind the figure. */
const labelBehindPattern = new RegExp(
  `(?<![\\d.,/])${numberPattern}\\s*${thousandsPattern}\\s*(?:paa (?:klokken|taelleren|uret|speedometeret)|on the clock)`,
);
/** A figure after these words is not what the car has run: ranges, service intervals, the timing belt. */
const otherMeaning = new RegExp(
  `(?<![a-z])(?:${[
    'raekkevidde|range|wltp|nedc|service|serviceret|tandrem|kaede|olieskift|skiftet|ved|hver|hvert|efter|siden|garanti|indtil',
    'maks|max|fra|bremser|kobling|radius|inden for|til|for',
    'rackvidd|servad|bytt|bytet|vid|varje',
    'reichweite|(?:zahnriemen|gewechselt|erneuert|inspektion|service|kundendienst|gemacht) bei|alle|nach|garantie',
    '(?:changed|replaced|done|serviced|service|belt|clutch|rebuilt) at|every|warranty',
  ].join('|')})[\\s:()]*(?:(?:ca\\.?|cirka|omkring|paa|de|over|under|op til|up to|bis|yderligere)\\s)*$`,
);

/**
 * What the text says the car has run, in km. A labelled figure ("km-stand 191.182", "kørt 149.000") wins
 * over a bare one ("149 t.km"). `masked` counts in thousands, figures ending in 000 are `rounded`, the rest
 * is `exact`. Miles × 1.609344, Scandinavian miles × 10.
 */
export function parseMileage(text: string): Mileage | null {
  const folded = foldText(text.slice(0, 8000));
  return findMasked(folded) ?? findLabelled(folded) ?? findLabelledBehind(folded) ?? findFigure(folded);
}

/** The odometer of an item page, exact; null where its unit is none we know: miles taken for km would be a bargain. */
export function odometerMileage(value: number, unit: string | null): Mileage | null {
  if (!/mile|kilomet|^km/i.test(unit ?? '')) return null;
  const km = Math.round(value * (/mile/i.test(unit!) ? kmPerMile : 1));
  return km >= 0 && km <= maxKm ? { km, precision: 'exact' } : null;
}

function findMasked(folded: string): Mileage | null {
  const match = maskedPattern.exec(folded);
  return match ? { km: Number(match[1]) * 1000, precision: 'masked' } : null;
}

function findLabelled(folded: string): Mileage | null {
  for (const match of folded.matchAll(labelPattern)) {
    const mileage = toMileage(match[1]!, match[2], match[3] ?? (match[0].startsWith('miltal') ? 'mil' : ''));
    // "km 22,7" is a consumption, "kørt 3 gange" a habit: what a used car has run has three digits or a
    // thousands mark.
    if (mileage && mileage.km >= 100) return mileage;
  }
  return null;
}

function findLabelledBehind(folded: string): Mileage | null {
  const match = labelBehindPattern.exec(folded);
  const mileage = match && toMileage(match[1]!, match[2], '');
  return mileage && mileage.km >= minBareKm ? mileage : null;
}

function findFigure(folded: string): Mileage | null {
  for (const match of folded.matchAll(figurePattern)) {
    if (otherMeaning.test(folded.slice(Math.max(0, match.index - 40), match.index))) continue;
    const mileage = toMileage(match[1]!, match[2], match[3]!);
    // "5 km fra Odense" and "2 mil kr": a bare figure under this is about something else.
    if (mileage && mileage.km >= minBareKm) return mileage;
  }
  return null;
}

function toMileage(digits: string, thousands: string | undefined, unit: string): Mileage | null {
  const grouped = /^\d{1,3}(?:[., ]\d{3})+$/.test(digits);
  const number = grouped ? Number(digits.replace(/\D/g, '')) : Number(digits.replace(',', '.'));
  const factor = /^mi/.test(unit) && unit !== 'mil' ? kmPerMile : 1;
  const inThousands = thousands !== undefined && !(grouped && number >= 10_000);
  const value = number * (inThousands ? 1000 : 1) * (unit === 'mil' ? kmPerScandinavianMile : 1);
  const km = Math.round(value * factor);
  if (km > maxKm) return null;
  return { km, precision: inThousands || (value >= 1000 && value % 1000 === 0) ? 'rounded' : 'exact' };
}
