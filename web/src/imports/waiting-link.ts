const key = 'bilfund_link';

/** A link that a visitor pasted is kept in this tab until they have signed in. */
export function keepLink(link: string): void {
  try {
    if (link.trim()) sessionStorage.setItem(key, link.trim());
  } catch {
    // Without storage the visitor pastes it again.
  }
}

/** The waiting link, or ''. */
export function waitingLink(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Removes the link once the field shows it. */
export function forgetLink(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage none waits.
  }
}

const carsKey = 'bilfund_cars';
/** Signing up, with a code from a mail, takes minutes. */
const waitMs = 3_600_000;

/**
 * Keeps the button's cars in this tab, for at most an hour, until the reader has signed in and agreed. False if the browser
 * has no storage.
 */
export function keepCars(page: unknown, nowMs = Date.now()): boolean {
  try {
    sessionStorage.setItem(carsKey, JSON.stringify({ until: nowMs + waitMs, page }));
    return true;
  } catch {
    return false;
  }
}

/** What waits: the page, as it was kept; `expired` once, when it waited too long; null when there is none. */
export function waitingCars(nowMs = Date.now()): { page: unknown } | 'expired' | null {
  try {
    const text = sessionStorage.getItem(carsKey);
    if (text === null) return null;
    const { until, page } = JSON.parse(text) as { until: number; page: unknown };
    if (nowMs < until) return { page };
    sessionStorage.removeItem(carsKey);
    return 'expired';
  } catch {
    return null;
  }
}

export function forgetCars(): void {
  try {
    sessionStorage.removeItem(carsKey);
  } catch {
    // Without storage none wait.
  }
}
