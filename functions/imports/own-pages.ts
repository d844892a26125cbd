import { isForSale, isOffered } from '#core/cars/listing-life.ts';
import { lastPriceDrop } from '#core/cars/price-drop.ts';
import type { Job } from '#core/imports/job.ts';
import {
  awaitedAfter,
  browserInterval,
  goneAfter,
  missingAds,
  type OwnPage,
  type PageNews,
  type ShownAds,
} from '#core/imports/own-page.ts';
import { adIdOf } from '#core/marketplaces/marketplace-id.ts';
import { type AutomatedSearch, browserSearchId, isRunning } from '#core/searches/automated-search.ts';
import {
  type AdName,
  addMissedCars,
  addRunDiscoveries,
  getCar,
  getOwnCars,
  likelyCarIdsOf,
  readDiscoveries,
  storeCar,
} from '#functions/cars/store.ts';
import { log } from '#functions/platform/log.ts';
import { listSearches } from '#functions/searches/store.ts';
import { noteOwnCars } from '#functions/valuation/own-book-store.ts';
import { claimFreePage, getOwnPage, getShownAds, writeOwnPage } from './own-page-store.ts';

/** One reading of a search page in the browser of its owner. `job`: null for a page without cars, which is no import. */
type Reading = {
  userId: string;
  linkHash: string;
  href: string;
  shown: ShownAds;
  readAt: string;
  job: Job | null;
  now: string;
};

const attempts = 4;

/**
 * Takes a car off the results as of this reading. False when it was seen by another page since the one before; true also when
 * it was taken off since then, as by an earlier delivery.
 */
async function missCar(carId: string, before: OwnPage, { userId, readAt, now }: Reading): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const stored = await getCar(carId, userId);
    if (!stored) return false;
    const { car, source, version } = stored;
    if (!isOffered(car.availability))
      return car.availability === 'unseen' && car.goneAt !== null && car.goneAt > before.readAt;
    if (car.scrapedAt > before.settledAt) return false;
    const missed = { ...car, availability: 'unseen' as const, goneAt: readAt, updatedAt: now };
    if (await storeCar(missed, source, version)) return true;
  }
  throw new Error('a car was changed too often to take it off the results');
}

/** The ads that are newly gone with this reading, and those that should have been shown but were seen elsewhere since. */
async function missAds(
  before: OwnPage,
  reading: Reading,
): Promise<{ gone: string[]; goneCars: string[]; awaited: string[] }> {
  const { source } = reading.shown;
  const missing = missingAds(before, reading.shown);
  const ids = await likelyCarIdsOf(
    missing.map((id) => ({ source, id })),
    reading.userId,
  );
  const cars = await getOwnCars([...ids.values()], reading.userId);
  const offered = new Map(cars.map(({ car }) => [car.id, car]));
  const gone: string[] = [];
  const goneCars: string[] = [];
  const awaited: string[] = [];
  for (const id of missing) {
    const car = offered.get(ids.get(adIdOf({ source, id })) ?? '');
    if (!car) continue;
    if (await missCar(car.id, before, reading)) {
      gone.push(id);
      goneCars.push(car.id);
    } else if (isOffered(car.availability)) awaited.push(id);
  }
  return { gone, goneCars, awaited };
}

/** The cars that the import of this page was the first to show its owner, and that can be bought. */
async function newCars({ userId, job }: Reading): Promise<string[]> {
  const discovered = job ? await readDiscoveries(userId, [...job.done]) : [];
  const ids = discovered.filter(({ jobId }) => jobId === job?.id).map(({ carId }) => carId);
  const cars = await getOwnCars(ids, userId);
  return cars
    .filter(({ car }) => isForSale(car) && isOffered(car.availability))
    .map(({ car }) => car.id)
    .sort();
}

/** How many of the page's cars have fallen in price with it. */
async function countDropped({ userId, job, readAt }: Reading, fresh: readonly string[]): Promise<number> {
  const known = [...(job?.done ?? [])].filter((carId) => !fresh.includes(carId));
  const cars = await getOwnCars(known, userId);
  return cars.filter(({ car }) => {
    const drop = lastPriceDrop(car, car.rating.reason);
    return drop !== null && drop.at >= readAt;
  }).length;
}

/** The new cars of this reading, stored as discoveries to be told. */
async function discover(reading: Reading): Promise<string[]> {
  const { userId, linkHash, job, now } = reading;
  const fresh = await newCars(reading);
  if (fresh.length > 0 && job) {
    await addRunDiscoveries({ userId, runId: job.id, searchId: browserSearchId(linkHash), now }, fresh);
  }
  return fresh;
}

/** What changed since the last reading. Cars that are gone are stored as such, and new ones as discoveries to be told. */
async function compare(before: OwnPage, reading: Reading) {
  const { userId, linkHash, shown, readAt, now } = reading;
  const { gone, goneCars, awaited } = await missAds(before, reading);
  if (goneCars.length > 0)
    await addMissedCars({ userId, searchId: browserSearchId(linkHash), readAt, now }, goneCars);
  const fresh = await discover(reading);
  const there = new Set(shown.ids);
  const news: PageNews = {
    new: fresh.length,
    dropped: await countDropped(reading, fresh),
    back: before.gone.filter((id) => there.has(id)).length,
    gone: gone.length,
  };
  return { news, awaited, gone: goneAfter(before.gone, gone, shown) };
}

