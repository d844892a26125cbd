import type { Fuel, Gearbox, SellerType } from './listing.ts';

/** What a car runs on, as forms of Danish, Norwegian and Swedish sites call it; the most telling first. */
const fuels: readonly [RegExp, Fuel][] = [
  [/plug-?\s?in|ladhybrid|ladbar/i, 'plugin_hybrid'],
  [/hybrid/i, 'hybrid'],
  [/^el(?:ektri\S*|bil)?$/i, 'electric'],
  [/diesel/i, 'diesel'],
  [/gas|cng|lpg/i, 'gas'],
  [/hydrogen|brint|vätgas/i, 'hydrogen'],
  [/benzin|bensin|petrol/i, 'petrol'],
];

export const fuelOf = (word: string | null): Fuel | null =>
  word === null ? null : (fuels.find(([pattern]) => pattern.test(word.trim()))?.[1] ?? null);

export const gearboxOf = (word: string | null): Gearbox | null =>
  word === null
    ? null
    : /^aut/i.test(word.trim())
      ? 'automatic'
      : /^manu/i.test(word.trim())
        ? 'manual'
        : null;

export const sellerTypeOf = (word: string | null): SellerType | null =>
  word === null
    ? null
    : /^privat/i.test(word.trim())
      ? 'private'
      : /^(?:forhandler|merkeforhandler|företag|dealer|professional)/i.test(word.trim())
        ? 'dealer'
        : null;

/** "Other make" is no make. */
export const makeOf = (make: string | null): string | null =>
  make === null || /^(?:andre|andet|annet|övriga|other|ukendt)$/i.test(make) ? null : make;
