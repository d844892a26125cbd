/** Danish number plates as text. A normalised plate is upper case without blanks, dots or dashes ("AB12345"). */

const ordinaryPlate = /^[A-Z]{2}\d{5}$/;
const personalPlate = /^[A-Z0-9ÆØÅ]{2,7}$/;
const separators = /[\s.\-·_]+/gu;

/**
 * The plate a person or a register wrote, as the product keeps it: "ab 12 345" → "AB12345".
 * Null when it can be no Danish plate: neither ordinary (two letters, five digits) nor personal (2–7 letters or digits, Æ Ø Å among them).
 */
export function normalisePlate(text: string): string | null {
  const plate = text.normalize('NFC').toUpperCase().replace(separators, '');
  return personalPlate.test(plate) ? plate : null;
}

/** True for a normalised plate of the ordinary series: two letters and five digits. */
export function isOrdinaryPlate(plate: string): boolean {
  return ordinaryPlate.test(plate);
}

/** "AB12345" → "AB 12 345", as it stands on the car; personal plates have no grouping and stay as they are. */
export function formatPlate(plate: string): string {
  return isOrdinaryPlate(plate) ? `${plate.slice(0, 2)} ${plate.slice(2, 4)} ${plate.slice(4)}` : plate;
}
