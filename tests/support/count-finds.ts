import type { Alert } from '#core/notification/notification.ts';

/** How many finds an alert stands for. */
export const countOf = (alert: Alert): number => ('count' in alert ? alert.count : 1);
