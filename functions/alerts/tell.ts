import { randomBytes } from 'node:crypto';
import {
  type Alert,
  type AlertCar,
  type AlertSearch,
  alertsOf,
  carsToRank,
  type Happening,
  happeningKey,
  isToldAtOnce,
  kindOfDiscovery,
  type Notification,
  notificationId,
} from '#core/alerts/alert.ts';
import { alertCar, bestFirst } from '#core/alerts/alert-words.ts';
import { isWanted, sentFrom } from '#core/alerts/settings.ts';
import { type Car, isLocked, type Viewer, viewerOf } from '#core/cars/car.ts';
import { type Step, stateOf, stepsOf } from '#core/cars/moments.ts';
import { type DomainEvent, peopleAtOnce } from '#core/contract/messages.ts';
import { hasPremium } from '#core/payments/plan.ts';
import { hidePlates } from '#core/plates/written-plates.ts';
import {
  type AutomatedSearch,
  hourOf,
  hourStart,
  isBrowserSearch,
  isRunning,
  ruleOf,
} from '#core/searches/automated-search.ts';
import { ownNameOf, titleOf } from '#core/searches/search-title.ts';
import { isAvoided, isEntry, type NewsReader, toldOfFind, toldOfStep } from '#core/searches/tell-rule.ts';
import { belowMarketPercent } from '#core/valuation/valuation.ts';
import { getPlan, listStargazers, type Marks, readMarks } from '#functions/accounts/store.ts';
import { isHidden, readViewer } from '#functions/cars/read-car.ts';
import {
  currentIdsOf,
  type Finder,
  getCar,
  getCars,
  getOwnCars,
  getShownCars,
  listFinderIds,
  listFinders,
} from '#functions/cars/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { forEachPerson, servedHere } from '#functions/platform/people.ts';
import { listPeopleWaiting } from '#functions/platform/table-conditions.ts';
import { getSearch } from '#functions/searches/store.ts';
import { extendToken } from './channels.ts';
import { channelsOf, sendOutgoing } from './send.ts';
import {
  type DueHappenings,
  getAlertSettings,
  listDueHappenings,
  type NamedHappening,
  type Outgoing,
  rememberHappenings,
  type StoredSettings,
  tell,
  trimInbox,
} from './store.ts';

export const toAlertSearch = (search: AutomatedSearch): AlertSearch => ({
  id: search.id,
  title: hidePlates(titleOf(search, 'en'), null),
  ...(ownNameOf(search) === null && { href: search.href }),
});

/** The search that found a car; null when its owner has cancelled it, so that they hear no more of it. */
export async function alertSearch(userId: string, searchId: string): Promise<AlertSearch | null> {
  const search = await getSearch(userId, searchId);
  return search && toAlertSearch(search);
}

export type PersonHappenings = {
  userId: string;
  happenings: NamedHappening[];
  /** Latest time to tell them: the end of the search that found the car. */
  until?: string;
};

const named = (happening: Happening, occasion?: string): NamedHappening => ({
  key: happeningKey(happening, occasion),
  happening,
});

type CarHappening = Extract<Happening, { car: AlertCar }>;

/** A happening of a car with the keys it had under the car's former ids. */
const namedOfCar = (happening: CarHappening, { formerIds }: Car): NamedHappening => ({
  ...named(happening),
  formerKeys: formerIds.map((id) => happeningKey({ ...happening, car: { ...happening.car, id } })),
});

/** What the rule of a search tells of a car that it has just found. */
function happeningOfFind(car: Car, stored: AutomatedSearch, viewer: Viewer): CarHappening | null {
  const rule = ruleOf(stored);
  const kind = toldOfFind(rule, stateOf(car), isEntry(car, stored), viewer);
  if (kind === null || isAvoided(rule, car, viewer)) return null;
  const told = { search: toAlertSearch(stored), car: alertCar(car) };
  return kind === 'below_market'
    ? { kind, ...told, percent: belowMarketPercent(car.priceDkk, car.rating)! }
    : { kind, ...told };
}

