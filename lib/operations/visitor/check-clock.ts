import { Refusal } from '#lib/refusal.ts';

/**
 * A lease is seven seconds from its end or more while its holder lives: two visitors that are off in opposite directions must
 * still agree that it holds. The date has whole seconds.
 */
const mostOffMs = 3_000;

/**
 * Compares this machine's clock with what a server says of the time (an HTTP date; null where it says nothing).
 * @throws Refusal when they differ by more than three seconds
 */
export function requireRightClock(date: string | null, nowMs: number): void {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return;
  const off = nowMs - theirs;
  if (Math.abs(off) <= mostOffMs) return;
  throw new Refusal(
    `The clock is off: this machine is ${Math.round(Math.abs(off) / 1000)} seconds ${off > 0 ? 'ahead of' : 'behind'} AWS, ` +
      'and signatures and leases go by it. Let it set its clock by the network. Nothing was visited.',
  );
}
