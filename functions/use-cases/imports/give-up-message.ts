import type { PipelineMessage } from '#core/contract/messages.ts';
import { isEnded } from '#core/import/job.ts';
import { listDrafts } from '#functions/_adapters/dynamodb/drafts.ts';
import { addToJob, changeJobState, getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { failImport, finishIfComplete } from './finish-import.ts';

/** Cars of which no more than the feed is known are given up; those that are on their way go on. */
async function giveUpVisit(jobId: string): Promise<void> {
  const job = await getJob(jobId);
  if (!job || isEnded(job)) return;
  if (job.found.size === 0) return failImport(jobId, 'internal');
  const now = clock.now().toISOString();
  const drafts = await listDrafts(jobId);
  const unread = drafts.filter(({ stage, carId }) => stage === 'listed' && job.found.has(carId));
  await changeJobState(jobId, ['scraping'], 'working', now, 'internal');
  await finishIfComplete(await addToJob(jobId, { failed: unread.map(({ carId }) => carId) }, now));
}

/**
 * Ends what a message was for that failed too often. A car is given up and the import goes on without it; an import that
 * never got its search is failed and its charge given back.
 */
export async function giveUpMessage(message: PipelineMessage): Promise<void> {
  // The next minute sends another.
  if (message.type === 'lane') return;
  if (message.type === 'scrape') return giveUpVisit(message.jobId);
  const job = await getJob(message.jobId);
  if (!job || isEnded(job) || job.done.has(message.carId)) return;
  await finishIfComplete(await addToJob(job.id, { failed: [message.carId] }, clock.now().toISOString()));
}
