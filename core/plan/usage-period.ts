const zone = 'Europe/Copenhagen';
const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The wall clock in Copenhagen at an instant, as if it were UTC (for arithmetic on the offset). */
export function wallClockMs(at: Date): number {
  const p = Object.fromEntries(parts.formatToParts(at).map((part) => [part.type, Number(part.value)]));
  return Date.UTC(p.year!, p.month! - 1, p.day, p.hour, p.minute, p.second);
}

/** The calendar month in which usage is counted, "2026-11" (Copenhagen). */
export function usageMonth(now: Date): string {
  return new Date(wallClockMs(now)).toISOString().slice(0, 7);
}

/** The instant at which the count starts again: midnight in Copenhagen on the first of next month. */
export function usagePeriodEnd(now: Date): Date {
  const wall = new Date(wallClockMs(now));
  const midnightAsUtc = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 1);
  const offsetMs = wallClockMs(new Date(midnightAsUtc)) - midnightAsUtc;
  return new Date(midnightAsUtc - offsetMs);
}
