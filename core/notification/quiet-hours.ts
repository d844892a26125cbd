import { wallClockMs } from '../plan/usage-period.ts';

export type QuietHours = { from: string; to: string };

const dayMinutes = 24 * 60;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * When a person may be disturbed from `now` on: now itself, or the end of their quiet hours (Copenhagen time, which may
 * span midnight). The same time twice means never quiet.
 */
export function undisturbedFrom(now: Date, quiet: QuietHours | null): Date {
  if (!quiet) return now;
  const wall = new Date(wallClockMs(now));
  const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  const since = (time: string) => (minute - minutesOf(time) + dayMinutes) % dayMinutes;
  const length = (minutesOf(quiet.to) - minutesOf(quiet.from) + dayMinutes) % dayMinutes;
  if (since(quiet.from) >= length) return now;
  const leftMinutes = (minutesOf(quiet.to) - minute + dayMinutes) % dayMinutes;
  const minuteStart = new Date(now.getTime() - (now.getTime() % 60_000));
  const end = new Date(minuteStart.getTime() + leftMinutes * 60_000);
  // In the two nights of the year that change the clock, an hour more or less lies between.
  const offMs = wallClockMs(end) - wallClockMs(minuteStart) - (end.getTime() - minuteStart.getTime());
  return new Date(end.getTime() - offMs);
}
