import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisTicks, binCounts, fitLine } from '../../../web/src/cars/charts.tsx';

describe('the charts', () => {
  it('chart axes have round numbers', () => {
    expect(axisTicks(108_000, 192_000, 4)).toEqual([125_000, 150_000, 175_000]);
    expect(axisTicks(0, 200_000, 4)).toEqual([0, 50_000, 100_000, 150_000, 200_000]);
  });

  it('every value falls in exactly one histogram bar', () => {
    const prices = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(prices, (values) => {
        const bins = binCounts(values, Math.min(...values), Math.max(...values), 16);
        expect(bins.reduce((sum, count) => sum + count, 0)).toBe(values.length);
      }),
    );
  });

  it('the chart draws the least-squares line, and none without spread', () => {
    const line = fitLine([
      [0, 10],
      [1, 8],
      [2, 6],
    ]);
    expect(line?.(3)).toBeCloseTo(4);
    expect(
      fitLine([
        [5, 1],
        [5, 2],
        [5, 3],
      ]),
    ).toBeNull();
  });
});
