import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { Job } from '#core/import/job.ts';
import { unlessGone } from './guards.ts';
import { toJob } from './job-item.ts';
import { jobKey, openIndex, openJobsPartition } from './keys.ts';
import { changeItem, getItem, isConditionFailure, readIndex } from './table.ts';

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

type SetName = 'found' | 'identified' | 'done' | 'failed' | 'added' | 'leftOut';

/** Adds ids (of `leftOut`: marks) to the job's sets (adding twice changes nothing) and returns the job after it. */
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

/** Takes the places of cars out of a job: they turned out to be one that is counted by itself. */
export async function takeFromJob(jobId: string, carIds: readonly string[], now: string): Promise<Job> {
  const item = await changeItem(jobKey(jobId), {
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET updatedAt = :now DELETE #found :cars, #identified :cars',
    // Expressions reserve the word.
    ExpressionAttributeNames: { '#found': 'found', '#identified': 'identified' },
    ExpressionAttributeValues: { ':now': now, ':cars': new Set(carIds) },
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

/** Notes that a job's messages were sent again. */
export async function nudgeJob(job: Job, now: string): Promise<void> {
  await changeItem(jobKey(job.id), {
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET nudgedAt = :now, nudges = :nudges',
    ExpressionAttributeValues: { ':now': now, ':nudges': job.nudges + 1 },
  });
}

/** Notes that a job is the visitor's from now on: it waits for one, or one has just taken it. */
export async function markHanded(jobId: string, now: string): Promise<void> {
  await unlessGone(
    changeItem(jobKey(jobId), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET handedAt = :now',
      ExpressionAttributeValues: { ':now': now },
    }),
  );
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
