import { readLink } from '#core/marketplaces/links.ts';
import { filterSearchPrefix, hourStart, isRunning, spreadSeconds } from '#core/searches/automated-search.ts';
import { intervalHours, lanesOf, linksPerHour } from '#core/searches/capacity.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { sendHourlyRun } from '#functions/platform/queues.ts';
import { linkOptions, setting, visitsAtOnce } from '#functions/platform/settings.ts';
import { matchFilters } from './followers.ts';
import { startHourlyRun } from './run-store.ts';
import {
  expireFollower,
  type FollowedLink,
  getLink,
  listEnded,
  listEnding,
  listFollowers,
  listScheduledLinks,
  markEnding,
  putSearchLoad,
  restLink,
} from './store.ts';

/** Whether anybody still follows the link. */
async function hasFollowers(linkHash: string, now: Date): Promise<boolean> {
  return (await listFollowers(linkHash)).some((follower) => isRunning(follower, now));
}

/** `off`: its marketplace is switched off. */
export type Outcome = 'started' | 'joined' | 'rested' | 'taken' | 'off';

/** The due searches of the list that have followers; those without are put to rest. */
export async function dueFilters(hashes: readonly string[], now: Date): Promise<FollowedLink[]> {
  const due: FollowedLink[] = [];
  for (const hash of hashes) {
    const link = await getLink(hash);
    if (!link?.nextRun || Date.parse(link.nextRun) > now.getTime()) continue;
    if (await hasFollowers(hash, now)) due.push(link);
    else await restLink(link);
  }
  return due;
}

/** Starts the link's run of this hour: at most one visit, however many people follow the link. */
export async function dispatchLink(linkHash: string, hour: number, now: Date): Promise<Outcome> {
  const link = await getLink(linkHash);
  // The index lags behind, so the table is read before anything is done.
  if (!link?.nextRun || Date.parse(link.nextRun) > now.getTime()) return 'taken';
  if (!(await hasFollowers(linkHash, now))) return (await restLink(link)) ? 'rested' : 'taken';
  const read = readLink(link.href, linkOptions());
  if (!read.ok && read.code === 'link_by_hand') return 'off';
  const delaySeconds = spreadSeconds(linkHash);
  const beginsAt = new Date(now.getTime() + delaySeconds * 1000).toISOString();
  const run = await startHourlyRun(link, hour, beginsAt, now.toISOString());
  if (run.kind === 'started')
    await sendHourlyRun({ type: 'scrape', jobId: run.jobId, requestId: `hour-${hour}` }, delaySeconds);
  return run.kind;
}

/** Most of a link’s start is waiting for the table. */
export const linksAtOnce = 16;

/** Tells everybody whose week is over, and removes them from their link. Returns how many failed. */
async function endWeeks(now: Date): Promise<number> {
  let failed = 0;
  for (const { linkHash, follower } of await listEnded(now.toISOString())) {
    try {
      await expireFollower(linkHash, follower, now.toISOString());
    } catch (error) {
      failed++;
      log.failure('an automated search was not ended', error, { linkHash });
    }
  }
  return failed;
}

const hourMs = 3_600_000;
/** A search's owner is told a day before it ends; two hours' runs look at each end, so that a missed one is made up for. */
const warnedBetweenHours = [22, 24] as const;

/** Tells everybody whose week ends in a day. Returns how many failed. */
async function warnOfEnds(now: Date): Promise<number> {
  const [from, until] = warnedBetweenHours.map((hours) =>
    new Date(now.getTime() + hours * hourMs).toISOString(),
  ) as [string, string];
  let failed = 0;
  for (const { linkHash, follower } of await listEnding(from, until)) {
    try {
      await markEnding(linkHash, follower);
    } catch (error) {
      failed++;
      log.failure('the end of an automated search was not announced', error, { linkHash });
    }
  }
  return failed;
}

type Due = readonly { hash: string }[];

/** Most overdue first: with more links than room, each gets its turn before any gets a second one. */
async function startRuns(due: Due, hour: number, now: Date, perHour: number) {
  const counts: Record<Outcome | 'failed', number> = {
    started: 0,
    joined: 0,
    rested: 0,
    taken: 0,
    off: 0,
    failed: 0,
  };
  let place = 0;
  while (place < due.length && counts.started < perHour) {
    const room = Math.min(linksAtOnce, perHour - counts.started);
    const batch = due.slice(place, place + room);
    place += batch.length;
    await Promise.all(
      batch.map(async ({ hash }) => {
        try {
          counts[await dispatchLink(hash, hour, now)]++;
        } catch (error) {
          counts.failed++;
          log.failure('an automated search was not started', error, { linkHash: hash });
        }
      }),
    );
  }
  return { counts, place };
}

/** An error makes the schedule's rule retry, which then finds what is still due. */
function askAgainAfter(failed: number): void {
  if (failed > 0) throw new Error(`${failed} automated searches failed.`);
}

/**
 * Starts the runs of an hour: one for each followed link, as many as the marketplace's rate limit allows.
 * @throws after the others are done, when a search failed
 */
export async function dispatchSearches(hour: number, now: Date): Promise<void> {
  const unended = await endWeeks(now);
  const scheduled = await listScheduledLinks();
  const isFilter = ({ hash }: { hash: string }) => hash.startsWith(filterSearchPrefix);
  const isDue = ({ nextRun }: { nextRun: string }) => Date.parse(nextRun) <= now.getTime();
  const filters = scheduled.filter((each) => isFilter(each) && isDue(each)).map(({ hash }) => hash);
  // They visit no marketplace: neither its switch nor the hour's room limits them.
  const unmatched = await matchFilters(await dueFilters(filters, now), hour, now);
  if (setting('IMPORTS_ENABLED') === 'false') {
    log.warn('no automated search visits the marketplace: imports are switched off', { hour });
    return askAgainAfter(unended + unmatched + (await warnOfEnds(now)));
  }
  const links = scheduled.filter((each) => !isFilter(each));
  const due = links.filter(isDue);
  const perHour = linksPerHour({
    pauseSeconds: Number(setting('SCRAPE_PAUSE_SECONDS') ?? 0),
    lanes: lanesOf(visitsAtOnce()),
  });
  const { counts, place } = await startRuns(due, hour, now, perHour);
  const waiting = due.length - place;
  await putSearchLoad({
    at: hourStart(hour),
    links: links.length - counts.rested,
    linksPerHour: perHour,
    started: counts.started,
    waiting,
    intervalHours: intervalHours(links.length - counts.rested, perHour),
  });
  log.info('the hour’s automated searches were started', { hour, due: due.length, waiting, ...counts });
  countMetric('SearchRunsStarted', counts.started);
  countMetric('SearchRunsWaiting', waiting);
  // Last: nobody's run waits for it.
  askAgainAfter(counts.failed + unmatched + unended + (await warnOfEnds(now)));
}
