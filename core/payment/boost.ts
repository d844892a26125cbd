import { limits } from '../plan/plans.ts';

/** A span of time in milliseconds since the epoch; `to` may be Infinity. */
export type Span = { from: number; to: number };

const boostMs = limits.boostDays * 24 * 3600_000;

/**
 * Until when boosts give premium, in milliseconds; null without a boost or behind time that never ends. A boost's days run
 * only while nothing else gives premium: on top of a subscription they wait for its end, and a second boost follows the first.
 */
export function boostEnd(boughtAtMs: readonly number[], covered: readonly Span[]): number | null {
  const spans = covered.toSorted((a, b) => a.from - b.from);
  let until: number | null = null;
  for (const boughtAt of boughtAtMs.toSorted((a, b) => a - b))
    until = spend(Math.max(boughtAt, until ?? 0), spans);
  return until === Number.POSITIVE_INFINITY ? null : until;
}

/** The moment at which one boost's days are used up when they may begin at `start`. */
function spend(start: number, spans: readonly Span[]): number {
  let at = start;
  let left = boostMs;
  for (const { from, to } of spans) {
    if (to <= at) continue;
    const free = from - at;
    if (free >= left) break;
    left -= Math.max(0, free);
    at = to;
  }
  return at + left;
}
