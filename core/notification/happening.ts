import type { Deal } from '../valuation/valuation.ts';
import type { NotificationKind } from './kinds.ts';
import type { Alert, AlertCar, AlertSearch } from './notification.ts';

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

function alertsOfGroup(group: CarHappening[], isPremium: boolean): Alert[] {
  const [{ kind, search }] = group as [CarHappening];
  const counted = (count: number, car: AlertCar | null): Alert =>
    kind === 'new_cars' ? { kind, search: search!, count, car } : { kind, search, count, car };
  const isOneByOne = group.length <= mostSingle && (isPremium || kind === 'new_cars' || group.length === 1);
  return isOneByOne ? group.map(({ car }) => counted(1, car)) : [counted(group.length, null)];
}

/**
 * What a person is told of these happenings: a few cars one by one, many of one search as one alert. Who has no premium access
 * is told of amazing deals in one alert, because each would read the same.
 */
export function alertsOf(happenings: readonly Happening[], isPremium: boolean): Alert[] {
  const ofCars = groupBy(
    happenings.filter(isCarHappening),
    (happening) => `${happening.kind}#${happening.search?.id ?? ''}`,
  );
  const others = happenings.filter(
    (happening): happening is Exclude<Happening, CarHappening> => !isCarHappening(happening),
  );
  return [...ofCars.flatMap((group) => alertsOfGroup(group, isPremium)), ...others];
}
