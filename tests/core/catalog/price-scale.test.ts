import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestPosition, priceAt, priceStepOf } from '#core/catalog/number-filters.ts';

describe('the price slider', () => {
  // docs/spec.md, section 5.
  it.each([
    [0, 0],
    [25, 50_000],
    [50, 100_000],
    [51, 120_000],
    [75, 550_000],
    [100, 1_000_000],
  ])('the price slider maps position %i to %i DKK', (position, price) => {
    expect(priceAt(position)).toBe(price);
  });

  // docs/spec.md, section 5.
  it('the price slider rounds prices above 100,000 to 10,000 and grows with the position', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), (position) => {
        expect(priceAt(position + 1)).toBeGreaterThan(priceAt(position));
        if (position > 50) expect(priceAt(position) % 10_000).toBe(0);
      }),
    );
  });

  it('the price slider finds the position of a price, and the histogram has a bar for every price', () => {
    for (let position = 0; position <= 100; position++)
      expect(nearestPosition(priceAt(position))).toBe(position);
    expect([priceStepOf(0), priceStepOf(5_000_000)]).toEqual([0, 99]);
  });
});
