import { describe, expect, it } from 'vitest';
import { usageMonth, usagePeriodEnd } from '#core/plan/usage-period.ts';

describe('the month in which imports are counted', () => {
  it('is Copenhagen’s calendar month, in winter and in summer time', () => {
    expect(usageMonth(new Date('2026-11-30T22:59:59Z'))).toBe('2026-11');
    expect(usageMonth(new Date('2026-11-30T23:00:00Z'))).toBe('2026-12');
    expect(usageMonth(new Date('2026-06-30T22:00:00Z'))).toBe('2026-07');
  });

  it('ends at Copenhagen’s midnight, across the change of the clocks too', () => {
    expect(usagePeriodEnd(new Date('2026-11-21T08:00:00Z')).toISOString()).toBe('2026-11-30T23:00:00.000Z');
    expect(usagePeriodEnd(new Date('2026-10-10T08:00:00Z')).toISOString()).toBe('2026-10-31T23:00:00.000Z');
    expect(usagePeriodEnd(new Date('2026-06-10T08:00:00Z')).toISOString()).toBe('2026-06-30T22:00:00.000Z');
    expect(usagePeriodEnd(new Date('2026-12-31T12:00:00Z')).toISOString()).toBe('2026-12-31T23:00:00.000Z');
  });
});
