import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { isComplete, isEnded, type Job } from '#core/imports/job.ts';
import { addDiscovery, countFirstDiscoveries, trimDiscoveries } from '#functions/cars/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { serveFollowers } from '#functions/searches/followers.ts';
import { changeJobState, closeJob, getJob, type JobOwner, listOwners, settleOwner } from './job-store.ts';

async function serveOwner(job: Job, owner: JobOwner, now: string): Promise<void> {
  // Who joined late has not been given the cars that were done before: give everybody everything.
  for (const carId of job.done) await addDiscovery(owner.userId, { carId, jobId: job.id, discoveredAt: now });
  const carsAdded = await countFirstDiscoveries(owner.userId, job.id, [...job.done]);
  await settleOwner(job, owner, carsAdded, now);
  // Counted before: what an import brought is what it brought.
  if (carsAdded > 0) await trimDiscoveries(owner.userId, new Date(now));
}

/**
 * Settles an ended import with each of its people and with those who follow its link: cars, history row, charge. Safe to repeat after a crash at any point;
 * the job leaves the index of open ones last.
 */
export async function settleImport(job: Job, now: string): Promise<void> {
  for (const owner of job.hasOwners ? await listOwners(job.id) : [])
    if (!owner.isSettled) await serveOwner(job, owner, now);
  if (job.kind === 'scrape') await serveFollowers(job, now);
  await closeJob(job.id);
}

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
