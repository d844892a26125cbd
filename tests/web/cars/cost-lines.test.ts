import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { energyPrices, runningCost } from '#core/cars/cost.ts';
import {
  costLines,
  costTotal,
  inspectionsAhead,
  readFigure,
  usualInputs,
} from '../../../web/src/cars/cost-of-owning.tsx';
import { sampleCost } from './sample-cost.ts';

const today = '2026-11-25';
beforeEach(() => localStorage.clear());

describe('the lines of what a car costs', () => {
  it('cost lines are sums of three years, and null if a part is unknown', () => {
    const inputs = { ...usualInputs, insurance: 5_200, inspection: 600 };
    expect(costLines(sampleCost(), inputs, today)).toEqual([
      { kind: 'tax', sum: { month: 133, threeYears: 6 * 800 } },
      // 5 litres for 100 km at 15.53, 45,000 km.
      { kind: 'energy', sum: { month: 971, threeYears: 34_942 } },
      { kind: 'loss', sum: { month: 500, threeYears: 84_000 - 66_000 } },
      { kind: 'insurance', sum: { month: 433, threeYears: 15_600 } },
      { kind: 'inspection', sum: { month: 33, threeYears: 1_200 } },
    ]);
    const bare = sampleCost({ tax: null, energy: null, loss: null, next_inspection: null });
    expect(costLines(bare, inputs, today).map(({ sum }) => sum?.threeYears ?? null)).toEqual([
      ...[null, null, null, 15_600, null],
    ]);
    expect(costTotal(costLines(bare, usualInputs, today))).toBeNull();
  });

  it('cost lines count no loss for a car that may gain value', () => {
    const loss = { ...sampleCost().loss!, price: 60_000 };
    const lines = costLines(sampleCost({ loss }), usualInputs, today);
    expect(lines[2]?.sum?.threeYears).toBe(0);
    // Nothing is known to cost: "at least 0 kr." would say nothing.
    expect(costTotal([lines[2]!, { kind: 'tax', sum: null }])).toBeNull();
  });

  it('the list tells the same sum of tax and energy as the page at its usual figures', () => {
    const tax = fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: null });
    const kind = fc.constantFrom('petrol' as const, 'diesel' as const, 'electricity' as const);
    const used = fc.integer({ min: 10, max: 300 }).map((tenths) => tenths / 10);
    const energy = fc.option(fc.record({ kind, per_100_km: used }), { nil: null });
    fc.assert(
      fc.property(tax, energy, (halfYearlyTaxDkk, energyUsed) => {
        const half = halfYearlyTaxDkk === null ? null : { half_year: halfYearlyTaxDkk };
        const cost = sampleCost({
          tax: half && { ...half, basis: 'charged', year: null },
          energy: energyUsed,
          prices: energyPrices,
        });
        const [taxLine, energyLine] = costLines(cost, usualInputs, today);
        const months = [taxLine!, energyLine!].map(({ sum }) => sum?.month ?? null);
        const told = runningCost({ halfYearlyTaxDkk, energy: energyUsed, reason: 'rated' });
        const isKnown = months.some((month) => month !== null);
        expect(told?.month ?? null).toBe(isKnown ? (months[0] ?? 0) + (months[1] ?? 0) : null);
        expect(told?.lacks ?? null).toBe(
          !isKnown ? null : months[0] === null ? 'tax' : months[1] === null ? 'energy' : null,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('both columns of the cost lines add up to the total as they are shown', () => {
    const amounts = fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: null });
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 100_000 }), (insurance, inspection, km) => {
        const lines = costLines(sampleCost(), { ...usualInputs, insurance, inspection, km }, today);
        for (const column of ['month', 'threeYears'] as const) {
          const shown = lines.map(({ sum }) => Math.round(sum?.[column] ?? 0));
          expect(costTotal(lines)![column]).toBe(shown.reduce((all, each) => all + each));
        }
      }),
    );
  });

  it('cost lines start from the price that the person pays', () => {
    const own = { ...usualInputs, km: 10_000, petrol: 14 };
    expect(costLines(sampleCost(), own, today)[1]?.sum?.threeYears).toBe(5 * 14 * 300);
  });
});

describe('inspections within three years', () => {
  it.each([
    ['2027-03-14', 2],
    ['2027-11-26', 1],
    ['2027-11-25', 2],
    ['2029-11-25', 1],
    ['2029-11-26', 0],
    // Overdue: made before the car is driven.
    ['2026-10-01', 2],
    [null, null],
  ])('a car due by %s has %s inspections within three years', (next, count) => {
    expect(inspectionsAhead(next, today)).toBe(count);
  });
});

describe('a figure of the person', () => {
  it.each([
    ['km', '15.000', 15_000],
    ['km', '15000', 15_000],
    ['km', ' 8 000 ', 8_000],
    ['km', '12,4', 12],
    ['km', '100.001', null],
    ['petrol', '15,53', 15.53],
    ['petrol', '15.53', 15.53],
    ['petrol', '1.553', null],
    ['insurance', '5.200', 5_200],
    ['insurance', '', null],
    ['insurance', 'dyr', null],
    ['insurance', '-3', null],
    ['insurance', '1e3', null],
  ] as const)('the cost field %s reads "%s" as %s', (input, text, figure) => {
    expect(readFigure(input, text)).toBe(figure);
  });
});
