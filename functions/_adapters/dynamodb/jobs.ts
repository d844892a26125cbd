import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { Job } from '#core/import/job.ts';
import { unlessGone } from './guards.ts';
import { jobKey, openIndex, openJobsPartition } from './keys.ts';
import { changeItem, getItem, type Item, isConditionFailure, readIndex } from './table.ts';

const asSet = (value: unknown): ReadonlySet<string> =>
  value instanceof Set ? (value as Set<string>) : new Set();

export function toJob(item: Item): Job {
  return {
    id: String(item.id),
    kind: item.jobKind as Job['kind'],
    href: String(item.href),
    linkHash: String(item.linkHash),
    privateTo: (item.privateTo as string | undefined) ?? null,
    state: item.state as Job['state'],
    found: asSet(item.found),
    identified: asSet(item.identified),
    done: asSet(item.done),
    failed: asSet(item.failed),
    added: asSet(item.added),
    failure: (item.failure as ImportFailureClass | undefined) ?? null,
    isSettled: item.gsi2pk === undefined,
    startedAt: String(item.startedAt),
    beginsAt: String(item.beginsAt ?? item.startedAt),
    isAutomatic: item.isAutomatic === true,
    hasOwners: item.isAutomatic !== true || item.hasOwners === true,
    updatedAt: String(item.updatedAt),
    nudgedAt: (item.nudgedAt as string | undefined) ?? null,
    nudges: String(item.nudgedAt ?? '') > String(item.updatedAt) ? Number(item.nudges ?? 1) : 0,
  };
}

/** An import says what somebody searched for; what it found lives on with the people and the catalog. */
const keptSeconds = 30 * 86_400;
/** The `ttl` of an import that began at `at`, and of the people's parts in it. */
export const jobTtl = (at: string): number => Math.floor(Date.parse(at) / 1000) + keptSeconds;
/** An hourly run tells nobody anything after a week. */
const automaticKeptSeconds = 7 * 86_400;

/** The fields of an hourly run, whose visit begins later than its hour. */
export const automaticRun = (beginsAt: string) => ({
  isAutomatic: true,
  beginsAt,
  ttl: Math.floor(Date.parse(beginsAt) / 1000) + automaticKeptSeconds,
});

/** A new import as an item; while it has not ended it stands in the index of open ones. */
export function jobItem(
  job: Pick<Job, 'id' | 'kind' | 'href' | 'linkHash' | 'privateTo'>,
  now: string,
): Item {
  return {
    ...jobKey(job.id),
    kind: 'JOB',
    id: job.id,
    jobKind: job.kind,
    href: job.href,
    linkHash: job.linkHash,
    ...(job.privateTo !== null && { privateTo: job.privateTo }),
    state: 'queued',
    startedAt: now,
    updatedAt: now,
    gsi2pk: openJobsPartition,
    gsi2sk: `${now}#${job.id}`,
    ttl: jobTtl(now),
  };
}

export async function getJob(jobId: string): Promise<Job | null> {
  const item = await getItem(jobKey(jobId));
  return item ? toJob(item) : null;
}

/** Imports that have not ended or not been settled, oldest first. */
export async function listOpenJobs(): Promise<Job[]> {
  const open = await readIndex(openIndex, openJobsPartition);
  const jobs = await Promise.all(open.map(({ pk, sk }) => getItem({ pk, sk })));
  return jobs.filter((item) => item !== null).map(toJob);
}

type SetName = 'found' | 'identified' | 'done' | 'failed' | 'added';

/** Adds ids to the job's sets (adding twice changes nothing) and returns the job after it. */
export async function addToJob(
  jobId: string,
  sets: Partial<Record<SetName, string[]>>,
  now: string,
): Promise<Job> {
  const entries = Object.entries(sets).filter(([, ids]) => ids.length > 0);
  const item = await changeItem(jobKey(jobId), {
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: `SET updatedAt = :now${entries.length > 0 ? ' ADD ' : ''}${entries
      .map(([name]) => `#${name} :${name}`)
      .join(', ')}`,
    // Some of the names are words that expressions reserve.
    ...(entries.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    }),
    ExpressionAttributeValues: {
      ':now': now,
      ...Object.fromEntries(entries.map(([name, ids]) => [`:${name}`, new Set(ids)])),
    },
  });
  return toJob(item);
}

/** Moves a job on, if it is in one of the states given. Null when it is not. */
export async function changeJobState(
  jobId: string,
  from: readonly Job['state'][],
  to: Job['state'],
  now: string,
  failure: ImportFailureClass | null = null,
): Promise<Job | null> {
  try {
    const item = await changeItem(jobKey(jobId), {
      ConditionExpression: `#state IN (${from.map((_, i) => `:from${i}`).join(', ')})`,
      UpdateExpression: `SET #state = :to, updatedAt = :now${failure ? ', failure = :failure' : ''}`,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':to': to,
        ':now': now,
        ...(failure && { ':failure': failure }),
        ...Object.fromEntries(from.map((state, i) => [`:from${i}`, state])),
      },
    });
    return toJob(item);
  } catch (error) {
    if (isConditionFailure(error)) return null;
    throw error;
  }
}

/**
 * One worker at a time visits the marketplace for a job. The lease is renewed while it works and runs out by itself when
 * the worker dies. False when another holds it, or the job was erased with its owner.
 */
export async function takeLease(
  jobId: string,
  holder: string,
  nowMs: number,
  leaseMs: number,
): Promise<boolean> {
  try {
    await changeItem(jobKey(jobId), {
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(leaseUntilMs) OR leaseUntilMs < :now OR leaseHolder = :holder)',
      UpdateExpression: 'SET leaseUntilMs = :until, leaseHolder = :holder',
      ExpressionAttributeValues: { ':now': nowMs, ':until': nowMs + leaseMs, ':holder': holder },
    });
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

export async function dropLease(jobId: string): Promise<void> {
  await unlessGone(
    changeItem(jobKey(jobId), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'REMOVE leaseUntilMs, leaseHolder',
    }),
  );
}

/** Notes that a job's messages were sent again. */
export async function nudgeJob(job: Job, now: string): Promise<void> {
  await changeItem(jobKey(job.id), {
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET nudgedAt = :now, nudges = :nudges',
    ExpressionAttributeValues: { ':now': now, ':nudges': job.nudges + 1 },
  });
}

/** Takes a settled job out of the index of open ones, unless it was erased with its owner. */
export async function closeJob(jobId: string): Promise<void> {
  await unlessGone(
    changeItem(jobKey(jobId), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'REMOVE gsi2pk, gsi2sk',
    }),
  );
}
