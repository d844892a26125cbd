import { distinctFindings, type FindingName } from '#core/cars/findings.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { PlanType, PurchaseNews } from '#core/payments/plan.ts';
import type { Deal } from '#core/valuation/valuation.ts';

/** A car in an alert, as it was when the alert was written. */
export type AlertCar = {
  id: string;
  title: string;
  priceDkk: number;
  /** The heaviest finding; absent if there was none. */
  finding?: FindingName;
};
/** The cars of one alert: the best by name, and the findings of the others. */
type SeveralCars = { cars?: AlertCar[]; otherFindings?: FindingName[] };
/**
 * The automated search that found something. `href`: the address of a search without a name of its own; `title` is then its
 * generated English name, which is generated anew in each reader's language.
 */
export type AlertSearch = { id: string; title: string; href?: string };

/** What a person is told, as facts. The text is written when it is read, in the reader's language. */
export type Alert =
  /** `search`: null for cars of a page that the person sent without watching its search. */
  | ({ kind: 'new_cars'; search: AlertSearch | null; count: number; car: AlertCar | null } & SeveralCars)
  | ({ kind: 'amazing_deal'; search: AlertSearch | null; count: number; car: AlertCar | null } & SeveralCars)
  | { kind: 'price_drop'; car: AlertCar; fromDkk: number }
  /** `percent`: whole percent below the market, when the alert was written. For readers who may see estimates. */
  | { kind: 'below_market'; search: AlertSearch; car: AlertCar; percent: number }
  /**
   * `unseenSince`: an ISO instant, for a car that no visit has seen since, so that it is unknown whether it is gone.
   * `missedAt`: when a page of the person's own was read that should have shown the car. `isFound`: a search of theirs found
   * it; otherwise they starred it.
   */
  | {
      kind: 'car_gone';
      car: AlertCar;
      isSold: boolean;
      unseenSince?: string;
      missedAt?: string;
      isFound?: true;
    }
  /** Many cars that one page of the person's own no longer shows. */
  | ({ kind: 'car_gone'; car: null; count: number; missedAt: string } & SeveralCars)
  | { kind: 'car_back'; car: AlertCar }
  | { kind: 'car_rated'; car: AlertCar }
  | ({ kind: 'car_rated'; car: null; count: number } & SeveralCars)
  | { kind: 'search_paused'; search: AlertSearch; failure: ImportFailureClass }
  /** `endTime`: an ISO instant. `token`: extends the search once, without signing in. */
  | { kind: 'search_ending'; search: AlertSearch; endTime: string; token: string }
  | { kind: 'search_expired'; search: AlertSearch }
  | ({ kind: 'plan_changed' } & Omit<PurchaseNews, 'id'>)
  /** The older form, from before each purchase had its own alert. */
  | { kind: 'plan_changed'; plan: PlanType; isPremium: boolean };

export type Notification = {
  /** Ids sort by time. */
  id: string;
  createdAt: string;
  readAt: string | null;
  alert: Alert;
};

/** All notifications up to this one were marked as read at once. */
export type ReadMark = { upToId: string; at: string };

/** The time in base 36, then random characters: ids sort by time as text. */
export const notificationId = (nowMs: number, random: string): string =>
  `${nowMs.toString(36).padStart(9, '0')}-${random}`;

/** When it was read, alone or with all others; null while unread. */
export function readAtOf(notification: Notification, mark: ReadMark | null): string | null {
  if (notification.readAt !== null) return notification.readAt;
  return mark && notification.id <= mark.upToId ? mark.at : null;
}

/** The car of an alert; null if it has several or none. */
export const carOf = (alert: Alert): AlertCar | null => ('car' in alert ? alert.car : null);

export function carsOf(alert: Alert): AlertCar[] {
  const car = carOf(alert);
  if (car) return [car];
  return 'cars' in alert ? (alert.cars ?? []) : [];
}

/** How many happenings an alert stands for. */
export const countOf = (alert: Alert): number => ('count' in alert ? alert.count : 1);

/** An alert as if these cars had not been found; null when nothing is left of it. */
export function withoutCars(alert: Alert, isLeftOut: (car: AlertCar) => boolean): Alert | null {
  const car = carOf(alert);
  if (car) return isLeftOut(car) ? null : alert;
  if (!('count' in alert)) return alert;
  const named = carsOf(alert);
  const cars = named.filter((each) => !isLeftOut(each));
  const count = alert.count - (named.length - cars.length);
  if (count === alert.count) return alert;
  if (count === 0) return null;
  const [only] = cars;
  if (count > 1 || !only) return { ...alert, count, cars };
  if (alert.kind === 'car_gone')
    return { kind: 'car_gone', car: only, isSold: false, missedAt: alert.missedAt };
  return alert.kind === 'car_rated'
    ? { kind: 'car_rated', car: only }
    : { kind: alert.kind, search: alert.search, count, car: only };
}

export const mostNotifications = 500;

/** The notifications to delete so that `most` remain: read ones first, oldest first. `newestFirst` has all of them. */
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

/** An event that a person has not been told yet. Each is told once. */
export type Happening =
  | { kind: 'new_cars' | 'amazing_deal'; search: AlertSearch | null; car: AlertCar }
  | Extract<
      Alert,
      | { kind: 'price_drop' | 'below_market' | 'car_gone' | 'car_back' | 'car_rated'; car: AlertCar }
      | { kind: 'search_paused' | 'search_ending' | 'search_expired' | 'plan_changed' }
    >;

