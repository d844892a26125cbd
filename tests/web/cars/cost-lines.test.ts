import { beforeEach, describe, expect, it } from 'vitest';
import {
  costLines,
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
      { kind: 'tax', threeYears: 6 * 800 },
      // 5 litres for 100 km at 15.53, 45,000 km.
      { kind: 'energy', threeYears: 34_942 },
      { kind: 'loss', threeYears: 84_000 - 66_000 },
      { kind: 'insurance', threeYears: 15_600 },
      { kind: 'inspection', threeYears: 1_200 },
    ]);
    const bare = sampleCost({ tax: null, energy: null, loss: null, next_inspection: null });
    expect(costLines(bare, inputs, today).map(({ threeYears }) => threeYears)).toEqual([
      ...[null, null, null, 15_600, null],
    ]);
  });

  it('cost lines count no loss for a car that may gain value', () => {
    const loss = { ...sampleCost().loss!, price: 60_000 };
    expect(costLines(sampleCost({ loss }), usualInputs, today)[2]?.threeYears).toBe(0);
  });

  it('cost lines start from the price that the person pays', () => {
    const own = { ...usualInputs, km: 10_000, petrol: 14 };
    expect(costLines(sampleCost(), own, today)[1]?.threeYears).toBe(5 * 14 * 300);
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
