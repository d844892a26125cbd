import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { DomainClock } from '../../../clock.ts';
import { parseSchedule, Scheduler } from '../../../runner/triggers/scheduler.ts';
import { temporaryFolder } from '../../support/contract-target.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const hourMs = 3_600_000;

function schedulerOf(name: string, expressions: readonly string[]) {
  const clock = new DomainClock(join(folder.path, name));
  const fired: { name: string; at: Date; seen: Date }[] = [];
  const rules = expressions.map((expression) => ({
    name: expression,
    schedule: parseSchedule(expression)!,
    fire: async (at: Date) => void fired.push({ name: expression, at, seen: clock.now() }),
  }));
  const steps: number[] = [];
  const scheduler = new Scheduler(rules, clock, (step) => steps.push(step));
  return {
    clock,
    fired,
    steps,
    scheduler,
    of: (expression: string) => fired.filter((one) => one.name === expression),
  };
}

describe('moving the clock', () => {
  test('fires every hour of a week, whatever else fires every minute', async () => {
    const { scheduler, of } = schedulerOf('week', ['rate(1 hour)', 'rate(1 minute)']);
    await scheduler.advance(7 * 24 * hourMs);
    scheduler.close();
    expect(of('rate(1 hour)')).toHaveLength(168);
    expect(of('rate(1 minute)').length).toBeGreaterThan(100);
    expect(of('rate(1 minute)').length).toBeLessThanOrEqual(200);
  });

  test('shows each rule the time at which it falls due, in order, and arrives where it was told', async () => {
    const { scheduler, clock, fired, steps } = schedulerOf('order', ['rate(1 hour)', 'rate(2 hours)']);
    await scheduler.advance(6 * hourMs);
    scheduler.close();
    const times = fired.map((one) => one.at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { at, seen } of fired) expect(Math.abs(seen.getTime() - at.getTime())).toBeLessThan(2000);
    expect(clock.offsetMs).toBe(6 * hourMs);
    expect(steps.reduce((sum, step) => sum + step, 0)).toBe(6 * hourMs);
    expect(steps.every((step) => step >= 0)).toBe(true);
  });

  test('as if the machine had slept fires nothing on the way, and tells by how far it was moved', () => {
    const { scheduler, clock, fired, steps } = schedulerOf('sleep', ['rate(1 hour)']);
    scheduler.skip(31 * 24 * hourMs);
    scheduler.close();
    expect(fired).toEqual([]);
    expect(clock.offsetMs).toBe(31 * 24 * hourMs);
    expect(steps).toEqual([31 * 24 * hourMs]);
  });

  test('is remembered', () => {
    expect(new DomainClock(join(folder.path, 'order')).offsetMs).toBe(6 * hourMs);
  });
});

const next = (expression: string, after: string) =>
  parseSchedule(expression)?.next(new Date(after)).toISOString();

describe('a schedule', () => {
  test('of a rate fires at multiples of its period', () => {
    expect(next('rate(1 hour)', '2026-03-01T10:20:00Z')).toBe('2026-03-01T11:00:00.000Z');
    expect(next('rate(5 minutes)', '2026-03-01T10:20:00Z')).toBe('2026-03-01T10:25:00.000Z');
    expect(next('rate(1 day)', '2026-03-01T10:20:00Z')).toBe('2026-03-02T00:00:00.000Z');
  });

  test('of a cron expression fires in UTC, at its minute of every hour or of one hour of the day', () => {
    expect(next('cron(0 3 * * ? *)', '2026-03-01T10:20:00Z')).toBe('2026-03-02T03:00:00.000Z');
    expect(next('cron(30 11 * * ? *)', '2026-03-01T10:20:00Z')).toBe('2026-03-01T11:30:00.000Z');
    expect(next('cron(20 * * * ? *)', '2026-03-01T10:20:00Z')).toBe('2026-03-01T11:20:00.000Z');
    expect(next('cron(40 * * * ? *)', '2026-03-01T10:20:30Z')).toBe('2026-03-01T10:40:00.000Z');
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
    for (const expression of ['now and then', 'cron(0/20 * * * ? *)', 'cron(15 8 ? * MON-FRI *)'])
      expect(() => parseSchedule(expression)).toThrow('not understood');
  });
});
