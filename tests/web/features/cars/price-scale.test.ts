import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  noMaximumDkk,
  positionOfPrice,
  priceAtPosition,
  readMaximum,
  readMinimum,
} from '../../../../web/src/features/cars/price-scale.ts';

describe('the price slider', () => {
  it('goes in steps of 2,000 DKK to 100,000 and reaches a million at the end', () => {
    expect([0, 1, 25, 50].map(priceAtPosition)).toEqual([0, 2_000, 50_000, 100_000]);
    expect(priceAtPosition(100)).toBe(noMaximumDkk);
  });

  it('goes in steps of 18,000 DKK above 100,000, rounded to the nearest 10,000', () => {
    expect([51, 52, 60, 75].map(priceAtPosition)).toEqual([120_000, 140_000, 280_000, 550_000]);
  });

  it('never goes down when it is moved up, and finds its own position again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), (position) => {
        expect(priceAtPosition(position + 1)).toBeGreaterThan(priceAtPosition(position));
        expect(positionOfPrice(priceAtPosition(position))).toBe(position);
      }),
    );
  });

  it('reads typed bounds: digits only, empty and words mean no limit, a million at most', () => {
    expect(readMinimum('40.000')).toBe(40_000);
    expect(readMinimum('-5')).toBe(5);
    expect(readMinimum('')).toBe(0);
    expect(readMaximum('260.000 kr.')).toBe(260_000);
    expect(readMaximum('')).toBe(noMaximumDkk);
    expect(readMaximum('no limit')).toBe(noMaximumDkk);
    expect(readMaximum('9999999')).toBe(noMaximumDkk);
  });
});
