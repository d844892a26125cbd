import type Stripe from 'stripe';

export type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;
export type Period = { start: number; end: number };

const daySeconds = 86_400;

/** `count` calendar months on, on the same day or the month's last: the 31st of January ends on the 28th of February. */
function addMonths(moment: number, count: number): number {
  const date = new Date(moment * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  return Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()) / 1000;
}

function step(anchor: number, { interval, interval_count: count }: Interval, times: number): number {
  const by = count * times;
  switch (interval) {
    case 'day':
      return anchor + by * daySeconds;
    case 'week':
      return anchor + by * 7 * daySeconds;
    case 'year':
      return addMonths(anchor, by * 12);
    default:
      return addMonths(anchor, by);
  }
}

/** The end of the period that begins at `start`, counted from the anchor so that the day of the month never drifts. */
export function periodEnd(start: number, anchor: number, every: Interval): number {
  let times = 1;
  while (step(anchor, every, times) <= start) times += 1;
  return step(anchor, every, times);
}

/** The share of a period that is still to come, 0 to 1. */
export function shareLeft({ start, end }: Period, now: number): number {
  return end <= start ? 0 : Math.min(1, Math.max(0, (end - now) / (end - start)));
}

export const sameInterval = (a: Interval, b: Interval): boolean =>
  a.interval === b.interval && a.interval_count === b.interval_count;