const marksOfCars = (userId: string, cars: readonly { car: Car }[]): Promise<Marks> =>
  readMarks(
    userId,
    cars.flatMap(({ car }) => [car.id, ...car.formerIds]),
  );

async function ofDiscovery(
  event: Extract<DomainEvent, { type: 'cars.discovered' }>,
): Promise<PersonHappenings[]> {
  const { ownerId, searchId, carIds } = event;
  const stored = await getSearch(ownerId, searchId);
  // Of a page that was sent again its owner is told whether they watch its search or not.
  if (!stored && !isBrowserSearch(searchId)) return [];
  const search = stored && toAlertSearch(stored);
  const [{ settings }, viewer] = await Promise.all([getAlertSettings(ownerId), readViewer({ id: ownerId })]);
  if (settings.muted_searches.includes(searchId)) return [];
  const cars = isBrowserSearch(searchId) ? await getOwnCars(carIds, ownerId) : await getCars(carIds);
  const marks = await marksOfCars(ownerId, cars);
  const happenings = cars.flatMap(({ car }) => {
    if (isHidden(marks, car)) return [];
    const happening = stored
      ? happeningOfFind(car, stored, viewer)
      : { kind: kindOfDiscovery(car.rating.deal), search, car: alertCar(car) };
    return happening ? [namedOfCar(happening, car)] : [];
  });
  return [{ userId: ownerId, happenings, ...(stored && { until: stored.endTime }) }];
}

/** Whether a person kept a car of their own pages: they starred it, or did not remove it from their discoveries. */
const isKept = ({ id }: Car, { stars, discoveredAt }: Marks): boolean =>
  stars.has(id) || discoveredAt.has(id);

/** The owner of a car of their own pages; of one that their search watches, its rule decides unless they starred it. */
async function ownerWhoKeeps(car: Car, isOfRules: boolean, now: Date): Promise<string[]> {
  const marks = await readMarks(car.ownerId!, [car.id]);
  if (!isKept(car, marks)) return [];
  const finders = isOfRules && !marks.stars.has(car.id) ? await listFinders(car, [car.ownerId!]) : [];
  const searches = await Promise.all(finders.map((finder) => runningSearchOf(finder, now)));
  return searches.some((search) => search !== null) ? [] : [car.ownerId!];
}

/**
 * Own cars that a page of their owner's search no longer shows, unless they were seen again since. Of a muted search, or one
 * whose rule does not ask for them, they are told of those that they starred.
 */
async function ofMissed(
  { ownerId, searchId, carIds, at }: Extract<DomainEvent, { type: 'cars.missed' }>,
  now: Date,
): Promise<PersonHappenings[]> {
  const [cars, plan, marks, { settings }] = await Promise.all([
    getOwnCars(carIds, ownerId),
    getPlan(ownerId),
    readMarks(ownerId, carIds),
    getAlertSettings(ownerId),
  ]);
  const isPremium = hasPremium(plan, now);
  const search = searchId === undefined ? null : await getSearch(ownerId, searchId);
  const rule = search && ruleOf(search);
  const isMuted = searchId !== undefined && settings.muted_searches.includes(searchId);
  const isUnwanted = (car: Car) =>
    isMuted || (rule !== null && (!rule.gone || isAvoided(rule, car, { isPremium })));
  const happenings = cars
    .filter(
      ({ car }) =>
        car.availability === 'unseen' &&
        !isHidden(marks, car) &&
        !isLocked({ isPremium }, car.rating) &&
        (isUnwanted(car) ? marks.stars.has(car.id) : isKept(car, marks)),
    )
    .map(({ car }) => namedOfCar({ kind: 'car_gone', car: alertCar(car), isSold: false, missedAt: at }, car));
  return [{ userId: ownerId, happenings }];
}

