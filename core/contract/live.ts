import type { ScrapeStatusWire } from './routes/imports.ts';

/** What the server pushes over /live. The web app treats each as a hint to refresh: nothing is only told here. */
export type LiveMessage =
  | { type: 'scrape_status'; status: ScrapeStatusWire }
  | { type: 'scrape_status_removed' }
  /** A car of an import became ready; null names none: it is locked for the receiver. */
  | { type: 'car'; jobId: string; carId: string | null; catalogVersion: string }
  | { type: 'plan_changed' }
  /** A new notification. */
  | { type: 'notification'; notificationId: string }
  /** Some were read or deleted, on this device or another. */
  | { type: 'notifications_changed' }
  | { type: 'pong' };
