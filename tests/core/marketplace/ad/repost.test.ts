import { describe, expect, test } from 'vitest';
import { type CarTraits, isSameCar } from '#core/marketplace/ad/repost.ts';
import { pageFailureClasses } from '#core/marketplace/page-failure.ts';
import { nextRunAfterRefusal, retryPolicy } from '#core/marketplace/retry-policy.ts';

const golf: CarTraits = {
  plate: null,
  photoHashes: ['aa'],
  make: 'Volkswagen',
  model: 'Golf',
  year: 2014,
  mileageKm: 149_000,
  city: 'Odense',
};

describe('the same car again', () => {
  test('is told by its plate', () => {
    expect(
      isSameCar(
        { ...golf, plate: 'AB12345' },
        { ...golf, plate: 'AB12345', city: 'Aarhus', mileageKm: 1, photoHashes: [] },
      ),
    ).toBe(true);
    expect(isSameCar({ ...golf, plate: 'AB12345' }, { ...golf, plate: 'CD12345' })).toBe(false);
  });

  test('is told by a photo, unless model or year speak against it', () => {
    const other = { ...golf, city: 'Aarhus', mileageKm: 150_000 };
    expect(isSameCar(golf, other)).toBe(true);
    expect(isSameCar(golf, { ...other, year: 2016 })).toBe(false);
    expect(isSameCar(golf, { ...other, model: 'Polo' })).toBe(false);
    expect(isSameCar(golf, { ...other, model: null, year: null })).toBe(true);
  });

  test('is told by model, year, mileage and place together', () => {
    const again = { ...golf, photoHashes: ['bb'] };
    expect(isSameCar(golf, again)).toBe(true);
    expect(isSameCar(golf, { ...again, city: 'odense' })).toBe(true);
    for (const change of [
      { mileageKm: 149_001 },
      { city: 'Aarhus' },
      { year: null },
      { model: null },
      { mileageKm: null },
      { city: null },
    ]) {
      expect(isSameCar(golf, { ...again, ...change })).toBe(false);
    }
  });

  test('two cars of which nothing is known are two cars', () => {
    const unknown: CarTraits = {
      plate: null,
      photoHashes: [],
      make: null,
      model: null,
      year: null,
      mileageKm: null,
      city: null,
    };
    expect(isSameCar(unknown, unknown)).toBe(false);
  });
});

describe('what follows from a failure', () => {
  test('a refusal is never tried again at once', () => {
    for (const failureClass of pageFailureClasses) {
      const rule = retryPolicy[failureClass];
      expect(rule.retry).toBe(failureClass === 'timeout' || failureClass === 'network');
      expect(rule.userReason).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('only a page that we read wrongly raises the alarm', () => {
    const alarms = pageFailureClasses.filter((failureClass) => retryPolicy[failureClass].isAlarm);
    expect(alarms).toEqual(['layout_changed', 'unknown_page']);
  });

  test('repeated searches back off an hour, then six, then pause', () => {
    expect(nextRunAfterRefusal(1)).toEqual({ paused: false, delaySeconds: 3600 });
    expect(nextRunAfterRefusal(2)).toEqual({ paused: false, delaySeconds: 21_600 });
    expect(nextRunAfterRefusal(3)).toEqual({ paused: true });
  });
});
