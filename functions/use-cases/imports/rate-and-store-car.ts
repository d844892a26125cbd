import { isForSale } from '#core/car/for-sale.ts';
import type { RateMessage } from '#core/contract/messages.ts';
import { isEnded, type Job } from '#core/import/job.ts';
import { getCar, storeCar } from '#functions/_adapters/dynamodb/cars.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';
import { getDraft } from '#functions/_adapters/dynamodb/drafts.ts';
import { listOwners } from '#functions/_adapters/dynamodb/import-owners.ts';
import { addToJob, getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { addMatch } from '#functions/_adapters/dynamodb/matches.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { loadModel } from '#functions/use-cases/cars/load-model.ts';
import { rateDraft, unidentified } from '#functions/use-cases/cars/rate-listing.ts';
import { finishIfComplete } from './finish-import.ts';

const attempts = 4;

/** Stores the rated car. Another import may store the same car at the same moment: then it is read and built again. */
async function rateAndStore(job: Job, draft: Draft): Promise<{ isNew: boolean }> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const now = clock.now().toISOString();
    const stored = await getCar(draft.carId, job.privateTo);
    const car = rateDraft(draft, stored?.car ?? null, job.privateTo, await loadModel(), now);
    const foundBy = stored ? stored.source.foundBy : job.id;
    const source = { listing: draft.listing, identification: draft.identification ?? unidentified, foundBy };
    // Not `stored === null`: this very message may have stored the car before, and died.
    if (await storeCar(car, source, stored?.version ?? null)) return { isNew: foundBy === job.id };
  }
  throw new Error('a car was changed faster than it could be rated');
}

/** The car's last step: into the catalog, into the discoveries of whoever asked, into the job's count. Safe to repeat. */
export async function rateAndStoreCar({ jobId, carId }: RateMessage): Promise<void> {
  const job = await getJob(jobId);
  if (!job) return;
  if (isEnded(job) || job.done.has(carId) || job.failed.has(carId)) return finishIfComplete(job);
  const draft = await getDraft(jobId, carId);
  if (!draft) return;
  const { isNew } = await rateAndStore(job, draft);
  const now = clock.now().toISOString();
  for (const owner of job.hasOwners && isForSale(draft.listing) ? await listOwners(jobId) : [])
    await addMatch(owner.userId, { carId, jobId, discoveredAt: now });
  const after = await addToJob(jobId, { done: [carId], ...(isNew && { added: [carId] }) }, now);
  await finishIfComplete(after);
}
