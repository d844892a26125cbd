import { agreeInKm, weighMileage, weighYear } from './claims.ts';
import { clausesOf } from './clauses.ts';
import type { Mileage } from './listing.ts';

const kmPerMile = 1.609344;
const maxKm = 1_500_000;

/**
 * What a line of a card or a field says the car has run, in km. A figure that is called so ("km-stand 191.182") wins over
 * a bare one. `masked` counts in thousands, figures ending in 000 are `rounded`, the rest is `exact`. Null where two
 * figures contradict each other.
 */
export function parseMileage(text: string): Mileage | null {
  return weighMileage(clausesOf(text, 'title')).value;
}

/** The odometer of an item page, exact; null where its unit is none we know: miles taken for km would be a bargain. */
export function odometerMileage(value: number, unit: string | null): Mileage | null {
  if (!/mile|kilomet|^km/i.test(unit ?? '')) return null;
  const km = Math.round(value * (/mile/i.test(unit!) ? kmPerMile : 1));
  return km >= 0 && km <= maxKm ? { km, precision: 'exact' } : null;
}

/** The reading that is believed, and another one that contradicts it or cannot be believed. */
export type MileageReadings = { mileage: Mileage | null; otherMileage: Mileage | null };

/** Below this share of what the seller's words say, a form was filled in with anything. */
const leastShareOfWords = 0.1;
const leastKm = 10;

/** Figures people type into a form that wants one: 1, 111111, 123456. */
export function isPlaceholderKm(km: number): boolean {
  const digits = String(km);
  return (
    km < leastKm || /^(\d)\1{4,}$/.test(digits) || /^(?:12345|123456|1234567|654321|987654)$/.test(digits)
  );
}

/**
 * What a car has run, from the form's field (or the line under the title) and from the seller's own words. Where they
 * contradict each other both are kept: nobody but the seller knows which is true, and a reader must see that.
 * `contradictory`: readings of the words of which none is surely the car's; without a form none is taken.
 */
export function chooseMileage(
  form: Mileage | null,
  words: Mileage | null,
  contradictory: readonly Mileage[] = [],
): MileageReadings {
  if (contradictory.length > 0) {
    const isBorneOut = form !== null && contradictory.some(({ km }) => agreeInKm(km, form.km));
    return { mileage: form, otherMileage: isBorneOut ? null : contradictory[0]! };
  }
  const given = form ?? words;
  if (given === null) return { mileage: null, otherMileage: null };
  if (form === null || words === null)
    return isPlaceholderKm(given.km)
      ? { mileage: null, otherMileage: given }
      : { mileage: given, otherMileage: null };
  if (agreeInKm(form.km, words.km)) return { mileage: form, otherMileage: null };
  const isFormEmpty = isPlaceholderKm(form.km) || form.km < words.km * leastShareOfWords;
  return isFormEmpty ? { mileage: words, otherMileage: form } : { mileage: form, otherMileage: words };
}

/**
 * The model year in a title. Words that the model's name has used up ("Peugeot 2008") are given and count
 * for nothing, once each; a year that is called one ("årgang 2013", "årg. 13") wins over a bare figure.
 */
export function yearInTitle(title: string, modelWords: string[]): number | null {
  const rest = modelWords.reduce((text, word) => withoutWord(text, word), title);
  const { value, others } = weighYear(clausesOf(rest, 'title'), 1);
  return value ?? (others.length > 0 ? null : dashedYear(rest));
}

/** "Volvo V70 -08", as Swedes write it, and "Golf '13"; between 1980 and 2029. */
function dashedYear(text: string): number | null {
  const found = /(?<=\s)(?:-|'|’)([0-289]\d)(?=[\s,.]|$)/.exec(text)?.[1];
  return found === undefined ? null : Number(found) + (Number(found) < 50 ? 2000 : 1900);
}

/** Without the last occurrence of a word: in "2016 Peugeot 2008" the first figure is the year. */
function withoutWord(text: string, word: string): string {
  for (let at = text.lastIndexOf(word); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(word, at - 1)) {
    const end = at + word.length;
    const isWhole = !/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(end));
    if (isWhole) return `${text.slice(0, at)} ${nameStandIn} ${text.slice(end)}`;
  }
  return text;
}
/** Stands for a model's name: what is said before it is not said of a year behind it. */
const nameStandIn = 'modelname';
