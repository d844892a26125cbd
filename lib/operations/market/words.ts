import type { Fuel, Gearbox, SellerType } from '#core/marketplaces/ad/listing.ts';

/** A number as people write it: 129.900, 129900.0, "129.900 kr.", 1,6. Null when there is none. */
export function readNumber(text: string | undefined): number | null {
  const digits = (text ?? '').replace(/[^\d.,]/g, '').replace(/[.,]+$/, '');
  if (!digits) return null;
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(digits);
  const number = Number(isGrouped ? digits.replace(/[.,]/g, '') : digits.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}

const firstOf = <T>(text: string | undefined, table: readonly (readonly [RegExp, T])[]): T | null =>
  table.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null;

/** Danish, English and German words; the narrower ones stand first. */
const fuels: readonly (readonly [RegExp, Fuel])[] = [
  [/plug.?in|phev/i, 'plugin_hybrid'],
  [/hybrid/i, 'hybrid'],
  [/diesel/i, 'diesel'],
  [/benzin|petrol|gasoline/i, 'petrol'],
  [/^el$|elbil|electric|elektr/i, 'electric'],
  [/gas|lpg|cng/i, 'gas'],
  [/brint|hydrogen|wasserstoff/i, 'hydrogen'],
];
const gearboxes: readonly (readonly [RegExp, Gearbox])[] = [
  [/auto|dsg|cvt/i, 'automatic'],
  [/manu|schalt/i, 'manual'],
];
const sellers: readonly (readonly [RegExp, SellerType])[] = [
  [/privat/i, 'private'],
  [/dealer|forhandler|händler|haendler/i, 'dealer'],
];

export const readFuel = (text: string | undefined) => firstOf(text, fuels);
export const readGearbox = (text: string | undefined) => firstOf(text, gearboxes);
export const readSeller = (text: string | undefined) => firstOf(text, sellers);
