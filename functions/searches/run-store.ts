import type { Job } from '#core/imports/job.ts';
import { type AfterRun, hourStart, runIdOf, runOf } from '#core/searches/automated-search.ts';
import { automaticRun, getJob, jobItem } from '#functions/imports/job-store.ts';
import { linkKey, shownCarsKey } from '#functions/platform/keys.ts';
import { changeIf, getItem, put, putItem, transactIf, update } from '#functions/platform/table.ts';
import { dueSortKey, type FollowedLink, linkTtl, planNext, scheduleOf } from './store.ts';

export type HourlyRun =
  /** A new run, to be queued. */
  | { kind: 'started'; jobId: string }
  /** An import is already visiting the same link; its cars serve this hour. */
  | { kind: 'joined'; jobId: string }
  /** A concurrent dispatch has started it. */
  | { kind: 'taken' };

/**
 * Starts a link's run of this hour and schedules the next, in one transaction, so that a repeated delivery starts none. The
 * run's id contains its hour, so that a retry after a lost answer starts none either.
 */
export async function startHourlyRun(
  link: FollowedLink,
  hour: number,
  beginsAt: string,
  now: string,
): Promise<HourlyRun> {
  const seenDue = dueSortKey(link.nextRun!, link.hash);
  const next = dueSortKey(hourStart(hour + 1), link.hash);
  const running = link.jobId ? await getJob(link.jobId) : null;
  if (running && running.isSettled === false) {
    const isMine = await planNext(link.hash, seenDue, next);
    return isMine ? { kind: 'joined', jobId: running.id } : { kind: 'taken' };
  }
  const jobId = runIdOf(link.hash, hour);
  const job = { id: jobId, kind: 'scrape', href: link.href, linkHash: link.hash, privateTo: null } as const;
  const isStarted = await transactIf([
    put({ ...jobItem(job, now), ...automaticRun(beginsAt) }, 'attribute_not_exists(pk)'),
    update(linkKey(link.hash), {
      set: { jobId, gsi2sk: next, ttl: linkTtl(now) },
      condition: `gsi2sk = :seen AND ${link.jobId ? 'jobId = :ended' : 'attribute_not_exists(jobId)'}`,
      values: { ':seen': seenDue, ...(link.jobId && { ':ended': link.jobId }) },
    }),
  ]);
  return isStarted ? { kind: 'started', jobId } : { kind: 'taken' };
}

/** Schedules the link's next run, stores its result and frees it for another run, in one conditional write. */
export async function endRun(
  link: FollowedLink,
  job: Job,
  after: AfterRun,
  carsNew: number,
  now: string,
): Promise<void> {
  const isPaused = after.state === 'paused';
  const nextRun = after.state === 'runs' ? after.nextRun : null;
  // A link without followers stays at rest.
  const schedule = nextRun === null || link.nextRun === null ? null : scheduleOf(job.linkHash, nextRun);
  await changeIf(linkKey(job.linkHash), {
    set: {
      lastEndedAt: job.updatedAt,
      lastRun: runOf(job, carsNew, now),
      refusals: after.refusals,
      ...(isPaused && { pausedFor: job.failure }),
      ...schedule,
    },
    remove: ['jobId', ...(isPaused ? ['gsi2pk', 'gsi2sk'] : [])],
    condition: 'jobId = :job',
    values: { ':job': job.id },
  });
}

/** Cars that a link remembers as shown, to count the new ones. */
const mostShown = 1500;

export type ShownCars = {
  /** All shown so far, newest first. */
  ever: readonly string[];
  /** Shown by its last run; all followers have been given these. */
  last: ReadonlySet<string>;
};

export async function readShown(linkHash: string): Promise<ShownCars> {
  const item = await getItem(shownCarsKey(linkHash));
  const list = (name: string) => (item?.[name] as string[] | undefined) ?? [];
  return { ever: list('carIds'), last: new Set(list('lastIds')) };
}

/** Adds the cars of a run. Writes nothing when they are the same as an hour ago, which is usual. */
export async function writeShown(job: Job, { ever, last }: ShownCars): Promise<void> {
  if (last.size === job.done.size && [...job.done].every((carId) => last.has(carId))) return;
  const carIds = [...new Set([...job.done, ...ever])].slice(0, mostShown);
  await putItem({ ...shownCarsKey(job.linkHash), kind: 'SHOWN', carIds, lastIds: [...job.done] });
}
