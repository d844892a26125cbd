import type { Job } from '#core/import/job.ts';
import {
  addDiscovery,
  countFirstDiscoveries,
  trimDiscoveries,
} from '#functions/_adapters/dynamodb/discoveries.ts';
import { type JobOwner, listOwners, settleOwner } from '#functions/_adapters/dynamodb/import-owners.ts';
import { closeJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { serveFollowers } from '#functions/use-cases/searches/serve-followers.ts';

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
