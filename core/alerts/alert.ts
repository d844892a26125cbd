import { distinctFindings, type FindingName } from '#core/cars/findings.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { PlanType } from '#core/payments/plan.ts';
import type { PurchaseNews } from '#core/payments/purchase-news.ts';
import type { Deal } from '#core/valuation/valuation.ts';

/** A car as an alert tells of it: what it was when the alert was written. */
export type AlertCar = {
  id: string;
  title: string;
  priceDkk: number;
  /** What weighed most of all that there was to look out for; absent where there was nothing. */
  finding?: FindingName;
};
/** Cars that are told of by one alert: the best by name, and what speaks against any of the others. */
type SeveralCars = { cars?: AlertCar[]; otherFindings?: FindingName[] };
/**
 * The automated search that found something. `href`: of a search that nobody named, where its filters stand; its `title` is then
 * what it was called in English, and each reader's is made anew.
 */
export type AlertSearch = { id: string; title: string; href?: string };

/** What a person is told. Facts only: the words are made when somebody reads it, in the reader's language. */
export type Alert =
  | ({ kind: 'new_cars'; search: AlertSearch; count: number; car: AlertCar | null } & SeveralCars)
  | ({ kind: 'amazing_deal'; search: AlertSearch | null; count: number; car: AlertCar | null } & SeveralCars)
  | { kind: 'price_drop'; car: AlertCar; fromDkk: number }
  /** `unseenSince`: an ISO instant, of a car that no visit came across any more: whether it is gone nobody knows. */
  | { kind: 'car_gone'; car: AlertCar; isSold: boolean; unseenSince?: string }
  | { kind: 'search_paused'; search: AlertSearch; failure: ImportFailureClass }
  | { kind: 'search_expired'; search: AlertSearch }
  | ({ kind: 'plan_changed' } & Omit<PurchaseNews, 'id'>)
  /** As it was written before each purchase was told by itself. */
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

/** The car that an alert tells of; null where it tells of several or of none. */
export const carOf = (alert: Alert): AlertCar | null => ('car' in alert ? alert.car : null);

/** The cars that an alert tells of by name. */
export function carsOf(alert: Alert): AlertCar[] {
  const car = carOf(alert);
  if (car) return [car];
  return 'cars' in alert ? (alert.cars ?? []) : [];
}

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

/** Something that happened and that one person has not been told: the unit that is told once. */
export type Happening =
  | { kind: 'new_cars' | 'amazing_deal'; search: AlertSearch | null; car: AlertCar }
  | Extract<Alert, { kind: 'price_drop' | 'car_gone' | 'search_paused' | 'search_expired' | 'plan_changed' }>;

/** What names a happening for good: the same car of the same kind at the same price is the same happening. */
export function happeningKey(happening: Happening, occasion = ''): string {
  switch (happening.kind) {
    case 'new_cars':
      // New is new once, whatever it costs later.
      return `${happening.car.id}#${happening.kind}`;
    case 'amazing_deal':
    case 'price_drop':
    case 'car_gone':
      return `${happening.car.id}#${happening.kind}#${happening.car.priceDkk}`;
    case 'search_paused':
    case 'search_expired':
      return `${happening.search.id}#${happening.kind}#${occasion}`;
    case 'plan_changed':
      return `plan#${happening.kind}#${occasion}`;
  }
}

/** Kinds that concern the person's own account are told at once whatever their plan is. */
const ownAffairs: readonly NotificationKind[] = ['search_paused', 'search_expired', 'plan_changed'];

/** Premium is told at once; news of cars reach who is on the free plan with the next hour. */
export const isToldAtOnce = (happening: Happening, isPremium: boolean): boolean =>
  isPremium || ownAffairs.includes(happening.kind);

/** What a newly discovered car is told as. */
export const kindOfDiscovery = (deal: Deal): 'amazing_deal' | 'new_cars' =>
  deal === 'amazing' ? 'amazing_deal' : 'new_cars';

/** Up to so many cars are told one by one; more become one alert. */
const mostSingle = 3;

/** `groups` keeps the order in which each was met first. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

type CarHappening = Extract<Happening, { kind: 'new_cars' | 'amazing_deal' }>;
const isCarHappening = (happening: Happening): happening is CarHappening =>
  happening.kind === 'new_cars' || happening.kind === 'amazing_deal';

/** So many of the cars that one alert is made of are named in it. */
const mostNamed = 5;

function alertsOfGroup(group: CarHappening[], isPremium: boolean, best: readonly string[]): Alert[] {
  const [{ kind, search }] = group as [CarHappening];
  const counted = (count: number, car: AlertCar | null): Alert =>
    kind === 'new_cars' ? { kind, search: search!, count, car } : { kind, search, count, car };
  const isOneByOne = group.length <= mostSingle && (isPremium || kind === 'new_cars' || group.length === 1);
  if (isOneByOne) return group.map(({ car }) => counted(1, car));
  const placeOf = ({ id }: AlertCar) => (best.includes(id) ? best.indexOf(id) : best.length);
  const cars = group.map(({ car }) => car).sort((a, b) => placeOf(a) - placeOf(b));
  const otherFindings = distinctFindings(cars.slice(mostNamed).flatMap(({ finding }) => finding ?? []));
  return [
    {
      ...counted(group.length, null),
      cars: cars.slice(0, mostNamed),
      ...(otherFindings.length > 0 && { otherFindings }),
    } as Alert,
  ];
}

/** The cars of which only the best may be named: more than are told one by one. */
export const carsToRank = (happenings: readonly Happening[]): string[] => {
  const ids = happenings.filter(isCarHappening).map(({ car }) => car.id);
  return ids.length > mostSingle ? ids : [];
};

/**
 * What a person is told of these happenings: a few cars one by one, many of one search as one alert. Who has no premium access
 * is told of amazing deals in one alert, because each would read the same. `best`: ids of their cars, the best first; others
 * come behind them, as they were found.
 */
export function alertsOf(
  happenings: readonly Happening[],
  isPremium: boolean,
  best: readonly string[] = [],
): Alert[] {
  const ofCars = groupBy(
    happenings.filter(isCarHappening),
    (happening) => `${happening.kind}#${happening.search?.id ?? ''}`,
  );
  const others = happenings.filter(
    (happening): happening is Exclude<Happening, CarHappening> => !isCarHappening(happening),
  );
  return [...ofCars.flatMap((group) => alertsOfGroup(group, isPremium, best)), ...others];
}

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

/** Mails are part of premium, but for news of what a person paid for: those reach everybody. */
export const isMailed = (kind: NotificationKind, isPremium: boolean): boolean =>
  isPremium || kind === 'plan_changed';

export const typeOfKind: Readonly<Record<NotificationKind, NotificationType>> = {
  new_cars: 'new_cars',
  amazing_deal: 'amazing_deal',
  price_drop: 'system',
  car_gone: 'system',
  search_paused: 'system',
  search_expired: 'subscription_update',
  plan_changed: 'subscription_update',
};
