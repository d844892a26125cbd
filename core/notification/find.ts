import type { Deal } from '../valuation/valuation.ts';
import type { NotificationKind } from './kinds.ts';
import type { Alert, AlertCar, AlertSearch } from './notification.ts';

/** Something that happened and that one person has not been told: the unit that is told once. */
export type Find =
  | { kind: 'new_cars' | 'amazing_deal'; search: AlertSearch | null; car: AlertCar }
  | Extract<Alert, { kind: 'price_drop' | 'car_gone' | 'search_paused' | 'search_expired' | 'plan_changed' }>;

/** What names a find for good: the same car of the same kind at the same price is the same find. */
export function findKey(find: Find, occasion = ''): string {
  switch (find.kind) {
    case 'new_cars':
      // New is new once, whatever it costs later.
      return `${find.car.id}#${find.kind}`;
    case 'amazing_deal':
    case 'price_drop':
    case 'car_gone':
      return `${find.car.id}#${find.kind}#${find.car.priceDkk}`;
    case 'search_paused':
    case 'search_expired':
      return `${find.search.id}#${find.kind}#${occasion}`;
    case 'plan_changed':
      return `plan#${find.kind}#${occasion}`;
  }
}

/** Kinds that concern the person's own account are told at once whatever their plan is. */
const ownAffairs: readonly NotificationKind[] = ['search_paused', 'search_expired', 'plan_changed'];

/** Premium is told at once; news of cars reach who is on the free plan with the next hour. */
export const isToldAtOnce = (find: Find, isPremium: boolean): boolean =>
  isPremium || ownAffairs.includes(find.kind);

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

type CarFind = Extract<Find, { kind: 'new_cars' | 'amazing_deal' }>;
const isCarFind = (find: Find): find is CarFind => find.kind === 'new_cars' || find.kind === 'amazing_deal';

function alertsOfGroup(group: CarFind[], isPremium: boolean): Alert[] {
  const [{ kind, search }] = group as [CarFind];
  const counted = (count: number, car: AlertCar | null): Alert =>
    kind === 'new_cars' ? { kind, search: search!, count, car } : { kind, search, count, car };
  const isOneByOne = group.length <= mostSingle && (isPremium || kind === 'new_cars' || group.length === 1);
  return isOneByOne ? group.map(({ car }) => counted(1, car)) : [counted(group.length, null)];
}

/**
 * What a person is told of these finds: a few cars one by one, many of one search as one alert. Who has no premium access
 * is told of amazing deals in one alert, because each would read the same.
 */
export function alertsOf(finds: readonly Find[], isPremium: boolean): Alert[] {
  const ofCars = groupBy(finds.filter(isCarFind), (find) => `${find.kind}#${find.search?.id ?? ''}`);
  const others = finds.filter((find): find is Exclude<Find, CarFind> => !isCarFind(find));
  return [...ofCars.flatMap((group) => alertsOfGroup(group, isPremium)), ...others];
}
