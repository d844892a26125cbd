import { describe, expect, it } from 'vitest';
import { noUpperPriceDkk } from '#core/catalog/card-query.ts';
import { readMaximum, readMinimum, readYear } from '../../../web/src/catalog/number-filters.tsx';

describe('the price fields', () => {
  // docs/spec.md, section 5.
  it('price fields read digits only, treat empty text and words as no limit, and allow at most a million', () => {
    expect(readMinimum('40.000')).toBe(40_000);
    expect(readMinimum('-5')).toBe(5);
    expect(readMinimum('')).toBe(0);
    expect(readMaximum('260.000 kr.')).toBe(260_000);
    expect(readMaximum('')).toBe(noUpperPriceDkk);
    expect(readMaximum('no limit')).toBe(noUpperPriceDkk);
    expect(readMaximum('9999999')).toBe(noUpperPriceDkk);
  });

  it('year fields accept only years between 1900 and 2100', () => {
    expect(readYear(' 2015 ')).toBe(2015);
    for (const text of ['', '15', '1899', '2101', '20155', 'ny']) expect(readYear(text), text).toBeNull();
  });
});
