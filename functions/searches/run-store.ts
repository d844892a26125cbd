import type { Job } from '#core/imports/job.ts';
import { type AfterRun, hourStart, runIdOf, runOf } from '#core/searches/automated-search.ts';
import { automaticRun, getJob, jobItem } from '#functions/imports/job-store.ts';
import { linkKey, shownCarsKey } from '#functions/platform/keys.ts';
import {
  changeItem,
  failedCondition,
  getItem,
  isConditionFailure,
  put,
  putItem,
  transact,
  update,
} from '#functions/platform/table.ts';
import { dueSortKey, type FollowedLink, linkTtl, planNext, scheduleOf } from './store.ts';

export type HourlyRun =
  /** A new run, to be sent on its way. */
  | { kind: 'started'; jobId: string }
  /** Somebody's import is visiting the same link: its cars serve the hour. */
  | { kind: 'joined'; jobId: string }
  /** Another dispatch was faster. */
  | { kind: 'taken' };

/**
 * Starts a link's run of this hour and plans the next, in one transaction: a link runs once an hour whatever is delivered
 * twice. The run's id says its hour, so that not even a lost answer starts a second one.
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
  try {
    await transact([
      put({ ...jobItem(job, now), ...automaticRun(beginsAt) }, 'attribute_not_exists(pk)'),
      update(linkKey(link.hash), {
        UpdateExpression: 'SET jobId = :job, gsi2sk = :next, #ttl = :ttl',
        ConditionExpression: `gsi2sk = :seen AND ${link.jobId ? 'jobId = :ended' : 'attribute_not_exists(jobId)'}`,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':job': jobId,
          ':ttl': linkTtl(now),
          ':next': next,
          ':seen': seenDue,
          ...(link.jobId && { ':ended': link.jobId }),
        },
      }),
    ]);
    return { kind: 'started', jobId };
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return { kind: 'taken' };
  }
}

/** The link's next run, what it remembers, and its freedom for another run: in one write that happens once. */
export async function endRun(
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

/** Cars that a link remembers to have shown, so that the panel can say how many are new. */
const mostShown = 1500;

/** What a link has shown, by the cars' ids. */
export type ShownCars = {
  /** Everything it has shown, the newest first. */
  ever: readonly string[];
  /** What its last run showed: all followers have been given these. */
  last: ReadonlySet<string>;
};

export async function readShown(linkHash: string): Promise<ShownCars> {
  const item = await getItem(shownCarsKey(linkHash));
  const list = (name: string) => (item?.[name] as string[] | undefined) ?? [];
  return { ever: list('carIds'), last: new Set(list('lastIds')) };
}

/** Adds what a run showed. Most hours show what the hour before did: then there is nothing to write. */
export async function writeShown(job: Job, { ever, last }: ShownCars): Promise<void> {
  if (last.size === job.done.size && [...job.done].every((carId) => last.has(carId))) return;
  const carIds = [...new Set([...job.done, ...ever])].slice(0, mostShown);
  await putItem({ ...shownCarsKey(job.linkHash), kind: 'SHOWN', carIds, lastIds: [...job.done] });
}
