import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstOffer, type OfferInput, saysPriceIsFixed } from '#core/cars/first-offer.ts';

const similar = (...prices: number[]) =>
  prices.map((adjustedDkk) => ({ adjustedDkk, factor: 1, isGone: false }));
const input = (changes: Partial<OfferInput> = {}): OfferInput => ({
  priceDkk: 100_000,
  interval: { lowDkk: 80_000, avgDkk: 95_000, highDkk: 112_000 },
  comparables: similar(84_000, 86_000, 88_200, 90_200, 92_300, 94_000, 96_000, 98_000, 99_000),
  daysListed: 10,
  isAgeKnown: true,
  usualDays: 20,
  droppedDkk: 0,
  findings: [],
  hasHeavyFinding: false,
  text: '',
  ...changes,
});

describe('the first offer', () => {
  it('is the middle of the similar cars, made comparable', () => {
    expect(firstOffer(input())).toEqual({
      ...{ dkk: 92_000, from: 'similar', cheaper: 4, total: 9, gone: 0 },
      ...{ long: null, droppedDkk: null, isFixed: false, toPay: [] },
    });
  });

  it('is lower for a car that is offered for longer than usual, and for one whose price fell', () => {
    const long = firstOffer(input({ daysListed: 21 }))!;
    const both = firstOffer(input({ daysListed: 21, droppedDkk: 4_000 }))!;
    expect(long).toMatchObject({ dkk: 90_000, long: { days: 21, isUsualKnown: true } });
    expect(both).toMatchObject({ dkk: 88_000, droppedDkk: 4_000 });
  });

  it('takes sixty days for long where the usual time of the model is not known', () => {
    const daysOf = (daysListed: number) => firstOffer(input({ usualDays: null, daysListed }))!.long;
    expect([60, 61].map(daysOf)).toEqual([null, { days: 61, isAgeKnown: true, isUsualKnown: false }]);
  });

  it('is the market value where the similar cars ask more', () => {
    const dear = similar(98_000, 99_000, 100_000, 101_000, 102_000);
    expect(firstOffer(input({ priceDkk: 110_000, comparables: dear }))).toMatchObject({
      ...{ dkk: 95_000, from: 'capped', cheaper: 0 },
    });
  });

  it('does not call the middle higher than the market value where both read the same', () => {
    const alike = similar(90_000, 94_000, 95_040, 96_000, 99_000);
    expect(firstOffer(input({ priceDkk: 110_000, comparables: alike }))).toMatchObject({ from: 'similar' });
  });

  it('is the market value where there are too few similar cars', () => {
    expect(firstOffer(input({ comparables: similar(50_000, 60_000, 70_000, 80_000) }))).toMatchObject({
      ...{ dkk: 95_000, from: 'value' },
    });
  });

  it('is the asking price where that is below anything that the similar cars support', () => {
    expect(firstOffer(input({ priceDkk: 79_900 }))).toMatchObject({ dkk: 79_900, from: 'asked' });
  });

  it('names what must be paid for, without inventing what it costs', () => {
    const findings = ['faults', 'recall', 'inspection_overdue'];
    expect(firstOffer(input({ findings }))).toMatchObject({
      ...{ dkk: 92_000, toPay: ['faults', 'inspection_overdue'] },
    });
  });

  it('is none for a car with a heavy finding', () => {
    expect(firstOffer(input({ hasHeavyFinding: true }))).toBeNull();
  });

  it('is never above the asking price or the interval, and below the interval only where the asking price is', () => {
    const comparable = fc.record({
      adjustedDkk: fc.integer({ min: 5_000, max: 600_000 }),
      factor: fc.double({ min: 0.4, max: 2.5, noNaN: true }),
      isGone: fc.boolean(),
    });
    const any = fc.record({
      priceDkk: fc.integer({ min: 7_500, max: 600_000 }),
      interval: fc
        .tuple(
          fc.integer({ min: 7_000, max: 500_000 }),
          fc.double({ min: 1, max: 1.4, noNaN: true }),
          fc.double({ min: 1, max: 1.4, noNaN: true }),
        )
        .map(([lowDkk, one, other]) => ({ lowDkk, avgDkk: lowDkk * one, highDkk: lowDkk * one * other })),
      comparables: fc.array(comparable, { maxLength: 12 }),
      daysListed: fc.nat(400),
      usualDays: fc.option(fc.nat(90)),
      droppedDkk: fc.nat(30_000),
    });
    fc.assert(
      fc.property(any, (changes) => {
        const { priceDkk, interval, comparables } = input(changes);
        const offer = firstOffer(input(changes))!;
        expect(offer.dkk).toBeLessThanOrEqual(priceDkk);
        expect(offer.dkk).toBeGreaterThanOrEqual(Math.min(priceDkk, interval.lowDkk));
        // A price that people name may lie below a narrow range's high end, never above it.
        expect(offer.dkk).toBeLessThanOrEqual(Math.max(interval.highDkk, interval.lowDkk + 100));
        expect(offer.total).toBe(comparables.length);
        // Waiting longer and a lower price before never raise it.
        const eager = firstOffer(input({ ...changes, daysListed: 0, droppedDkk: 0 }))!;
        expect(offer.dkk).toBeLessThanOrEqual(eager.dkk);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a price that the seller calls fixed', () => {
  it.each([
    'Pæn bil. Fast pris.',
    'FASTPRIS 45.000',
    'Fast pris\nServicebog medfølger',
    'Fast pris på bilen',
    'Fast pris for 45.000 kr.',
    'Prisen er fast og skal ikke diskuteres',
    'Prisen er ikke til forhandling',
    'Ingen prutteri, tak',
    'Prisen kan ikke pruttes',
    'Price is firm',
  ])('is read in %j', (text) => {
    expect(saysPriceIsFixed(text)).toBe(true);
    expect(firstOffer(input({ text }))!.isFixed).toBe(true);
  });

  it.each([
    'Ikke fast pris, kom med et bud',
    'Det er ikke en fast pris',
    'Fast pris?',
    'Med fast prisaftale på service',
    'Fastprisaftale',
    'Fast pris-aftale medfølger',
    'Fast pris på service i tre år',
    'Leasing til fast pris pr. måned',
    'Prisen er fastsat af en fagmand',
    'Prisen er til forhandling',
    'Prisen er ikke fast',
    'Fast tagbagagebærer, pris 45.000',
  ])('is not read in %j', (text) => {
    expect(saysPriceIsFixed(text)).toBe(false);
  });
});
