import { wallClockMs } from '../plan/usage-period.ts';

export type QuietHours = { from: string; to: string };

const minuteMs = 60_000;

/** Whether the clock on the wall in Copenhagen shows a time between these; they may span midnight. */
function isQuiet(at: Date, { from, to }: QuietHours): boolean {
  const wall = new Date(wallClockMs(at)).toISOString().slice(11, 16);
  return from <= to ? wall >= from && wall < to : wall >= from || wall < to;
}

/**
 * When a person may be disturbed from `now` on: now itself, or the first minute after it that is outside of their quiet hours.
 * Each minute is asked what the clock shows, because two nights of the year skip or repeat an hour. The same time twice means
 * never quiet.
 */
export function undisturbedFrom(now: Date, quiet: QuietHours | null): Date {
  if (!quiet) return now;
  let at = now;
  while (isQuiet(at, quiet)) at = new Date((Math.floor(at.getTime() / minuteMs) + 1) * minuteMs);
  return at;
}
