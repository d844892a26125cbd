import type { Alert } from '#core/alerts/alert.ts';

/** How many happenings an alert stands for. */
export const countOf = (alert: Alert): number => ('count' in alert ? alert.count : 1);
