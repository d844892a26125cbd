import type { LinkRun } from '#core/automated-search/automated-search.ts';
import { changedCatalog, filterQuery, fittingCards } from '#core/automated-search/filter-search.ts';
import { hourStart, runIdOf } from '#core/automated-search/hour.ts';
import type { Viewer } from '#core/car/viewer.ts';
import { readCatalogChanges } from '#functions/_adapters/dynamodb/catalog-changes.ts';
import { listFollowers } from '#functions/_adapters/dynamodb/followers.ts';
import { endFilterRun } from '#functions/_adapters/dynamodb/link-schedule.ts';
import type { FollowedLink } from '#functions/_adapters/dynamodb/links.ts';
import { getSearch } from '#functions/_adapters/dynamodb/searches.ts';
import { log } from '#functions/_runtime/log.ts';
import { readViewer } from '#functions/use-cases/cars/read-viewer.ts';
import { discover } from './discover.ts';

type Changes = ReturnType<typeof changedCatalog>;
type Run = { link: FollowedLink; hour: number; now: Date; changes: Changes };

/** Indexes lag behind the table, and an hour's dispatch behind its hour. */
const overlapMs = 15 * 60_000;
/** A search that never ran is at most an hour old, unless the rule stood still. */
const firstLookMs = 24 * 3_600_000;

function lookFrom(links: readonly FollowedLink[], now: Date): string {
  const last = links.map(({ lastRun }) =>
    lastRun ? Date.parse(lastRun.at) - overlapMs : now.getTime() - firstLookMs,
  );
  return new Date(Math.min(...last)).toISOString();
}

/** Gives one follower the cars that fit and came since they follow. */
async function serve(userId: string, { link, hour, now, changes }: Run): Promise<void> {
  const search = await getSearch(userId, link.hash);
  if (!search || Date.parse(search.endTime) <= now.getTime()) return;
  const viewer = await readViewer({ id: userId });
  const cards = fittingCards(changes, filterQuery(link.href, now), viewer);
  const cars = cards.filter(({ firstSeenAt }) => firstSeenAt > search.startTime);
  const run = { userId, searchId: link.hash, runId: runIdOf(link.hash, hour), now: now.toISOString() };
  await discover(run, cars);
}

/** Signed in, on the free plan: what everybody who follows may know. */
const everyFollower: Viewer = { id: 'anyone', isPremium: false, seesEstimates: false };

/** What the panel says of the run, the same to all: a count that differs by locked cars would tell of them. */
function resultOf({ link, now, changes }: Run): LinkRun {
  const open = fittingCards(changes, filterQuery(link.href, now), everyFollower);
  const since = link.lastRun?.at ?? link.followedAt ?? '';
  const carsNew = open.filter(({ firstSeenAt }) => firstSeenAt > since).length;
  return { at: now.toISOString(), status: 'completed', carsFound: open.length, carsNew, failure: null };
}

async function matchLink(run: Run): Promise<void> {
  for (const { userId } of await listFollowers(run.link.hash)) await serve(userId, run);
  await endFilterRun(run.link, resultOf(run), hourStart(run.hour + 1));
}

/**
 * The hour's run of searches of the list: what changed in the catalog is read once, and each search is asked of it. The
 * next run is planned last, so that one that died is made again. Answers how many could not be.
 */
export async function matchFilters(links: readonly FollowedLink[], hour: number, now: Date): Promise<number> {
  if (links.length === 0) return 0;
  const changes = changedCatalog(await readCatalogChanges(lookFrom(links, now)));
  let failed = 0;
  for (const link of links) {
    try {
      await matchLink({ link, hour, now, changes });
    } catch (error) {
      failed++;
      log.failure('a search of the list was not looked through', error, { linkHash: link.hash });
    }
  }
  log.info('the hour’s searches of the list were looked through', { searches: links.length, failed });
  return failed;
}
