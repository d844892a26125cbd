import { isOrdinaryPlate, normalPlate } from '#core/plate/plate.ts';

/**
 * The plate of a field for plates, normalised ("AB12345"): two letters and five figures. Anything else ("-", "PRØVE", a
 * personal plate) is null: only the register could tell whose it is.
 */
export function plateOf(raw: string | null): string | null {
  const plate = raw === null ? '' : normalPlate(raw.slice(0, 20).trim());
  return isOrdinaryPlate(plate) && !plate.endsWith('00000') ? plate : null;
}

/**
 * A chassis number: 17 characters without I, O and Q, of older cars fewer. One with another letter, or of noughts alone, is
 * none.
 */
export function vinOf(raw: string | null): string | null {
  const vin = (raw ?? '').slice(0, 40).replace(/[\s-]/g, '').toUpperCase();
  if (/^0+$/.test(vin) || !/^[A-HJ-NPR-Z0-9]{5,17}$/.test(vin)) return null;
  return vin.length === 17 || /^[A-Z0-9]{5,14}$/.test(vin) ? vin : null;
}
