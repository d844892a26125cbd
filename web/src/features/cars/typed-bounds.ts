import { noUpperPriceDkk } from '#core/search/no-limits.ts';

/** A typed lower bound: a whole number ≥ 0; anything else is 0. */
export function readMinimum(text: string): number {
  const digits = text.replace(/\D/g, '');
  return Math.min(noUpperPriceDkk, Number(digits || '0'));
}

/** A typed upper bound, clamped to 0–1,000,000; empty, zero digits or words such as "no limit" mean no limit. */
export function readMaximum(text: string): number {
  const digits = text.replace(/\D/g, '');
  return digits ? Math.min(noUpperPriceDkk, Number(digits)) : noUpperPriceDkk;
}

/** A typed year, 1900–2100; anything else is no bound. */
export function readYear(text: string): number | null {
  const year = /^\s*(\d{4})\s*$/.exec(text)?.[1];
  return year !== undefined && Number(year) >= 1900 && Number(year) <= 2100 ? Number(year) : null;
}
