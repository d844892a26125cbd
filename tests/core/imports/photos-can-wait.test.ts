import { describe, expect, it } from 'vitest';
import { canPhotosWait, photosDelaySeconds } from '#core/imports/listings.ts';

const ids = (count: number) => new Set(Array.from({ length: count }, (_, at) => String(at)));
const delayOf = (found: number, done: number, failed = 0) =>
  photosDelaySeconds({ found: ids(found), done: ids(done), failed: ids(failed) });

describe('the photos of a car', () => {
  it('photos can wait when the ad states the plate and has photos', () => {
    expect(canPhotosWait({ plate: 'CX41287', photoUrls: ['a'] })).toBe(true);
    expect(canPhotosWait({ plate: null, photoUrls: ['a'] })).toBe(false);
    expect(canPhotosWait({ plate: 'CX41287', photoUrls: [] })).toBe(false);
  });

  it('photos wait longer the more cars are still to be rated, and not at all after the last', () => {
    expect([delayOf(200, 0), delayOf(200, 100), delayOf(200, 190, 9), delayOf(200, 200)]).toEqual([
      115, 65, 16, 0,
    ]);
    expect(delayOf(2000, 0)).toBe(120);
    // The sets can overlap: a car given up before can be done later.
    expect(delayOf(1, 1, 1)).toBe(0);
  });
});
