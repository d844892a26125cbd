import { describe, expect, it } from 'vitest';
import { canPhotosWait, photosDelaySeconds } from '#core/imports/listings.ts';

const ids = (count: number) => new Set(Array.from({ length: count }, (_, at) => String(at)));
const delayOf = (found: number, done: number, failed = 0) =>
  photosDelaySeconds({ found: ids(found), done: ids(done), failed: ids(failed) });

describe('the photos of a car', () => {
  it('wait where its ad states the plate and has photos', () => {
    expect(canPhotosWait({ plate: 'CX41287', photoUrls: ['a'] })).toBe(true);
    expect(canPhotosWait({ plate: null, photoUrls: ['a'] })).toBe(false);
    expect(canPhotosWait({ plate: 'CX41287', photoUrls: [] })).toBe(false);
  });

  it('wait longer the more cars of the import are yet to be rated, and not at all behind the last one', () => {
    expect([delayOf(200, 0), delayOf(200, 100), delayOf(200, 190, 9), delayOf(200, 200)]).toEqual([
      115, 65, 16, 0,
    ]);
    expect(delayOf(2000, 0)).toBe(120);
    // Sets can overlap: a car can be done that was given up before.
    expect(delayOf(1, 1, 1)).toBe(0);
  });
});
