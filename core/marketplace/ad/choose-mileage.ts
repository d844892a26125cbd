import { agreeInKm } from './claims.ts';
import type { Mileage } from './listing.ts';

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
