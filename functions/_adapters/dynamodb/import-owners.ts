import { failureSentence, isCharged, type Job } from '#core/import/job.ts';
import { countsOf } from './history.ts';
import { jobOwnerKey, jobOwnerPrefix, jobPartition, userKeys } from './keys.ts';
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
  const counts = countsOf(job);
  const steps = [
    update(jobOwnerKey(job.id, owner.userId), {
      UpdateExpression: 'SET settledAt = :now',
      // An update makes what is not there: the part of an erased person stays away.
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(settledAt)',
      ExpressionAttributeValues: { ':now': now },
    }),
    update(userKeys.history(owner.userId, owner.historyId), {
      UpdateExpression:
        'SET #status = :status, cars_added_count = :count, ads_read_count = :read, left_out = :leftOut, error_message = :message, error_code = :code',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': job.state === 'failed' ? 'failed' : 'completed',
        ':count': carsAdded,
        ':read': counts.ads_read_count,
        ':leftOut': counts.left_out,
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

/** Ends a person's part in an import. Nothing is owed when another delivery has settled it, or its account is erased. */
export async function settleOwner(job: Job, owner: JobOwner, carsAdded: number, now: string): Promise<void> {
  try {
    await transact(settleSteps(job, owner, carsAdded, now));
  } catch (error) {
    if (failedCondition(error) === null) throw error;
  }
}
