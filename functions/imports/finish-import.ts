import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { isComplete, isEnded, type Job } from '#core/imports/job.ts';
import { isLookAgain, searchIdOf } from '#core/searches/automated-search.ts';
import { addDiscovery, countFirstDiscoveries, trimDiscoveries } from '#functions/cars/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { serveFollowers } from '#functions/searches/followers.ts';
import { changeJobState, closeJob, getJob, type JobOwner, listOwners, settleOwner } from './job-store.ts';
import { settleOwnPage } from './own-pages.ts';

async function serveOwner(job: Job, owner: JobOwner, now: string): Promise<void> {
  // Owners who joined late have not got the earlier cars: give every car to everybody.
  const { id: jobId } = job;
  const searchId = searchIdOf(job);
  for (const carId of job.done)
    await addDiscovery(owner.userId, { carId, jobId, discoveredAt: now, searchId });
  const carsAdded = await countFirstDiscoveries(owner.userId, job.id, [...job.done]);
  await settleOwner(job, owner, carsAdded, now);
  // After counting, so that trimmed discoveries still count as brought by this import.
  if (carsAdded > 0) await trimDiscoveries(owner.userId, new Date(now));
}

/**
 * Settles an ended import with its owners and its link's followers: cars, history row, refund. Idempotent; the job leaves
 * the index of open jobs last, so that a crash is repaired.
 */
export async function settleImport(job: Job, now: string): Promise<void> {
  for (const owner of job.hasOwners ? await listOwners(job.id) : [])
    if (!owner.isSettled) await serveOwner(job, owner, now);
  if (job.kind === 'scrape') await serveFollowers(job, now);
  if (job.kind === 'page') await settleOwnPage(job, now);
  await closeJob(job.id);
}

/** An import fails when all its cars failed; without any cars it is a success that found nothing. */
function outcomeOf(job: Job): { state: 'completed' | 'failed'; failure: ImportFailureClass | null } {
  if (job.done.size > 0) return { state: 'completed', failure: job.failure };
  if (job.found.size > 0) return { state: 'failed', failure: job.failure ?? 'internal' };
  return { state: 'completed', failure: 'empty' };
}

/**
 * Ends and settles an import whose last car is done. Called after every car. Idempotent: an ended job is settled again until
 * that has succeeded.
 */
export async function finishIfComplete(job: Job): Promise<void> {
  const now = clock.now().toISOString();
  if (isEnded(job)) return settleImport(job, now);
  if (!isComplete(job)) return;
  const { state, failure } = outcomeOf(job);
  const ended = await changeJobState(job.id, ['working'], state, now, failure);
  if (ended) await announce(ended, now);
}

/** Ends an import that cannot continue, keeping the cars it has. */
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
  // An ad that is opened again is nobody's import: a page that refuses it must not sound the alarm for imports.
  if (!isLookAgain(job.id)) countMetric('ImportsEnded', 1, { outcome: job.failure ?? job.state });
}
