import { weighMileage } from './claims.ts';
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
