import { describe, expect, it } from 'vitest';
import type { LockedCar, WireCar } from '#core/contract/routes/cars.ts';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { worthALook } from '../../../web/src/imports/first-look.tsx';

const noEstimate = { valuation_low: null, valuation_avg: null, valuation_high: null };
const locked: LockedCar = { id: 'locked-1-1', deal: 'amazing', locked: true };
const withGap = (id: string, gap: number, change: Partial<WireCar> = {}) =>
  sampleCar({
    id,
    price: 100_000 + gap,
    valuation_low: 90_000,
    valuation_avg: 100_000,
    valuation_high: 110_000,
    deal: 'fair',
    ...change,
  });
const ids = (cars: readonly WireCar[]) => cars.map(({ id }) => id);

describe('what of an import is worth a look first', () => {
  it('worthALook counts cars below the market for readers with estimates, largest gap first', () => {
    const facts = worthALook(
      [withGap('a', -4_000), withGap('b', 2_000), withGap('c', -20_000), withGap('d', 0)],
      true,
    );
    expect(facts).toMatchObject({ total: 4, belowMarket: 2 });
    expect(ids(facts.picks)).toEqual(['c', 'a']);
  });

  it('worthALook ignores gaps shown as none and estimates that are not shown', () => {
    const facts = worthALook([withGap('a', -40), withGap('b', -9_000, { deal: 'no_estimate' })], true);
    expect(facts).toMatchObject({ belowMarket: 0, picks: [] });
  });

  it('worthALook shows readers without estimates only fair prices, largest price drop first', () => {
    const facts = worthALook(
      [
        sampleCar({ id: 'a', deal: 'fair', ...noEstimate }),
        sampleCar({ id: 'b', deal: 'fair', ...noEstimate, price_drop: { at: '2026-11-20', amount: 5_000 } }),
        sampleCar({ id: 'c', deal: 'poor', ...noEstimate, price_drop: { at: '2026-11-20', amount: 9_000 } }),
        locked,
      ],
      false,
    );
    expect(facts).toMatchObject({ total: 3, belowMarket: null, fair: 2 });
    expect(ids(facts.picks)).toEqual(['b', 'a']);
  });

  it('worthALook puts cars with serious findings last and cars with fewer findings first', () => {
    const facts = worthALook(
      [
        withGap('debt', -30_000, { findings: { count: 1, heavy: 1, heaviest: null } }),
        withGap('two', -5_000, { findings: { count: 2, heavy: 0, heaviest: null } }),
        withGap('one', -5_000, { findings: { count: 1, heavy: 0, heaviest: null } }),
      ],
      true,
    );
    expect(ids(facts.picks)).toEqual(['one', 'two', 'debt']);
  });

  it('worthALook names at most three cars and no sold one', () => {
    const cars = ['a', 'b', 'c', 'd', 'e'].map((id, i) => withGap(id, -10_000 + i * 1000));
    const facts = worthALook([{ ...cars[0]!, availability: 'sold' as const }, ...cars.slice(1)], true);
    expect(facts.belowMarket).toBe(5);
    expect(ids(facts.picks)).toEqual(['b', 'c', 'd']);
  });
});
