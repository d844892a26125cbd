import type { Car } from '#core/car/car.ts';
import { isLocked } from '#core/car/viewer.ts';
import type { DomainEvent } from '#core/contract/messages.ts';
import { type Happening, happeningKey, kindOfDiscovery } from '#core/notification/happening.ts';
import type { AlertCar } from '#core/notification/notification.ts';
import { hasPremium } from '#core/plan/access.ts';
import { getAlertSettings } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { getCars } from '#functions/_adapters/dynamodb/cars.ts';
import type { NamedHappening } from '#functions/_adapters/dynamodb/pending-happenings.ts';
import { getPlan, listStargazers } from '#functions/_adapters/dynamodb/people.ts';
import { getSearch } from '#functions/_adapters/dynamodb/searches.ts';
import { alertCar, alertSearch, toAlertSearch } from './alert-facts.ts';

/** What one person is to be told. */
export type PersonHappenings = {
  userId: string;
  happenings: NamedHappening[];
  /** To be told until then at the latest: the end of the search that found it. */
  until?: string;
};

const named = (happening: Happening, occasion?: string): NamedHappening => ({
  key: happeningKey(happening, occasion),
  happening,
});

type CarHappening = Extract<Happening, { car: AlertCar }>;

/** A happening of a car, which may have been told while it had another id. */
const namedOfCar = (happening: CarHappening, { formerIds }: Car): NamedHappening => ({
  ...named(happening),
  formerKeys: formerIds.map((id) => happeningKey({ ...happening, car: { ...happening.car, id } })),
});

async function ofDiscovery(
  event: Extract<DomainEvent, { type: 'cars.discovered' }>,
): Promise<PersonHappenings[]> {
  const { ownerId, searchId, carIds } = event;
  const stored = await getSearch(ownerId, searchId);
  if (!stored) return [];
  const search = toAlertSearch(stored);
  const { settings } = await getAlertSettings(ownerId);
  if (settings.muted_searches.includes(searchId)) return [];
  const happenings = (await getCars(carIds)).map(({ car }) =>
    namedOfCar({ kind: kindOfDiscovery(car.rating.deal), search, car: alertCar(car) }, car),
  );
  return [{ userId: ownerId, happenings, until: stored.endTime }];
}

/** A happening for everybody who starred the car; `isFor` may leave people out by their plan. */
async function forStargazers(
  carId: string,
  now: Date,
  makeHappening: (car: Car, isPremium: boolean) => CarHappening | null,
): Promise<PersonHappenings[]> {
  const [stored] = await getCars([carId]);
  if (!stored) return [];
  const { car } = stored;
  const people = await listStargazers([car.id, ...car.formerIds]);
  const all = await Promise.all(
    people.map(async (userId) => {
      const happening = makeHappening(car, hasPremium(await getPlan(userId), now));
      return { userId, happenings: happening ? [namedOfCar(happening, car)] : [] };
    }),
  );
  return all.filter(({ happenings }) => happenings.length > 0);
}

async function ofPlan(
  event: Extract<DomainEvent, { type: 'plan.changed' }>,
  now: Date,
): Promise<PersonHappenings[]> {
  if (event.from === event.to) return [];
  const plan = await getPlan(event.ownerId);
  const happening: Happening = { kind: 'plan_changed', plan: event.to, isPremium: hasPremium(plan, now) };
  const occasion = `${event.from}>${event.to}#${plan.currentPeriodEnd ?? ''}`;
  return [{ userId: event.ownerId, happenings: [named(happening, occasion)] }];
}

/** Whom an event concerns, and what they are to be told. */
export async function happeningsOfEvent(event: DomainEvent, now: Date): Promise<PersonHappenings[]> {
  switch (event.type) {
    case 'cars.discovered':
      return ofDiscovery(event);
    case 'deal.found':
      return forStargazers(event.carId, now, (car) =>
        // Looked at now: by the time of its event a car may cost more again.
        car.rating.deal === 'amazing' ? { kind: 'amazing_deal', search: null, car: alertCar(car) } : null,
      );
    case 'price.dropped':
      return forStargazers(event.carId, now, (car, isPremium) =>
        // Of a car that is locked for them they learn that there is an amazing deal, and nothing else.
        isLocked({ isPremium }, car.rating)
          ? null
          : {
              kind: 'price_drop',
              car: { ...alertCar(car), priceDkk: event.toDkk },
              fromDkk: event.fromDkk,
            },
      );
    case 'car.gone':
      return forStargazers(event.carId, now, (car, isPremium) =>
        isLocked({ isPremium }, car.rating)
          ? null
          : {
              kind: 'car_gone',
              car: alertCar(car),
              isSold: event.isSold,
              ...(car.availability === 'unseen' && { unseenSince: car.scrapedAt }),
            },
      );
    case 'search.paused': {
      const search = await alertSearch(event.ownerId, event.searchId);
      if (!search) return [];
      const happening: Happening = { kind: 'search_paused', search, failure: event.failure };
      return [{ userId: event.ownerId, happenings: [named(happening, event.at)] }];
    }
    case 'search.expired': {
      const search = await alertSearch(event.ownerId, event.searchId);
      return search
        ? [{ userId: event.ownerId, happenings: [named({ kind: 'search_expired', search }, event.endTime)] }]
        : [];
    }
    case 'plan.changed':
      return ofPlan(event, now);
    case 'import.finished':
      return [];
  }
}
