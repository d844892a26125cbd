import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hasEnded } from '#core/accounts/cookies.ts';
import { anonymous } from '#core/cars/car.ts';
import { Failure } from '#core/failure.ts';
import { type AutomatedSearch, isBrowserSearch, isRunning } from '#core/searches/automated-search.ts';
import { type Feed, type FeedAddress, type FeedFormat, feedOf, mostEntries } from '#core/searches/feed.ts';
import { getLanguage, readEnded } from '#functions/accounts/store.ts';
import { hashOfSecret } from '#functions/accounts/token-store.ts';
import { getShownCars, listRunDiscoveries } from '#functions/cars/store.ts';
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

/** The feed at an address; null if there is none. */
export async function readFeed(address: FeedAddress, format: FeedFormat, now: Date): Promise<Feed | null> {
  const { owner } = address;
  const search = await searchAt(address, now);
  if (!search) return null;
  const [runs, language] = await Promise.all([listRunDiscoveries(owner, search.id, now), getLanguage(owner)]);
  const ids = runs.flatMap(({ carIds }) => carIds).slice(0, mostEntries);
  const cars = new Map((await getShownCars(ids, anonymous)).map((car) => [car.id, car]));
  const found = runs.map(({ at, carIds }) => ({ at, cars: carIds.flatMap((id) => cars.get(id) ?? []) }));
  return feedOf(search, found, {
    ...{ address, format, now },
    language: language ?? 'en',
    origin: env('PUBLIC_ORIGIN'),
  });
}