/** What the rule of a search tells of a change to a car that it found, as the car is now. */
function happeningsOfStep(
  car: Car,
  { before, after }: Step,
  stored: AutomatedSearch,
  viewer: Viewer,
): CarHappening[] {
  const { deal } = car.rating;
  const shown = { ...alertCar(car), priceDkk: after.priceDkk };
  const search = toAlertSearch(stored);
  return toldOfStep(ruleOf(stored), before, after, viewer).flatMap((kind): CarHappening[] => {
    // Checked against the car as it is now: it may have changed since.
    if (kind === 'amazing_deal') return deal === 'amazing' ? [{ kind, search, car: alertCar(car) }] : [];
    if (isLocked(viewer, { deal })) return [];
    if (kind === 'price_drop') return [{ kind, car: shown, fromDkk: after.fromDkk! }];
    if (kind === 'below_market') return [{ kind, search, car: shown, percent: after.belowPercent! }];
    // Of own cars that a page misses, `cars.missed` tells.
    if (car.ownerId !== null && car.availability === 'unseen') return [];
    const unseenSince = car.availability === 'unseen' ? { unseenSince: car.scrapedAt } : {};
    return [{ kind, car: alertCar(car), isSold: car.availability === 'sold', ...unseenSince, isFound: true }];
  });
}

/** The search through which a person has a car, while it runs. */
async function runningSearchOf({ userId, searchId }: Finder, now: Date): Promise<AutomatedSearch | null> {
  const search = await getSearch(userId, searchId);
  return search && isRunning(search, now) ? search : null;
}

/** An event told to some of its people, as a message. */
const workOf = ({ type, ...detail }: DomainEvent) => ({ 'detail-type': type, detail });

/** A change to a car, for everybody whose search found it and whose rule asks for such news. */
async function ofMoved(
  event: Extract<DomainEvent, { type: 'car.moved' }>,
  now: Date,
  among?: readonly string[],
): Promise<PersonHappenings[]> {
  const { carId, ownerId, at } = event;
  const stored = ownerId === undefined ? (await getCars([carId]))[0] : await getCar(carId, ownerId);
  const step = stored && stepsOf(stored.car.moments).find(({ after }) => after.at === at);
  if (!step) return [];
  const { car } = stored;
  const people = await servedHere(among ?? (await listFinderIds(car)), workOf(event));
  const all: PersonHappenings[] = [];
  await forEachPerson(await listFinders(car, people), async (finder) => {
    all.push(await ofStep(car, step, finder, now));
  });
  return all.filter(({ happenings }) => happenings.length > 0);
}

/** Sees everything: what no rule tells this reader, it tells nobody. */
const everything: NewsReader = { isPremium: true, seesEstimates: true };

/** What one finder is told. Most steps concern few rules, so the person's settings and plan are read only for those. */
async function ofStep(car: Car, step: Step, finder: Finder, now: Date): Promise<PersonHappenings> {
  const { userId, searchId } = finder;
  const search = await runningSearchOf(finder, now);
  const rule = search && ruleOf(search);
  const isAsked = rule && toldOfStep(rule, step.before, step.after, everything).length > 0;
  if (!isAsked || (await getAlertSettings(userId)).settings.muted_searches.includes(searchId))
    return { userId, happenings: [] };
  if (isHidden(await marksOfCars(userId, [{ car }]), car)) return { userId, happenings: [] };
  const viewer = await readViewer({ id: userId });
  if (isAvoided(rule, car, viewer)) return { userId, happenings: [] };
  const happenings = happeningsOfStep(car, step, search, viewer);
  return { userId, happenings: happenings.map((each) => namedOfCar(each, car)), until: search.endTime };
}

type CarEvent = Extract<DomainEvent, { carId: string }>;

