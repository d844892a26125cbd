import { isForSale } from '#core/car/for-sale.ts';
import { failureSentence, type Job } from '#core/import/job.ts';
import { type AfterRun, afterRun, isRefused, runOf } from '#core/search-subscription/after-run.ts';
import { isRunning } from '#core/search-subscription/automated-search.ts';
import { getCars } from '#functions/_adapters/dynamodb/cars.ts';
import {
  type Follower,
  listFollowers,
  markPaused,
  markServed,
} from '#functions/_adapters/dynamodb/followers.ts';
import { historyItem, newHistoryId } from '#functions/_adapters/dynamodb/history.ts';
import { scheduleOf } from '#functions/_adapters/dynamodb/hourly-run.ts';
import { linkKey, shownCarsKey, userKeys } from '#functions/_adapters/dynamodb/keys.ts';
import { type FollowedLink, getLink } from '#functions/_adapters/dynamodb/links.ts';
import { changeItem, getItem, isConditionFailure, putItem } from '#functions/_adapters/dynamodb/table.ts';
import { discover } from './discover.ts';

/** Cars that a link remembers to have shown, so that the panel can say how many are new. */
const mostShown = 1500;
const historyKeptSeconds = 30 * 86_400;
const atOnce = 4;

type Shown = {
  /** Everything the link has shown, the newest first. */
  ever: readonly string[];
  /** What its last run showed: all followers have been given these. */
  last: ReadonlySet<string>;
};

async function readShown(linkHash: string): Promise<Shown> {
  const item = await getItem(shownCarsKey(linkHash));
  const list = (name: string) => (item?.[name] as string[] | undefined) ?? [];
  return { ever: list('carIds'), last: new Set(list('lastIds')) };
}

/** Most hours show what the hour before did: then there is nothing to write. */
async function writeShown(job: Job, { ever, last }: Shown): Promise<void> {
  if (last.size === job.done.size && [...job.done].every((carId) => last.has(carId))) return;
  const carIds = [...new Set([...job.done, ...ever])].slice(0, mostShown);
  await putItem({ ...shownCarsKey(job.linkHash), kind: 'SHOWN', carIds, lastIds: [...job.done] });
}

/** Ids of cars for sale among these. */
async function forSale(carIds: readonly string[]): Promise<Set<string>> {
  const cars = await getCars(carIds);
  return new Set(
    cars
      .filter(({ car }) => isForSale(car) && (car.availability === 'live' || car.availability === 'pending'))
      .map(({ car }) => car.id),
  );
}

/** A run is worth a row of a person's history when it brought something, or was refused. */
async function writeHistory(userId: string, job: Job, carsAdded: number): Promise<void> {
  const id = newHistoryId(Date.parse(job.startedAt), job.linkHash.slice(0, 8));
  await putItem({
    ...historyItem(userId, {
      id,
      search_url: job.href,
      status: job.state === 'failed' ? 'failed' : 'completed',
      scraped_at: job.beginsAt,
      cars_added_count: carsAdded,
      error_message: job.failure ? failureSentence(job.failure) : null,
      error_code: job.failure,
      scrape_type: 'automatic',
      jobId: job.id,
    }),
    ttl: Math.floor(Date.parse(job.beginsAt) / 1000) + historyKeptSeconds,
  });
}

type Run = {
  job: Job;
  now: string /** All that the run showed, and what its last run had not. */;
  all: string[];
  fresh: string[];
};

async function serve(follower: Follower, { job, now, all, fresh }: Run): Promise<void> {
  const { userId, isServed } = follower;
  const shown = isServed ? fresh : all;
  const isTold = job.isAutomatic && isRefused(job);
  // Most hours bring nothing: then nobody's part of the table is so much as read.
  if (isServed && shown.length === 0 && !isTold) return;
  // Cancelled or erased since the followers were read: their place holds nothing any more.
  if (!(await getItem(userKeys.automatedSearch(userId, job.linkHash)))) return;
  const found = await discover({ userId, searchId: job.linkHash, runId: job.id, now }, shown);
  if (isTold || (job.isAutomatic && found.length > 0)) await writeHistory(userId, job, found.length);
  if (!isServed && !isRefused(job)) await markServed(job.linkHash, userId);
}

/** The link's next run, what it remembers, and its freedom for another run: in one write that happens once. */
async function endRun(
  link: FollowedLink,
  job: Job,
  after: AfterRun,
  carsNew: number,
  now: string,
): Promise<void> {
  const isPaused = after.state === 'paused';
  const nextRun = after.state === 'runs' ? after.nextRun : null;
  // A link that nobody follows any more stays at rest.
  const schedule = nextRun === null || link.nextRun === null ? null : scheduleOf(job.linkHash, nextRun);
  const sets = [
    'lastEndedAt = :at',
    'lastRun = :run',
    'refusals = :refusals',
    ...(isPaused ? ['pausedFor = :failure'] : []),
    ...(schedule ? ['gsi2pk = :due', 'gsi2sk = :next'] : []),
  ];
  try {
    await changeItem(linkKey(job.linkHash), {
      UpdateExpression: `SET ${sets.join(', ')} REMOVE jobId${isPaused ? ', gsi2pk, gsi2sk' : ''}`,
      ConditionExpression: 'jobId = :job',
      ExpressionAttributeValues: {
        ':job': job.id,
        ':at': job.updatedAt,
        ':run': runOf(job, carsNew, now),
        ':refusals': after.refusals,
        ...(isPaused && { ':failure': job.failure }),
        ...(schedule && { ':due': schedule.gsi2pk, ':next': schedule.gsi2sk }),
      },
    });
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

/**
 * Gives everybody who follows the run's link what is new to them, plans the next run by how this one went, and frees the
 * link. Safe to repeat after a crash at any point.
 */
export async function serveFollowers(job: Job, now: string): Promise<void> {
  const link = await getLink(job.linkHash);
  if (!link || link.jobId !== job.id) return;
  const followers = (await listFollowers(job.linkHash)).filter((each) => isRunning(each, new Date(now)));
  if (followers.length === 0) return endRun(link, job, { state: 'runs', refusals: 0, nextRun: null }, 0, now);
  const shown = await readShown(job.linkHash);
  const isAnyNew = followers.some((each) => !each.isServed);
  // Not "never shown": a car that comes back may be new to somebody who came while it was away.
  const unlikeLast = [...job.done].filter((carId) => !shown.last.has(carId));
  const sellable = await forSale(isAnyNew ? [...job.done] : unlikeLast);
  const run: Run = {
    job,
    now,
    all: [...sellable],
    fresh: unlikeLast.filter((carId) => sellable.has(carId)),
  };
  for (let from = 0; from < followers.length; from += atOnce)
    await Promise.all(followers.slice(from, from + atOnce).map((follower) => serve(follower, run)));
  await writeShown(job, shown);
  const after = afterRun(job, link, new Date(now));
  if (after.state === 'paused')
    for (const { userId } of followers) await markPaused(job.linkHash, userId, job.failure!, job.updatedAt);
  const known = new Set(shown.ever);
  const carsNew = run.fresh.filter((carId) => !known.has(carId)).length;
  await endRun(link, job, after, carsNew, now);
}
