import type { Car, Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { isForSale, isOffered } from '#core/cars/listing-life.ts';
import { type CarMoment, isPriceOrMileage, stepsOf } from '#core/cars/moments.ts';
import type { MatchMessage, ServeMessage } from '#core/contract/messages.ts';
import type { Job } from '#core/imports/job.ts';
import { limits } from '#core/payments/plan.ts';
import {
  type AutomatedSearch,
  afterRun,
  changedCatalog,
  filterQuery,
  fitsThen,
  fittingCards,
  hourStart,
  isRefused,
  isRunning,
  type LinkRun,
  ruleOf,
  runIdOf,
} from '#core/searches/automated-search.ts';
import { isEntry, isNewcomer } from '#core/searches/tell-rule.ts';
import { compareTexts, once } from '#core/shared.ts';
import { readViewer } from '#functions/cars/read-car.ts';
import {
  addDiscovery,
  addRunDiscoveries,
  type ComparedCar,
  getCars,
  getComparedCars,
  readDiscoveries,
  readFoundBy,
  trimDiscoveries,
} from '#functions/cars/store.ts';
import { getCatalog } from '#functions/catalog/catalog.ts';
import { readCatalogChanges } from '#functions/catalog/change-store.ts';
import { addAutomaticRow } from '#functions/imports/history-store.ts';
import { getJob, listOwners } from '#functions/imports/job-store.ts';
import { log } from '#functions/platform/log.ts';
import { forEachPerson, servedHere } from '#functions/platform/people.ts';
import { endRun, readShown, writeShown } from './run-store.ts';
import {
  endFilterRun,
  type FollowedLink,
  type Follower,
  getFollowers,
  getLink,
  getSearch,
  listFollowers,
  markPaused,
  markServed,
} from './store.ts';

/** A run of one person's automated search. `runId` is the link and the hour. */
export type PersonRun = { userId: string; searchId: string; runId: string; now: string };

export type KnownCar = Pick<Car, 'id'> & { formerIds: readonly string[] };

const idsOf = (cars: readonly KnownCar[]): string[] =>
  cars.flatMap(({ id, formerIds }) => [id, ...formerIds]);

/** Whether a car is among these, by its current or a former id. */
const isIn = (ids: ReadonlySet<string>, { id, formerIds }: KnownCar): boolean =>
  ids.has(id) || formerIds.some((former) => ids.has(former));

/** Adds cars to a person's discoveries, each with this search; returns those that this run was the first of its search to show. */
async function addDiscoveries(
  { userId, searchId, runId, now }: PersonRun,
  cars: readonly KnownCar[],
): Promise<{ carId: string; isFirst: boolean }[]> {
  const known = await readDiscoveries(userId, idsOf(cars));
  const shown = new Set(known.flatMap((each) => (each.searchIds.includes(searchId) ? [each.carId] : [])));
  for (const { id, formerIds } of cars.filter((car) => !isIn(shown, car)))
    await addDiscovery(userId, { carId: id, jobId: runId, discoveredAt: now, searchId }, formerIds);
  // Another delivery of this run may have added some, and those belong to this run too.
  return readFoundBy(userId, runId, idsOf(cars));
}

/**
 * Gives a person the cars that a run found: as discoveries, and as an item that the stream turns into an event, also for cars
 * that another search of theirs showed before, whose rule may not have told them. Returns what was new to them. Idempotent.
 */
export async function discover(run: PersonRun, cars: readonly KnownCar[]): Promise<string[]> {
  if (cars.length === 0) return [];
  const found = await addDiscoveries(run, cars);
  if (found.length === 0) return [];
  await addRunDiscoveries(run, found.map(({ carId }) => carId).sort());
  await trimDiscoveries(run.userId, new Date(run.now));
  return found.flatMap(({ carId, isFirst }) => (isFirst ? [carId] : [])).sort();
}

async function forSale(carIds: readonly string[]): Promise<KnownCar[]> {
  const cars = (await getCars(carIds)).map(({ car }) => car);
  return cars.filter((car) => isForSale(car) && isOffered(car.availability));
}

type Run = {
  job: Job;
  now: string;
  /** Whether it paused the link. */
  isPaused: boolean;
  /** The owners of this import: they watch its progress and get no alert. */
  ownerIds: ReadonlySet<string>;
};

const isTold = (job: Job): boolean => job.isAutomatic && isRefused(job);

async function runOfJob(job: Job, now: string, isPaused: boolean): Promise<Run> {
  const owners = job.hasOwners ? await listOwners(job.id) : [];
  return { job, now, isPaused, ownerIds: new Set(owners.map(({ userId }) => userId)) };
}

async function serve(
  { userId, isServed }: Follower,
  cars: readonly KnownCar[],
  { job, now, isPaused, ownerIds }: Run,
): Promise<void> {
  // Cancelled or erased since the followers were read: their item no longer counts.
  if (!(await getSearch(userId, job.linkHash))) return;
  const found = ownerIds.has(userId)
    ? []
    : await discover({ userId, searchId: job.linkHash, runId: job.id, now }, cars);
  // The history shows a run that brought something or was refused.
  if (isTold(job) || (job.isAutomatic && found.length > 0)) await addAutomaticRow(userId, job, found.length);
  if (!isServed && !isRefused(job)) await markServed(job.linkHash, userId);
  if (isPaused) await markPaused(job.linkHash, userId, job.failure!, job.updatedAt);
}

/** Gives some of the followers of a run's link its cars, when they are too many for the run itself. Idempotent. */
export async function serveSome({ people, jobId, carIds, isPaused, at }: ServeMessage): Promise<void> {
  const job = await getJob(jobId);
  if (!job) return;
  const [run, cars] = await Promise.all([runOfJob(job, at, isPaused), forSale(carIds)]);
  await forEachPerson(await getFollowers(job.linkHash, people), (follower) => serve(follower, cars, run));
}

/**
 * Gives each follower of the run's link what is new to them, schedules the next run by how this one went, and frees the
 * link. Idempotent.
 */
export async function serveFollowers(job: Job, now: string): Promise<void> {
  const link = await getLink(job.linkHash);
  if (!link || link.jobId !== job.id) return;
  const followers = (await listFollowers(job.linkHash)).filter((each) => isRunning(each, new Date(now)));
  if (followers.length === 0) return endRun(link, job, { state: 'runs', refusals: 0, nextRun: null }, 0, now);
  const shown = await readShown(job.linkHash);
  const unserved = followers.filter((each) => !each.isServed);
  // Compared with the last run instead of all runs: a car that comes back may be new to somebody who joined while it was
  // away.
  const unlikeLast = [...job.done].filter((carId) => !shown.last.has(carId));
  const all = await forSale(unserved.length > 0 ? [...job.done] : unlikeLast);
  const fresh = all.filter((car) => !isIn(shown.last, car));
  const after = afterRun(job, link, new Date(now));
  const run = await runOfJob(job, now, after.state === 'paused');
  // Most hours bring nothing: then the items of those who know the link need not be read.
  const isNews = fresh.length > 0 || isTold(job) || run.isPaused;
  const known = isNews ? followers.filter((each) => each.isServed) : [];
  for (const [group, cars] of [
    [known, fresh],
    [unserved, all],
  ] as const) {
    const here = await servedHere(
      group.map(({ userId }) => userId),
      {
        ...{ type: 'serve', jobId: job.id, isPaused: run.isPaused, at: now },
        carIds: cars.map(({ id }) => id),
      },
    );
    if (here.length > 0) await forEachPerson(group, (follower) => serve(follower, cars, run));
  }
  await writeShown(job, shown);
  const ever = new Set(shown.ever);
  const carsNew = fresh.filter((car) => !isIn(ever, car)).length;
  await endRun(link, job, after, carsNew, now);
}

type Changes = ReturnType<typeof changedCatalog>;
type FilterRun = { link: Pick<FollowedLink, 'hash' | 'href'>; hour: number; now: Date };
type WholeRun = FilterRun & {
  link: FollowedLink;
  changes: Changes;
  /** The moments of cars that were read for another search of this hour. */
  moments: Map<string, readonly CarMoment[]>;
};

/** Allows for the lag of indexes and of the hour's dispatch. */
const overlapMs = 15 * 60_000;
/** Normally a search that never ran is at most an hour old. */
const firstLookMs = 24 * 3_600_000;

function lookFrom(links: readonly FollowedLink[], now: Date): string {
  const last = links.map(({ lastRun }) =>
    lastRun ? Date.parse(lastRun.at) - overlapMs : now.getTime() - firstLookMs,
  );
  return new Date(Math.min(...last)).toISOString();
}

/** The cars that one run compares with what its followers ask for. All who see the same share the answers. */
type Compared = {
  fitting(viewer: Viewer): readonly Card[];
  /** Those whose price or mileage has changed. */
  movedCars(): Promise<readonly ComparedCar[]>;
  /** Whether a car of those fitted at a moment. */
  fitsThen(viewer: Viewer): Promise<(carId: string, moment: CarMoment) => boolean>;
};

/** An answer for each kind of reader, found once. */
function forEachKind<Answer>(find: (viewer: Viewer) => Answer): (viewer: Viewer) => Answer {
  const answers = new Map<string, Answer>();
  return (viewer) => {
    const kind = `${viewer.isPremium} ${viewer.seesEstimates}`;
    if (!answers.has(kind)) answers.set(kind, find(viewer));
    return answers.get(kind)!;
  };
}

function compare(
  { link, now }: FilterRun,
  changes: Changes,
  readCars: () => Promise<readonly ComparedCar[]>,
  isTaken: (carId: string) => boolean = () => true,
): Compared {
  const query = filterQuery(link.href, now);
  const movedCars = once(async () =>
    (await readCars()).filter(({ moments }) => stepsOf(moments).some(isPriceOrMileage)),
  );
  return {
    fitting: forEachKind((viewer) => fittingCards(changes, query, viewer).filter(({ id }) => isTaken(id))),
    movedCars,
    fitsThen: forEachKind(async (viewer) => fitsThen(await movedCars(), query, viewer)),
  };
}

/** Those of these fitting cars that stood there before the search began, and did not fit it then. */
async function newcomers(
  search: AutomatedSearch,
  cards: readonly Card[],
  viewer: Viewer,
  compared: Compared,
): Promise<Card[]> {
  const moments = new Map((await compared.movedCars()).map((car) => [car.card.id, car.moments]));
  const fits = await compared.fitsThen(viewer);
  const wanted = { rule: ruleOf(search), startTime: search.startTime };
  return cards.filter((card) => {
    const car = { ...card, moments: moments.get(card.id) ?? [] };
    return isEntry(car, search) && isNewcomer(car, (moment) => fits(card.id, moment), wanted);
  });
}

/** Gives one follower the matching cars that came since they follow. */
async function serveMatches(
  userId: string,
  { link, hour, now }: FilterRun,
  compared: Compared,
): Promise<void> {
  const search = await getSearch(userId, link.hash);
  if (!search || Date.parse(search.endTime) <= now.getTime()) return;
  const viewer = await readViewer({ id: userId });
  const cards = compared.fitting(viewer);
  const isNew = ({ firstSeenAt }: Card) => firstSeenAt > search.startTime;
  const old = cards.filter((card) => !isNew(card));
  const entered = ruleOf(search).entered ? await newcomers(search, old, viewer, compared) : [];
  const run = { userId, searchId: link.hash, runId: runIdOf(link.hash, hour), now: now.toISOString() };
  await discover(run, [...cards.filter(isNew), ...entered]);
}

/** A signed-in reader on the free plan, with the least access of any follower. */
const everyFollower: Viewer = { id: 'anyone', isPremium: false, seesEstimates: false };

/**
 * The run's result in the panel, the same for everybody: a count with locked cars would reveal them. `carsFound` counts all
 * matching cars now, `carsNew` those since the last run.
 */
async function resultOf({ link, now, changes }: WholeRun): Promise<LinkRun> {
  const query = filterQuery(link.href, now);
  const since = link.lastRun?.at ?? link.followedAt ?? '';
  const changed = fittingCards(changes, query, everyFollower);
  const carsNew = changed.filter(({ firstSeenAt }) => firstSeenAt > since).length;
  const catalog = await getCatalog({ isBusy: false, heardOf: null });
  const { totalCount } = await catalog.query(query, everyFollower);
  // The index may lag behind the newest cars.
  const carsFound = Math.max(totalCount, carsNew);
  return { at: now.toISOString(), status: 'completed', carsFound, carsNew, failure: null };
}

const viewers: readonly Viewer[] = [false, true].flatMap((isPremium) =>
  [false, true].map((seesEstimates) => ({ id: everyFollower.id, isPremium, seesEstimates })),
);
/** The changed cars that fit for any reader, whatever they may see. */
function fittingAnyone({ link, now, changes }: WholeRun): Card[] {
  const query = filterQuery(link.href, now);
  const cards = viewers.flatMap((viewer) => fittingCards(changes, query, viewer));
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

/**
 * Those that are compared for each follower: as many as a person's discoveries hold. Of more, those that are new or may have
 * entered the search since its last run come first, then those that were rated anew, and last those that were only seen again.
 */
async function mostTelling(cards: readonly Card[], run: WholeRun): Promise<string[]> {
  const { link, now, moments } = run;
  const ids = cards.map(({ id }) => id);
  if (ids.length <= limits.discoveries) return ids;
  for (const car of await getComparedCars(ids.filter((id) => !moments.has(id))))
    moments.set(car.card.id, car.moments);
  const since = lookFrom([link], now);
  const rankOf = ({ id, firstSeenAt }: Card): number => {
    const steps = stepsOf(moments.get(id) ?? []).filter(({ after }) => after.at > since);
    if (steps.some(isPriceOrMileage)) return 0;
    if (firstSeenAt > since) return 1;
    return steps.length > 0 ? 2 : 3;
  };
  const ranked = cards.map((card) => ({ card, rank: rankOf(card) }));
  ranked.sort((a, b) => a.rank - b.rank || compareTexts(b.card.firstSeenAt, a.card.firstSeenAt));
  const left = ranked.slice(limits.discoveries);
  log.warn('more cars fit a search of the list than are compared in an hour', {
    ...{ linkHash: link.hash, fitting: ids.length, left: left.length },
    leftSeenAgain: left.filter(({ rank }) => rank === 3).length,
  });
  return ranked.slice(0, limits.discoveries).map(({ card }) => card.id);
}

/** Gives some of the followers of a search of the list what fits it, when they are too many for the run itself. Idempotent. */
export async function matchSome({ people, linkHash, hour, carIds, at }: MatchMessage): Promise<void> {
  const link = await getLink(linkHash);
  if (!link) return;
  const cars = await getComparedCars(carIds);
  const run: FilterRun = { link, hour, now: new Date(at) };
  const compared = compare(run, changedCatalog(cars.map(({ card }) => card)), async () => cars);
  await forEachPerson(people, (userId) => serveMatches(userId, run, compared));
}

async function matchLink(run: WholeRun): Promise<void> {
  const { link, hour, now } = run;
  const fitting = fittingAnyone(run);
  // Most hours bring nothing.
  const followers = fitting.length > 0 ? await listFollowers(link.hash) : [];
  const carIds = followers.length > 0 ? await mostTelling(fitting, run) : [];
  const here = await servedHere(
    followers.map(({ userId }) => userId),
    { type: 'match', linkHash: link.hash, hour, carIds, at: now.toISOString() },
  );
  const taken = new Set(carIds);
  const readCars = () => getComparedCars(carIds);
  const compared = compare(run, run.changes, readCars, (carId) => taken.has(carId));
  await forEachPerson(here, (userId) => serveMatches(userId, run, compared));
  await endFilterRun(link, await resultOf(run), hourStart(hour + 1));
}

/**
 * The hour's run of searches of the list: reads the catalog's changes once and matches each search. The next run is
 * scheduled last, so that an interrupted run is repeated. Returns how many failed.
 */
export async function matchFilters(links: readonly FollowedLink[], hour: number, now: Date): Promise<number> {
  if (links.length === 0) return 0;
  const changes = changedCatalog(await readCatalogChanges(lookFrom(links, now)));
  const moments: WholeRun['moments'] = new Map();
  let failed = 0;
  for (const link of links) {
    try {
      await matchLink({ link, hour, now, changes, moments });
    } catch (error) {
      failed++;
      log.failure('a search of the list was not matched', error, { linkHash: link.hash });
    }
  }
  log.info('the hour’s searches of the list were matched', { searches: links.length, failed });
  return failed;
}