/** The same happening for everybody who is told of a car: who starred it, or its owner; null leaves a person out. */
async function forItsPeople(
  event: CarEvent,
  { now, among }: { now: Date; among: readonly string[] | undefined },
  makeHappening: (car: Car, isPremium: boolean) => CarHappening | null,
): Promise<PersonHappenings[]> {
  const { type, carId, ownerId } = event;
  const stored = ownerId === undefined ? (await getCars([carId]))[0] : await getCar(carId, ownerId);
  if (!stored) return [];
  const { car } = stored;
  const concerned = () =>
    car.ownerId === null
      ? listStargazers([car.id, ...car.formerIds])
      : // No rule asks for a car that is back or rated.
        ownerWhoKeeps(car, type !== 'car.back' && type !== 'car.rated', now);
  const all: PersonHappenings[] = [];
  await forEachPerson(await servedHere(among ?? (await concerned()), workOf(event)), async (userId) => {
    const [plan, marks] = await Promise.all([getPlan(userId), marksOfCars(userId, [{ car }])]);
    const happening = isHidden(marks, car) ? null : makeHappening(car, hasPremium(plan, now));
    if (happening) all.push({ userId, happenings: [namedOfCar(happening, car)] });
  });
  return all;
}

function ofPlan({
  ownerId,
  version = 0,
  news = [],
}: Extract<DomainEvent, { type: 'plan.changed' }>): PersonHappenings[] {
  const happenings = news.map(({ id, ...told }) =>
    named({ kind: 'plan_changed', ...told }, `${version}#${id}`),
  );
  return happenings.length > 0 ? [{ userId: ownerId, happenings }] : [];
}

/** The people an event concerns, or these of them, with what each is to be told; none when messages were sent for them. */
export async function happeningsOfEvent(
  event: DomainEvent,
  now: Date,
  among?: readonly string[],
): Promise<PersonHappenings[]> {
  const whose = { now, among };
  switch (event.type) {
    case 'cars.discovered':
      return ofDiscovery(event);
    case 'cars.missed':
      return ofMissed(event, now);
    case 'car.moved':
      return ofMoved(event, now, among);
    case 'deal.found':
      return forItsPeople(event, whose, (car) =>
        // Checked against the car as it is now: its price may have changed since the event.
        car.rating.deal === 'amazing' ? { kind: 'amazing_deal', search: null, car: alertCar(car) } : null,
      );
    case 'price.dropped':
      return forItsPeople(event, whose, (car, isPremium) =>
        // When the car is locked for a person, they are told only that there is an amazing deal.
        isLocked({ isPremium }, car.rating)
          ? null
          : {
              kind: 'price_drop',
              car: { ...alertCar(car), priceDkk: event.toDkk },
              fromDkk: event.fromDkk,
            },
      );
    case 'car.gone':
      return forItsPeople(event, whose, (car, isPremium) =>
        isLocked({ isPremium }, car.rating)
          ? null
          : {
              kind: 'car_gone',
              car: alertCar(car),
              isSold: event.isSold,
              ...(car.availability === 'unseen' && { unseenSince: car.scrapedAt }),
            },
      );
    case 'car.back':
      return forItsPeople(event, whose, (car, isPremium) =>
        isLocked({ isPremium }, car.rating) ? null : { kind: 'car_back', car: alertCar(car) },
      );
    case 'car.rated':
      return forItsPeople(event, whose, (car) =>
        car.rating.deal === 'fair' || car.rating.deal === 'poor'
          ? { kind: 'car_rated', car: alertCar(car) }
          : null,
      );
    case 'search.paused': {
      const search = await alertSearch(event.ownerId, event.searchId);
      if (!search) return [];
      const happening: Happening = { kind: 'search_paused', search, failure: event.failure };
      return [{ userId: event.ownerId, happenings: [named(happening, event.at)] }];
    }
    case 'search.ending': {
      const { ownerId: userId, searchId, endTime } = event;
      const search = await getSearch(userId, searchId);
      // Extended or cancelled since.
      if (search?.endTime !== endTime) return [];
      const token = await extendToken({ userId, searchId, endTime });
      const happening: Happening = { kind: 'search_ending', search: toAlertSearch(search), endTime, token };
      return [{ userId, happenings: [named(happening, endTime)], until: endTime }];
    }
    case 'search.expired': {
      const search = await alertSearch(event.ownerId, event.searchId);
      return search
        ? [{ userId: event.ownerId, happenings: [named({ kind: 'search_expired', search }, event.endTime)] }]
        : [];
    }
    case 'plan.changed':
      return ofPlan(event);
    case 'import.finished':
      return [];
  }
}

