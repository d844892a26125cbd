/**
 * A whole number with its thousands set apart: 149900 → "149.900", in both languages. By hand, because the first
 * Intl.NumberFormat of a process costs a function's start more than all of its own code.
 */
export const groupThousands = (value: number): string =>
  String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '.');

/** 149900 → "149.900 kr." */
export const kroner = (dkk: number): string => `${groupThousands(dkk)} kr.`;

/** Ends with one full stop: an amount in kroner has it already. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
