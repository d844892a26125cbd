import { afterRun, isRefused } from '#core/automated-search/after-run.ts';
import { isRunning } from '#core/automated-search/automated-search.ts';
import { isForSale, isOffered } from '#core/car/for-sale.ts';
import type { Job } from '#core/import/job.ts';
import { getCars } from '#functions/_adapters/dynamodb/cars.ts';
import {
  type Follower,
  listFollowers,
  markPaused,
  markServed,
} from '#functions/_adapters/dynamodb/followers.ts';
import { addAutomaticRow } from '#functions/_adapters/dynamodb/history.ts';
import { endRun } from '#functions/_adapters/dynamodb/hourly-run.ts';
import { listOwners } from '#functions/_adapters/dynamodb/import-owners.ts';
import { getLink } from '#functions/_adapters/dynamodb/links.ts';
import { getSearch } from '#functions/_adapters/dynamodb/searches.ts';
import { readShown, writeShown } from '#functions/_adapters/dynamodb/shown-cars.ts';
import { discover, type KnownCar } from './discover.ts';

const atOnce = 4;

/** The cars for sale among these. */
async function forSale(carIds: readonly string[]): Promise<KnownCar[]> {
  const cars = (await getCars(carIds)).map(({ car }) => car);
  return cars.filter((car) => isForSale(car) && isOffered(car.availability));
}

/** Whether a car is among these, by the id that it has or one that it had. */
const isIn = (ids: ReadonlySet<string>, { id, formerIds }: KnownCar): boolean =>
  ids.has(id) || formerIds.some((former) => ids.has(former));

type Run = {
  job: Job;
  now: string;
  /** Whose own import this is: they see its cars come in, and are told of none. */
  ownerIds: ReadonlySet<string>;
  /** All that the run showed, and what its last run had not. */
  all: KnownCar[];
  fresh: KnownCar[];
};

async function serve(follower: Follower, { job, now, all, fresh, ownerIds }: Run): Promise<void> {
  const { userId, isServed } = follower;
  const shown = isServed ? fresh : all;
  const isTold = job.isAutomatic && isRefused(job);
  // Most hours bring nothing: then nobody's part of the table is so much as read.
  if (isServed && shown.length === 0 && !isTold) return;
  // Cancelled or erased since the followers were read: their place holds nothing any more.
  if (!(await getSearch(userId, job.linkHash))) return;
  const found = ownerIds.has(userId)
    ? []
    : await discover({ userId, searchId: job.linkHash, runId: job.id, now }, shown);
  // A run is worth a row when it brought something, or was refused.
  if (isTold || (job.isAutomatic && found.length > 0)) await addAutomaticRow(userId, job, found.length);
  if (!isServed && !isRefused(job)) await markServed(job.linkHash, userId);
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
  const owners = job.hasOwners ? await listOwners(job.id) : [];
  const run: Run = {
    job,
    now,
    ownerIds: new Set(owners.map(({ userId }) => userId)),
    all: sellable,
    fresh: sellable.filter((car) => !isIn(shown.last, car)),
  };
  for (let from = 0; from < followers.length; from += atOnce)
    await Promise.all(followers.slice(from, from + atOnce).map((follower) => serve(follower, run)));
  await writeShown(job, shown);
  const after = afterRun(job, link, new Date(now));
  if (after.state === 'paused')
    for (const { userId } of followers) await markPaused(job.linkHash, userId, job.failure!, job.updatedAt);
  const known = new Set(shown.ever);
  const carsNew = run.fresh.filter((car) => !isIn(known, car)).length;
  await endRun(link, job, after, carsNew, now);
}
