import type { Job } from '#core/imports/job.ts';

/** Jobs that have not ended or are not settled, oldest first. */
export async function openJobs(): Promise<Job[]> {
  const { eachOpenJobs } = await import('#functions/imports/job-store.ts');
  const all: Job[] = [];
  for await (const some of eachOpenJobs()) all.push(...some);
  return all;
}
