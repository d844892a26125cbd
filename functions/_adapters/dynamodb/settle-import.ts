import { failureSentence, isCharged, type Job } from '#core/import/job.ts';
import { serveFollowers } from '#functions/use-cases/searches/serve-followers.ts';
import { closeJob } from './jobs.ts';
import { jobOwnerKey, jobOwnerPrefix, jobPartition, userKeys } from './keys.ts';
import { addMatch, countFirstMatches } from './people.ts';
import { failedCondition, queryAll, type TransactItem, transact, update } from './table.ts';

/** A person whose import this is. */
export type JobOwner = { userId: string; historyId: string; chargedMonth: string | null; isSettled: boolean };

export async function listOwners(jobId: string): Promise<JobOwner[]> {
  const items = await queryAll(jobPartition(jobId), jobOwnerPrefix);
  return items.map((item) => ({
    userId: String(item.userId),
    historyId: String(item.historyId),
    chargedMonth: (item.chargedMonth as string | undefined) ?? null,
    isSettled: item.settledAt !== undefined,
  }));
}

/** The history row's end, the mark that it was done, and the charge given back: together or not at all. */
function settleSteps(job: Job, owner: JobOwner, carsAdded: number, now: string): TransactItem[] {
  const failure = job.failure;
  const steps = [
    update(jobOwnerKey(job.id, owner.userId), {
      UpdateExpression: 'SET settledAt = :now',
      // An update makes what is not there: the part of an erased person stays away.
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(settledAt)',
      ExpressionAttributeValues: { ':now': now },
    }),
    update(userKeys.history(owner.userId, owner.historyId), {
      UpdateExpression:
        'SET #status = :status, cars_added_count = :count, error_message = :message, error_code = :code',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': job.state === 'failed' ? 'failed' : 'completed',
        ':count': carsAdded,
        ':message': failure ? failureSentence(failure) : null,
        ':code': failure,
      },
    }),
  ];
  if (owner.chargedMonth && !isCharged(job))
    steps.push(
      update(userKeys.usage(owner.userId, owner.chargedMonth), {
        UpdateExpression: 'ADD scrapes_count :back',
        ConditionExpression: 'scrapes_count > :zero',
        ExpressionAttributeValues: { ':back': -1, ':zero': 0 },
      }),
    );
  return steps;
}

async function settleOwner(job: Job, owner: JobOwner, now: string): Promise<void> {
  // Who joined late has not been given the cars that were done before: give everybody everything.
  for (const carId of job.done) await addMatch(owner.userId, { carId, jobId: job.id, discoveredAt: now });
  const carsAdded = await countFirstMatches(owner.userId, job.id, [...job.done]);
  try {
    await transact(settleSteps(job, owner, carsAdded, now));
  } catch (error) {
    // Settled by another delivery, or erased with its account: nothing is owed.
    if (failedCondition(error) === null) throw error;
  }
}

/**
 * Settles an ended import with each of its people and with those who follow its link: cars, history row, charge. Safe to repeat after a crash at any point;
 * the job leaves the index of open ones last.
 */
export async function settleImport(job: Job, now: string): Promise<void> {
  for (const owner of job.hasOwners ? await listOwners(job.id) : [])
    if (!owner.isSettled) await settleOwner(job, owner, now);
  if (job.kind === 'scrape') await serveFollowers(job, now);
  await closeJob(job.id);
}
