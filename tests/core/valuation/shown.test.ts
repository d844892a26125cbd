import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gapToMarket, toHundreds } from '#core/valuation/shown.ts';

it('the gap is what a reader gets who subtracts the shown market value from the shown price', () => {
  expect([toHundreds(138_049), gapToMarket(100_150, 138_049)]).toEqual([138_000, -37_850]);
  const price = fc.integer({ min: 7_500, max: 3_000_000 });
  fc.assert(
    fc.property(price, fc.double({ min: 7_500, max: 3_000_000, noNaN: true }), (priceDkk, avgDkk) => {
      const subtracted = priceDkk - toHundreds(avgDkk);
      expect(gapToMarket(priceDkk, avgDkk)).toBe(Math.abs(subtracted) < 50 ? 0 : subtracted);
    }),
  );
});
