import type { Alert } from '#core/notification/notification.ts';

/** How many happenings an alert stands for. */
export const countOf = (alert: Alert): number => ('count' in alert ? alert.count : 1);
