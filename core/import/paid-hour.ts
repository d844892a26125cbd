import { isCharged, isEnded, type Job } from './job.ts';

/** A hand-over by the button that was charged, and from when on the hour counts that it pays for. */
export type PaidHour = { jobId: string; startedAt: string };

/** Looking for a car is many presses on one evening: the first of an hour pays for the others. */
export const paidHourSeconds = 3600;

/** Whether another press costs nothing: not after the hour, and not when its charge was given back. */
export function isPaidFor(hour: PaidHour, paying: Job | null, now: Date): boolean {
  const passedMs = now.getTime() - Date.parse(hour.startedAt);
  if (passedMs >= paidHourSeconds * 1000) return false;
  return paying !== null && (!isEnded(paying) || isCharged(paying));
}
