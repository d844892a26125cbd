/** Danish number plates as text. A normalised plate is upper case without blanks, dots or dashes ("AB12345"). */

const ordinaryPlate = /^[A-Z]{2}\d{5}$/;

/** True for a normalised plate of the ordinary series: two letters and five digits. */
export function isOrdinaryPlate(plate: string): boolean {
  return ordinaryPlate.test(plate);
}