/**
 * Settles a reading after a later one of the same search. Cars that it was the first to show are new nevertheless, and those
 * that the later one should have shown are judged by the next that is read after they were rated. False when another reading was settled meanwhile.
 */
async function settleLate(page: OwnPage, reading: Reading): Promise<boolean> {
  const { userId, linkHash, shown, readAt } = reading;
  if (page.readAt === readAt || page.firstReadAt === undefined || page.firstReadAt > readAt) return true;
  await discover(reading);
  const awaited = awaitedAfter(page, shown);
  if (page.source !== shown.source || awaited.length === page.awaited.length) return true;
  return (await writeOwnPage(userId, linkHash, { ...page, awaited }, page)) !== 'outrun';
}

/**
 * Compares a reading of a search with the one before, whose owner is told what is new and what is gone; the events of price
 * drops and of cars that are back come from the cars themselves. Idempotent: the reading is stored last.
 */
async function settleReading(reading: Reading): Promise<void> {
  const { userId, linkHash, href, shown, readAt, now } = reading;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await getOwnPage(userId, linkHash);
    if (before && before.readAt >= readAt) {
      if (await settleLate(before, reading)) return;
      continue;
    }
    const isComparable = before !== null && before.source === shown.source;
    const found = isComparable ? await compare(before, reading) : { news: null, awaited: [], gone: [] };
    const page: OwnPage = {
      ...{
        href,
        source: shown.source,
        ids: shown.ids,
        isWhole: shown.isWhole,
        unread: shown.unread,
        ...found,
      },
      ...{ readAt, settledAt: now, times: (before?.times ?? 0) + 1 },
      // A page that was stored before the field existed was read before.
      firstReadAt: before ? (before.firstReadAt ?? before.readAt) : readAt,
    };
    const outcome = await writeOwnPage(userId, linkHash, page, before);
    if (outcome === 'written') log.info('a page of a search was compared', { ...found.news });
    if (outcome !== 'outrun') return;
  }
  throw new Error('a page of a search was read too often at once to compare it');
}

/** Settles the page of an import that has ended: its cars are rated again from now on, and a search is compared. Idempotent. */
export async function settleOwnPage(job: Job, now: string): Promise<void> {
  if (job.privateTo === null) return;
  await noteOwnCars(job.privateTo, [...job.done], now);
  const shown = await getShownAds(job.id);
  if (!shown) return;
  const { privateTo: userId, linkHash, href, startedAt: readAt } = job;
  await settleReading({ userId, linkHash, href, shown, readAt, job, now });
}

/** An ad's own page says that the ad is gone: so is the car that the person has of it. Idempotent. */
export async function endOwnCar(userId: string, ad: AdName, now: string): Promise<void> {
  const carId = (await likelyCarIdsOf([ad], userId)).get(adIdOf(ad));
  for (let attempt = 1; carId !== undefined && attempt <= attempts; attempt++) {
    const stored = await getCar(carId, userId);
    if (!stored || !(isOffered(stored.car.availability) || stored.car.availability === 'unseen')) return;
    const { car, source, version } = stored;
    const gone = { ...car, availability: 'gone' as const, goneAt: now, updatedAt: now };
    if (await storeCar(gone, source, version)) return;
  }
  if (carId !== undefined) throw new Error('a car was changed too often at once to end it');
}

async function watchOf(userId: string, linkHash: string, now: Date): Promise<AutomatedSearch | null> {
  const id = browserSearchId(linkHash);
  const searches = await listSearches(userId);
  return searches.find((search) => search.id === id && isRunning(search, now)) ?? null;
}

/** A page of a search that shows nothing any more. Nothing is remembered of an empty page that nobody watches. */
export async function settleEmptyPage(reading: Omit<Reading, 'job' | 'readAt'>): Promise<void> {
  const { userId, linkHash, now } = reading;
  const isKnown = (await getOwnPage(userId, linkHash)) ?? (await watchOf(userId, linkHash, new Date(now)));
  if (isKnown) await settleReading({ ...reading, job: null, readAt: now });
}

/** Browsers come late and load slowly: by so much two pages may be closer together than the interval. */
const slackMs = 5 * 60_000;

/**
 * Whether the person's browser watches this search and sent its last page an interval ago: such a page costs no import. The
 * first page, one that comes sooner, and a second one at once are charged like any other.
 */
export async function claimDuePage(userId: string, linkHash: string, now: Date): Promise<boolean> {
  const watch = await watchOf(userId, linkHash, now);
  if (!watch) return false;
  const intervalMs = (watch.browserMinutes ?? browserInterval.most) * 60_000;
  const latest = new Date(now.getTime() - intervalMs + slackMs).toISOString();
  return claimFreePage(userId, linkHash, { latest, now: now.toISOString() });
}
