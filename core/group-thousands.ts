/**
 * A whole number with its thousands set apart: 149900 → "149.900". By hand, because the first Intl.NumberFormat of a
 * process costs a function's start more than all of its own code.
 */
export const groupThousands = (value: number, separator: '.' | ','): string =>
  String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, separator);