const mostItemsAtOnce = 20;
const mostHappeningsAtOnce = 60;

export const newNotificationId = (now: Date): string =>
  notificationId(now.getTime(), randomBytes(6).toString('base64url'));

/** The first items that fit into one transaction, at least one. */
function firstBatch(due: DueHappenings): DueHappenings {
  let happenings = 0;
  const fits = due.slice(0, mostItemsAtOnce).findIndex((each) => {
    happenings += each.happenings.length;
    return happenings > mostHappeningsAtOnce;
  });
  return due.slice(0, fits === -1 ? mostItemsAtOnce : Math.max(1, fits));
}

/** Drops the happenings of searches that were cancelled since, and ends that are none any more. */
async function keepCurrent(userId: string, happenings: readonly Happening[]): Promise<Happening[]> {
  const ids = [
    ...new Set(
      happenings.flatMap((happening) =>
        'search' in happening && happening.search ? [happening.search.id] : [],
      ),
    ),
  ];
  const searches = await Promise.all(ids.map((id) => getSearch(userId, id)));
  const kept = new Map(searches.map((search) => [search?.id, search?.endTime]));
  return happenings.filter(
    (happening) =>
      !('search' in happening && happening.search) ||
      (happening.kind === 'search_ending'
        ? kept.get(happening.search.id) === happening.endTime
        : kept.has(happening.search.id)),
  );
}

/**
 * Merges happenings of one kind whose cars have since been merged. Of a car's end the latest is told, which knows most: a car
 * that was missed may have been sold.
 */
async function joinSame(happenings: readonly Happening[]): Promise<Happening[]> {
  const idOf = (happening: Happening) => ('car' in happening ? happening.car.id : null);
  const current = await currentIdsOf(happenings.flatMap((happening) => idOf(happening) ?? []));
  const joined = new Map<unknown, Happening>();
  for (const happening of happenings) {
    const id = idOf(happening);
    const key = id === null ? happening : `${happening.kind} ${current.get(id) ?? id}`;
    if (!joined.has(key) || happening.kind === 'car_gone') joined.set(key, happening);
  }
  return [...joined.values()];
}

/** The deliveries outside the app; null when no channel of the person wants any. */
async function outgoingOf(
  userId: string,
  told: readonly { id: string; alert: Alert }[],
  stored: StoredSettings,
  isPremium: boolean,
  now: Date,
): Promise<Outgoing | null> {
  const channels = await channelsOf(userId, stored);
  const { settings } = stored;
  const at = now.toISOString();
  const alerts = told
    .filter(({ alert }) => channels.some((channel) => isWanted(settings, alert.kind, channel, isPremium)))
    .map(({ id, alert }) => ({ id, at, alert }));
  if (alerts.length === 0) return null;
  const kinds = alerts.map(({ alert }) => alert.kind);
  const dueAt = sentFrom(now, kinds, settings).toISOString();
  return { userId, id: newNotificationId(now), alerts, dueAt, done: [], attempts: 0 };
}

