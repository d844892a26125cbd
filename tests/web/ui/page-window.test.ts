import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageWindow } from '../../../web/src/ui/pagination.tsx';

describe('the numbered page buttons', () => {
  // docs/spec.md, sections 2 and 9.
  it('page buttons are centred on the current page and shifted at the ends', () => {
    expect(pageWindow(7, 14)).toEqual([5, 6, 7, 8, 9]);
    expect(pageWindow(1, 14)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindow(2, 14)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindow(13, 14)).toEqual([10, 11, 12, 13, 14]);
    expect(pageWindow(14, 14)).toEqual([10, 11, 12, 13, 14]);
    expect(pageWindow(2, 3)).toEqual([1, 2, 3]);
    expect(pageWindow(1, 1)).toEqual([1]);
  });

  // docs/spec.md, section 2.
  it('at most five page buttons appear, in order, within the pages, including the current one', () => {
    const pages = fc
      .integer({ min: 1, max: 500 })
      .chain((total) => fc.tuple(fc.integer({ min: 1, max: total }), fc.constant(total)));
    fc.assert(
      fc.property(pages, ([page, total]) => {
        const shown = pageWindow(page, total);
        expect(shown).toHaveLength(Math.min(5, total));
        expect(shown).toContain(page);
        expect(shown[0]).toBeGreaterThanOrEqual(1);
        expect(shown.at(-1)).toBeLessThanOrEqual(total);
        shown.slice(1).forEach((number, place) => {
          expect(number).toBe(shown[place]! + 1);
        });
      }),
    );
  });
});
