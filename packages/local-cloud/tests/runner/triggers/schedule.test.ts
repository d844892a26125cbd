import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSchedule } from '../../../runner/triggers/scheduler.ts';

const next = (expression: string, after: string) =>
  parseSchedule(expression)?.next(new Date(after)).toISOString();

describe('a schedule', () => {
  test('of a rate fires at multiples of its period', () => {
    expect(next('rate(1 hour)', '2026-03-01T10:20:00Z')).toBe('2026-03-01T11:00:00.000Z');
    expect(next('rate(5 minutes)', '2026-03-01T10:20:00Z')).toBe('2026-03-01T10:25:00.000Z');
    expect(next('rate(1 day)', '2026-03-01T10:20:00Z')).toBe('2026-03-02T00:00:00.000Z');
  });

  test('of a cron expression fires in UTC, on days by name, in steps', () => {
    expect(next('cron(0 3 * * ? *)', '2026-03-01T10:20:00Z')).toBe('2026-03-02T03:00:00.000Z');
    expect(next('cron(15 8 ? * MON-FRI *)', '2026-03-06T09:00:00Z')).toBe('2026-03-09T08:15:00.000Z');
    expect(next('cron(0/20 * * * ? *)', '2026-03-01T10:20:30Z')).toBe('2026-03-01T10:40:00.000Z');
    expect(next('cron(0 0 1 1 ? *)', '2026-03-01T00:00:00Z')).toBe('2027-01-01T00:00:00.000Z');
  });

  test('is always ahead, and nothing lies between', () => {
    const moments = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 50 }), (after, minutes) => {
        const at = parseSchedule(`rate(${minutes} minutes)`)?.next(after) ?? after;
        const wait = at.getTime() - after.getTime();
        return wait > 0 && wait <= minutes * 60_000;
      }),
    );
  });

  test('that is not understood is refused, none at all is fine', () => {
    expect(parseSchedule(undefined)).toBeUndefined();
    expect(() => parseSchedule('now and then')).toThrow('not understood');
  });
});
