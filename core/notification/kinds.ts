/** The types of docs/spec.md, section 3: what a person filters by. */
export const notificationTypes = ['new_cars', 'amazing_deal', 'subscription_update', 'system'] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** What happened. A person is told once of each kind, car and price. */
export const notificationKinds = [
  'new_cars',
  'amazing_deal',
  'price_drop',
  'car_gone',
  'search_paused',
  'search_expired',
  'plan_changed',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const typeOfKind: Readonly<Record<NotificationKind, NotificationType>> = {
  new_cars: 'new_cars',
  amazing_deal: 'amazing_deal',
  price_drop: 'system',
  car_gone: 'system',
  search_paused: 'system',
  search_expired: 'subscription_update',
  plan_changed: 'subscription_update',
};
