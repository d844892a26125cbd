import { browserPagesPerDay } from '#core/imports/own-page.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import type { State, Watch } from '../messages.ts';

/** Nothing is opened from 23 to 7 o'clock by the computer's clock. */
const quietFromHour = 23;
const quietToHour = 7;

/** Visits come up to a fifth of the interval later than asked, so that no site sees a clock. */
const jitterShare = 0.2;

const minuteMs = 60_000;

/** When a search is opened the next time. `random` lies within 0 and 1. */
export const nextVisitMs = (nowMs: number, intervalMinutes: number, random: number): number =>
  Math.round(nowMs + intervalMinutes * minuteMs * (1 + jitterShare * random));

/** "2026-11-28" by the computer's clock: the budget of pages is a day's. */
export const dayOf = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

const isQuiet = (now: Date): boolean => now.getHours() >= quietFromHour || now.getHours() < quietToHour;

/** Also when its time was set by a clock that was wrong: none is set so far ahead. */
const isDue = ({ nextAtMs, intervalMinutes }: Watch, nowMs: number): boolean =>
  nextAtMs <= nowMs || nextAtMs > nowMs + 2 * intervalMinutes * minuteMs;

type Standing = Pick<State, 'isWatching' | 'isPaired' | 'watches'> & {
  walls: Partial<Record<MarketplaceId, unknown>>;
  off: readonly MarketplaceId[];
  pagesToday: number;
};

/**
 * The search to open now, if any: the one that waits longest among those whose site shows its cars and is not switched off,
 * while the day's budget lasts, outside the quiet hours.
 */
export function dueWatch(standing: Standing, now: Date): Watch | null {
  if (!standing.isWatching || !standing.isPaired) return null;
  if (standing.pagesToday >= browserPagesPerDay || isQuiet(now)) return null;
  const due = standing.watches.filter(
    (watch) =>
      isDue(watch, now.getTime()) && !standing.walls[watch.source] && !standing.off.includes(watch.source),
  );
  return due.sort((one, other) => one.nextAtMs - other.nextAtMs)[0] ?? null;
}
