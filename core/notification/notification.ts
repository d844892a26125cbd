import type { ImportFailureClass } from '../contract/routes/imports.ts';
import type { PlanType } from '../plan/plans.ts';

/** A car as an alert tells of it: what it was when the alert was written. */
export type AlertCar = { id: string; title: string; priceDkk: number };
/** The automated search that found something. */
export type AlertSearch = { id: string; title: string };

/** What a person is told. Facts only: the words are made when somebody reads it, in the reader's language. */
export type Alert =
  | { kind: 'new_cars'; search: AlertSearch; count: number; car: AlertCar | null }
  | { kind: 'amazing_deal'; search: AlertSearch | null; count: number; car: AlertCar | null }
  | { kind: 'price_drop'; car: AlertCar; fromDkk: number }
  /** `unseenSince`: an ISO instant, of a car that no visit came across any more: whether it is gone nobody knows. */
  | { kind: 'car_gone'; car: AlertCar; isSold: boolean; unseenSince?: string }
  | { kind: 'search_paused'; search: AlertSearch; failure: ImportFailureClass }
  | { kind: 'search_expired'; search: AlertSearch }
  | { kind: 'plan_changed'; plan: PlanType; isPremium: boolean };

export type Notification = {
  /** Ids sort by time. */
  id: string;
  createdAt: string;
  readAt: string | null;
  alert: Alert;
};

/** What was read at once: everything up to this notification. */
export type ReadMark = { upToId: string; at: string };

/** The moment in base 36, then randomness: as text, ids sort by time. */
export const notificationId = (nowMs: number, random: string): string =>
  `${nowMs.toString(36).padStart(9, '0')}-${random}`;

/** When it was read, by itself or with all others; null while it is unread. */
export function readAtOf(notification: Notification, mark: ReadMark | null): string | null {
  if (notification.readAt !== null) return notification.readAt;
  return mark && notification.id <= mark.upToId ? mark.at : null;
}

/** The car that an alert tells of by name; null where it tells of several or of none. */
export const carOf = (alert: Alert): AlertCar | null => ('car' in alert ? alert.car : null);

/** At most so many are kept for a person. */
export const mostNotifications = 500;

/** Which to drop so that `most` are kept: read ones first, oldest first. `newestFirst` holds all there are. */
export function toDrop(
  newestFirst: readonly Notification[],
  mark: ReadMark | null,
  most = mostNotifications,
): Notification[] {
  const excess = newestFirst.length - most;
  if (excess <= 0) return [];
  const oldestFirst = newestFirst.toReversed();
  const isRead = (each: Notification) => readAtOf(each, mark) !== null;
  return [...oldestFirst.filter(isRead), ...oldestFirst.filter((each) => !isRead(each))].slice(0, excess);
}
