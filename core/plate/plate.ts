/** Danish number plates as text. A normalised plate is upper case without blanks, dots or dashes ("AB12345"). */

const ordinaryPlate = /^[A-Z]{2}\d{5}$/;

/** True for a normalised plate of the ordinary series: two letters and five digits. */
export function isOrdinaryPlate(plate: string): boolean {
  return ordinaryPlate.test(plate);
}

/**
 * How a plate may be typed: letters and digits, with blanks, dots and dashes of every kind between them ("ab 12.345",
 * "AB–12–345", "MIN BIL"). Written so that a form's field may have it too, where a dash of a class must be escaped.
 */
export const typedPlate =
  /^[\s.\x2d\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u200b-\u200d]*(?:[A-Za-zÆØÅæøå0-9][\s.\x2d\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u200b-\u200d]*){2,7}$/;

/** "ab 12.345" → "AB12345", for what fits `typedPlate`. */
export const normalPlate = (typed: string): string =>
  typed.replaceAll(/[\s.\x2d\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u200b-\u200d]/g, '').toUpperCase();
