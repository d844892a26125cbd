import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hasEnded } from '#core/accounts/cookies.ts';
import { anonymous } from '#core/cars/car.ts';
import { Failure } from '#core/failure.ts';
import { type AutomatedSearch, isBrowserSearch, isRunning, ruleOf } from '#core/searches/automated-search.ts';
import { type Feed, type FeedAddress, type FeedFormat, feedOf, mostEntries } from '#core/searches/feed.ts';
import { isAvoided } from '#core/searches/tell-rule.ts';
import { getLanguage, readEnded, readMarks } from '#functions/accounts/store.ts';
import { hashOfSecret } from '#functions/accounts/token-store.ts';
import { isHidden } from '#functions/cars/read-car.ts';
import { currentIdsOf, getShownCars, listRunDiscoveries } from '#functions/cars/store.ts';
import { env } from '#functions/platform/settings.ts';
import { chooseOfSearch } from './change-searches.ts';
import { getSearch } from './store.ts';

/**
 * Gives a search a feed with a new address. Only the hash of its secret is stored.
 * @throws Failure 404, 409 for a search in its owner's browser: its cars come from pages that only they may see
 */
export async function makeFeed(
  userId: string,
  id: string,
  now: Date,
): Promise<{ search: AutomatedSearch; secret: string }> {
  if (isBrowserSearch(id))
    throw new Failure(409, 'conflict', 'A search that only your own browser reads has no feed.');
  const secret = randomBytes(32).toString('base64url');
  const feed = {
    hash: hashOfSecret(secret).toString('base64url'),
    issuedAt: Math.floor(Date.now() / 1000),
    since: now.toISOString(),
  };
  return { search: await chooseOfSearch(userId, id, { feed }), secret };
}

/** Compared with the secrets of unknown feeds, so that those take as long. */
const noHash = Buffer.alloc(32);

/** The running search at an address; null for a wrong secret and all that has ended, which are told alike. */
async function searchAt(
  { owner, search: id, secret }: FeedAddress,
  now: Date,
): Promise<AutomatedSearch | null> {
  const [search, ended] = await Promise.all([getSearch(owner, id), readEnded(owner)]);
  const feed = search?.feed;
  const isRight = timingSafeEqual(hashOfSecret(secret), feed ? Buffer.from(feed.hash, 'base64url') : noHash);
  if (!search || !feed || !isRight || !isRunning(search, now)) return null;
  return hasEnded({ id: null, issuedAt: feed.issuedAt }, ended) ? null : search;
}

/** The newest runs, each whole, of about as many cars as a feed has entries: what is told of a run stays the same. */
function newestRuns<Run extends { carIds: readonly string[] }>(runs: readonly Run[]): Run[] {
  let count = 0;
  return runs.filter(({ carIds }) => {
    const isShown = count < mostEntries;
    count += carIds.length;
    return isShown;
  });
}

/**
 * The feed at an address; null if there is none. Like an alert it tells nothing of cars that its owner hid, or that have a word
 * to avoid; the feed of a muted search goes on, since it disturbs nobody.
 */
export async function readFeed(address: FeedAddress, format: FeedFormat, now: Date): Promise<Feed | null> {
  const { owner } = address;
  const search = await searchAt(address, now);
  if (!search) return null;
  const [runs, language] = await Promise.all([listRunDiscoveries(owner, search.id, now), getLanguage(owner)]);
  const recent = newestRuns(runs);
  const ids = recent.flatMap(({ carIds }) => carIds);
  const merged = await currentIdsOf(ids);
  const currentOf = (id: string) => merged.get(id) ?? id;
  const shown = await getShownCars(ids.map(currentOf), anonymous);
  const marks = await readMarks(
    owner,
    shown.flatMap(({ id, formerIds }) => [id, ...formerIds]),
  );
  const told = shown.filter((car) => !isHidden(marks, car) && !isAvoided(ruleOf(search), car, anonymous));
  const cars = new Map(told.map((car) => [car.id, car]));
  const found = recent.map(({ at, carIds }) => ({
    at,
    cars: [...new Set(carIds.map(currentOf))].flatMap((id) => cars.get(id) ?? []),
  }));
  return feedOf(search, found, {
    ...{ address, format, now },
    language: language ?? 'en',
    origin: env('PUBLIC_ORIGIN'),
  });
}
