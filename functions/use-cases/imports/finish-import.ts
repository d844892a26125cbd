import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { isComplete, isEnded, type Job } from '#core/import/job.ts';
import { changeJobState, getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { settleImport } from './settle-import.ts';

/** An import all of whose cars failed has failed itself; with no cars at all it is a success that found nothing. */
function outcomeOf(job: Job): { state: 'completed' | 'failed'; failure: ImportFailureClass | null } {
  if (job.done.size > 0) return { state: 'completed', failure: job.failure };
  if (job.found.size > 0) return { state: 'failed', failure: job.failure ?? 'internal' };
  return { state: 'completed', failure: 'empty' };
}

/**
 * Ends an import whose last car is done, and settles it. Called after every car; safe to call again after a crash, since a
 * job that has ended is settled again until that has succeeded.
 */
export async function finishIfComplete(job: Job): Promise<void> {
  const now = clock.now().toISOString();
  if (isEnded(job)) return settleImport(job, now);
  if (!isComplete(job)) return;
  const { state, failure } = outcomeOf(job);
  const ended = await changeJobState(job.id, ['working'], state, now, failure);
  if (ended) await announce(ended, now);
}

/** Ends an import that cannot go on, keeping what it has done. */
export async function failImport(jobId: string, failure: ImportFailureClass): Promise<void> {
  const now = clock.now().toISOString();
  const job = await getJob(jobId);
  if (!job) return;
  if (isEnded(job)) return settleImport(job, now);
  const state = job.done.size > 0 ? 'completed' : 'failed';
  const ended = await changeJobState(jobId, ['queued', 'scraping', 'working'], state, now, failure);
  if (ended) await announce(ended, now);
}

async function announce(job: Job, now: string): Promise<void> {
  await settleImport(job, now);
  log.info('import ended', {
    state: job.state,
    failure: job.failure,
    found: job.found.size,
    done: job.done.size,
    failed: job.failed.size,
  });
  countMetric('ImportsEnded', 1, { outcome: job.failure ?? job.state });
}
