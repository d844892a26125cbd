import { describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import { isOfThisMarket, lastGone, lessonOf, weightOf } from '#core/cars/listing-life.ts';
import { basisOf } from '#core/cars/rating-basis.ts';
import { makeCar } from '#tests/support/make-car.ts';

const now = '2026-11-25T00:00:00.000Z';
const taught = (car: Car) => lessonOf(basisOf(car, null), now);
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.parse(now) - days * dayMs).toISOString();
/** A car that has been gone for `goneDays` after it was for sale for `stoodDays`. */
const goneCar = (goneDays: number, stoodDays: number): Car =>
  makeCar({
    availability: 'gone',
    goneAt: daysAgo(goneDays),
    listedAt: null,
    firstSeenAt: daysAgo(goneDays + stoodDays),
  });

describe('cars that are gone, as evidence', () => {
  it('a car that is gone is evidence for twelve months', () => {
    expect([0, 364, 365, 700].map((days) => isOfThisMarket(goneCar(days, 9), now))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(taught(goneCar(365, 9))).toBeNull();
  });

  it('a car that is gone teaches its last price as of the day it was gone', () => {
    const lesson = taught({ ...goneCar(73, 9), priceDkk: 84_000 });
    expect(lesson).toMatchObject({ price: 84_000, observedYear: expect.closeTo(2026.7, 2) });
  });

  it('a car counts half after half a year, and less when it was for sale unusually long', () => {
    expect(weightOf(goneCar(0, 9), now)).toBe(1);
    expect(weightOf(goneCar(180, 9), now)).toBe(0.5);
    expect(weightOf(goneCar(180, 90), now)).toBe(0.25);
    expect(weightOf(goneCar(364, 900), now)).toBe(0.1);
    expect(taught(goneCar(180, 9))?.weight).toBe(0.5);
  });

  it('a car for sale keeps its full weight, however long it has been listed', () => {
    const offered = makeCar({ goneAt: null, firstSeenAt: daysAgo(400), listedAt: null });
    expect(weightOf(offered, now)).toBe(1);
    expect(taught(offered)).not.toHaveProperty('weight');
  });

  it('a fit reads the cars gone last, as far as there is room', () => {
    const gone = [40, 3, 500, 90].map((days) => ({ ...goneCar(days, 9), id: `gone-${days}` }));
    const cars = [...gone, makeCar({ id: 'offered', goneAt: null })];
    expect(lastGone(cars, now, 10)).toEqual(['gone-3', 'gone-40', 'gone-90']);
    expect(lastGone(cars, now, 2)).toEqual(['gone-3', 'gone-40']);
    expect(lastGone(cars, now, -1)).toEqual([]);
  });
});