/** Turns everything that is due for a person into notifications and deliveries. True when there is something to deliver. */
export async function tellPerson(userId: string, now: Date): Promise<boolean> {
  let isSent = false;
  for (;;) {
    const waiting = await listDueHappenings(userId, now.toISOString());
    const due = firstBatch(waiting);
    if (due.length === 0) return isSent;
    const [plan, stored, happenings] = await Promise.all([
      getPlan(userId),
      getAlertSettings(userId),
      keepCurrent(
        userId,
        due.flatMap((each) => each.happenings),
      ),
    ]);
    const viewer = viewerOf(userId, plan, now);
    const { isPremium } = viewer;
    const joined = await joinSame(happenings);
    const best = bestFirst(await getShownCars(carsToRank(joined), viewer), viewer);
    const told = alertsOf(joined, isPremium, best).map((alert) => ({
      id: newNotificationId(now),
      alert,
    }));
    const notifications: Notification[] = told
      .filter(({ alert }) => isWanted(stored.settings, alert.kind, 'in_app', isPremium))
      .map(({ id, alert }) => ({ id, alert, createdAt: now.toISOString(), readAt: null }));
    // A concurrent run is telling the same: the next run sees what is left.
    const outgoing = await outgoingOf(userId, told, stored, isPremium, now);
    if (!(await tell({ userId, due, notifications, outgoing }))) continue;
    log.info('a person was told', { happenings: happenings.length, notifications: notifications.length });
    isSent ||= outgoing !== null;
    await trimInbox(userId);
    if (due.length === waiting.length) return isSent;
  }
}

/** Stores what a person is to be told now or with the next hour, then tells what is due. */
async function tellOf({ userId, happenings, until }: PersonHappenings, now: Date): Promise<void> {
  const isPremium = hasPremium(await getPlan(userId), now);
  const nextHour = hourStart(hourOf(now) + 1);
  const later = until !== undefined && until < nextHour ? until : nextHour;
  const dueOf = (isNow: boolean) => (isNow ? now.toISOString() : later);
  for (const isNow of [true, false]) {
    const some = happenings.filter(({ happening }) => isToldAtOnce(happening, isPremium) === isNow);
    await rememberHappenings(some, {
      userId,
      dueAt: dueOf(isNow),
      newId: () => newNotificationId(now),
      nowMs: now.getTime(),
    });
  }
  // The job that runs every minute tells the rest when it is due.
  if (!happenings.some(({ happening }) => isToldAtOnce(happening, isPremium))) return;
  if (await tellPerson(userId, now)) await sendOutgoing(userId, now);
}

/** Tells everybody whom an event concerns, or these of them. Idempotent: a repeated event tells nothing twice. */
export async function tellOfEvent(event: DomainEvent, now: Date, among?: readonly string[]): Promise<void> {
  await forEachPerson(await happeningsOfEvent(event, now, among), (person) => tellOf(person, now));
}

/** Tells these people what has become due. Who cannot be told waits on. */
export async function deliverTo(people: readonly string[], now: Date): Promise<void> {
  await forEachPerson(people, async (userId) => {
    try {
      await tellPerson(userId, now);
      await sendOutgoing(userId, now);
    } catch (error) {
      log.failure('a person could not be told', error);
    }
  });
}

const minuteMs = 60_000;
/** For whom messages were sent is looked after again so many minutes later, and not by each minute's run meanwhile. */
const againMinutes = 10;

/** Tells what has become due, such as the free plan's hourly alerts, and what a crash left over. */
export async function deliverWaiting(): Promise<void> {
  const now = clock.now();
  const all = await listPeopleWaiting(now.toISOString());
  const isNewOnly = all.length > peopleAtOnce && now.getUTCMinutes() % againMinutes !== 0;
  // Most are due at a whole minute, whose own run has sent for them.
  const newFrom = new Date((Math.floor(now.getTime() / minuteMs) - 1) * minuteMs + 1).toISOString();
  const people = isNewOnly ? await listPeopleWaiting(now.toISOString(), newFrom) : all;
  await deliverTo(await servedHere(people, { type: 'deliver' }), now);
}
