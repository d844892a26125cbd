import { describe, expect, it } from 'vitest';
import { panOffset, wrapIndex } from '../../../web/src/cars/lightbox.tsx';

describe('the lightbox', () => {
  it('the next photo wraps around at both ends', () => {
    expect(wrapIndex(-1, 5)).toBe(4);
    expect(wrapIndex(5, 5)).toBe(0);
    expect(wrapIndex(2, 5)).toBe(2);
  });

  // docs/spec.md, sections 2 and 9.
  it('a zoomed photo moves against the pointer, within its limit and centred in the middle', () => {
    expect(panOffset(0.5, 0.5)).toEqual({ x: 0, y: 0 });
    expect(panOffset(0, 1)).toEqual({ x: 25, y: -25 });
    expect(panOffset(-9, 9)).toEqual({ x: 25, y: -25 });
  });
});
