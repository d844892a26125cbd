import { keep, recall, recallValue } from '../storage.ts';

const key = 'bilfund_link';

/** A link that a visitor pasted is kept in this tab until they have signed in. */
export function keepLink(link: string): void {
  if (link.trim()) keep('tab', key, link.trim());
}

/** The waiting link, or ''. */
export const waitingLink = (): string => recall('tab', key) ?? '';

/** Removes the link once the field shows it. */
export function forgetLink(): void {
  keep('tab', key, null);
}

const carsKey = 'bilfund_cars';
/** Signing up, with a code from a mail, takes minutes. */
const waitMs = 3_600_000;

/**
 * Keeps the button's cars in this tab, for at most an hour, until the reader has signed in and agreed. False if the browser
 * has no storage.
 */
export const keepCars = (page: unknown, nowMs = Date.now()): boolean =>
  keep('tab', carsKey, JSON.stringify({ until: nowMs + waitMs, page }));

/** What waits: the page, as it was kept; `expired` once, when it waited too long; null when there is none. */
export function waitingCars(nowMs = Date.now()): { page: unknown } | 'expired' | null {
  const kept = recallValue('tab', carsKey) as { until: number; page: unknown } | null;
  if (!kept) return null;
  if (nowMs < kept.until) return { page: kept.page };
  forgetCars();
  return 'expired';
}

export const forgetCars = (): boolean => keep('tab', carsKey, null);
