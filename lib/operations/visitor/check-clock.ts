import { Refusal } from '#lib/refusal.ts';

/** Leases of other visitors are seen by this machine's clock, and AWS refuses signatures of another hour. */
const mostOffMs = 30_000;

/**
 * Compares this machine's clock with what a server says of the time (an HTTP date; null where it says nothing).
 * @throws Refusal when they differ by more than half a minute
 */
export function requireRightClock(date: string | null, nowMs: number): void {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return;
  const off = nowMs - theirs;
  if (Math.abs(off) <= mostOffMs) return;
  throw new Refusal(
    `The clock is off: this machine is ${Math.round(Math.abs(off) / 1000)} seconds ${off > 0 ? 'ahead of' : 'behind'} AWS, ` +
      'which refuses what is signed so. Let it set its clock by the network. Nothing was visited.',
  );
}