/** The permanent key of a happening: the same kind, car and price is the same happening. */
export function happeningKey(happening: Happening, occasion = ''): string {
  switch (happening.kind) {
    case 'new_cars':
    case 'car_rated':
      // A car is new, and rated for the first time, only once, whatever it costs later.
      return `${happening.car.id}#${happening.kind}`;
    case 'amazing_deal':
    case 'price_drop':
    case 'below_market':
    case 'car_back':
      return `${happening.car.id}#${happening.kind}#${happening.car.priceDkk}`;
    case 'car_gone':
      // That a car is sold is told also when it was told before that the car is gone.
      return `${happening.car.id}#${happening.kind}#${happening.car.priceDkk}${happening.isSold ? '#sold' : ''}`;
    case 'search_paused':
    case 'search_ending':
    case 'search_expired':
      return `${happening.search.id}#${happening.kind}#${occasion}`;
    case 'plan_changed':
      return `plan#${happening.kind}#${occasion}`;
  }
}

/** Kinds about the person's own account, which are sent at once on every plan. */
const ownAffairs: readonly NotificationKind[] = [
  'search_paused',
  'search_ending',
  'search_expired',
  'plan_changed',
];

/** Premium readers are told at once; on the free plan news of cars are sent with the next hour. */
export const isToldAtOnce = (happening: Happening, isPremium: boolean): boolean =>
  isPremium || ownAffairs.includes(happening.kind);

export const kindOfDiscovery = (deal: Deal): 'amazing_deal' | 'new_cars' =>
  deal === 'amazing' ? 'amazing_deal' : 'new_cars';

/** Up to this many cars get an alert each; more share one. */
const mostSingle = 3;

/** Groups keep the order of their first items. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

/** Of a car that a page of its owner's no longer shows. */
type Gone = Extract<Happening, { kind: 'car_gone' }> & { missedAt: string };
const isMissed = (happening: Happening): happening is Gone =>
  happening.kind === 'car_gone' && happening.missedAt !== undefined;

type Rated = Extract<Happening, { kind: 'car_rated' }>;
const isRated = (happening: Happening): happening is Rated => happening.kind === 'car_rated';

type CarHappening = Extract<Happening, { kind: 'new_cars' | 'amazing_deal' }>;
const isCarHappening = (happening: Happening): happening is CarHappening =>
  happening.kind === 'new_cars' || happening.kind === 'amazing_deal';

/** Maximum of cars that a shared alert names. */
const mostNamed = 5;

function alertsOfGroup(group: CarHappening[], isPremium: boolean, best: readonly string[]): Alert[] {
  const [{ kind, search }] = group as [CarHappening];
  const counted = (count: number, car: AlertCar | null): Alert => ({ kind, search, count, car });
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

/** One alert for each car that a page no longer shows, or one for all if they are many. */
function alertsOfMissed(group: readonly Gone[]): Alert[] {
  if (group.length <= mostSingle) return [...group];
  const cars = group.map(({ car }) => car);
  const { missedAt } = group[0]!;
  return [{ kind: 'car_gone', car: null, count: cars.length, missedAt, cars: cars.slice(0, mostNamed) }];
}

/** One alert for each car that has been rated, or one for all if they are many. */
function alertsOfRated(group: readonly Rated[]): Alert[] {
  if (group.length <= mostSingle) return [...group];
  const cars = group.map(({ car }) => car);
  return [{ kind: 'car_rated', car: null, count: cars.length, cars: cars.slice(0, mostNamed) }];
}

/** The cars of which only the best are named, because there are more than get an alert each. */
export const carsToRank = (happenings: readonly Happening[]): string[] => {
  const ids = happenings.filter(isCarHappening).map(({ car }) => car.id);
  return ids.length > mostSingle ? ids : [];
};

/**
 * The alerts for these happenings: one per car for a few cars, one per search or page for many. A reader without premium gets one
 * alert for all amazing deals, because each would have the same text. `best`: ids of their cars, best first; other cars
 * follow in the order in which they were found.
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
  const missed = groupBy(happenings.filter(isMissed), ({ missedAt }) => missedAt);
  const others = happenings.filter(
    (happening): happening is Exclude<Happening, CarHappening | Gone | Rated> =>
      !isCarHappening(happening) && !isMissed(happening) && !isRated(happening),
  );
  return [
    ...ofCars.flatMap((group) => alertsOfGroup(group, isPremium, best)),
    ...missed.flatMap(alertsOfMissed),
    ...alertsOfRated(happenings.filter(isRated)),
    ...others,
  ];
}

/** The types of docs/spec.md, section 3, by which notifications are filtered. */
export const notificationTypes = ['new_cars', 'amazing_deal', 'subscription_update', 'system'] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** What happened. A person is told once of each kind, car and price. */
export const notificationKinds = [
  'new_cars',
  'amazing_deal',
  'price_drop',
  'below_market',
  'car_gone',
  'car_back',
  'car_rated',
  'search_paused',
  'search_ending',
  'search_expired',
  'plan_changed',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Mails are part of premium, except news of a person's purchases, which are always mailed. */
export const isMailed = (kind: NotificationKind, isPremium: boolean): boolean =>
  isPremium || kind === 'plan_changed';

export const typeOfKind: Readonly<Record<NotificationKind, NotificationType>> = {
  new_cars: 'new_cars',
  amazing_deal: 'amazing_deal',
  price_drop: 'system',
  below_market: 'system',
  car_gone: 'system',
  car_back: 'system',
  car_rated: 'system',
  search_paused: 'system',
  search_ending: 'subscription_update',
  search_expired: 'subscription_update',
  plan_changed: 'subscription_update',
};
