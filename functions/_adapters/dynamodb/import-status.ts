import type { Job } from '#core/import/job.ts';
import { getJob } from './jobs.ts';
import { userKeys } from './keys.ts';
import { deleteItem, getItem } from './table.ts';

/** The import that a person's status shows: the last they began. Null when it was cleared or there is none. */
export async function getShownJob(userId: string): Promise<Job | null> {
  const item = await getItem(userKeys.status(userId));
  return item ? getJob(String(item.jobId)) : null;
}

export const clearStatus = (userId: string): Promise<void> => deleteItem(userKeys.status(userId));
