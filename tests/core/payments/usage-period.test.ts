import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageMonth, usagePeriodEnd } from '#core/payments/plan.ts';
import { wallClockMs } from '#core/shared.ts';

describe('the usage period', () => {
  it('imports are counted by Copenhagen’s calendar month, in winter and in summer', () => {
    expect(usageMonth(new Date('2026-11-30T22:59:59Z'))).toBe('2026-11');
    expect(usageMonth(new Date('2026-11-30T23:00:00Z'))).toBe('2026-12');
    expect(usageMonth(new Date('2026-06-30T22:00:00Z'))).toBe('2026-07');
  });

  it('the usage period ends at midnight in Copenhagen, also across a clock change', () => {
    expect(usagePeriodEnd(new Date('2026-11-21T08:00:00Z')).toISOString()).toBe('2026-11-30T23:00:00.000Z');
    expect(usagePeriodEnd(new Date('2026-10-10T08:00:00Z')).toISOString()).toBe('2026-10-31T23:00:00.000Z');
    expect(usagePeriodEnd(new Date('2026-06-10T08:00:00Z')).toISOString()).toBe('2026-06-30T22:00:00.000Z');
    expect(usagePeriodEnd(new Date('2026-12-31T12:00:00Z')).toISOString()).toBe('2026-12-31T23:00:00.000Z');
  });
});

describe('wallClockMs', () => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Copenhagen',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const ours = (at: Date) => new Date(wallClockMs(at)).toISOString().slice(0, 19).replace('T', ' ');

  it('Copenhagen’s wall clock agrees with the time zone data to the second around every change', () => {
    for (let year = 2020; year <= 2045; year++)
      for (const month of [2, 9])
        for (let day = 24; day <= 31; day++)
          for (const second of [-1, 0, 1]) {
            const at = new Date(Date.UTC(year, month, day, 1, 0, second));
            expect(ours(at)).toBe(format.format(at));
          }
  });

  it('Copenhagen’s wall clock agrees with the time zone data at any moment', () => {
    const moment = fc.date({ min: new Date('2005-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (at) => {
        expect(ours(at)).toBe(format.format(at));
      }),
      { numRuns: 500 },
    );
  });
});
