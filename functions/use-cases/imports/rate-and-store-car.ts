import { isForSale } from '#core/car/for-sale.ts';
import type { RateMessage } from '#core/contract/messages.ts';
import { isEnded, type Job } from '#core/import/job.ts';
import { mergeListings } from '#core/import/merge-listings.ts';
import { getCar, type StoredCar, storeCar } from '#functions/_adapters/dynamodb/cars.ts';
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

/**
 * Of two pages of a person that show one car (a search, and the ad that they opened while it was being rated) the one that
 * says more stays, whichever is rated last.
 */
function withWhatIsKnown(draft: Draft, stored: StoredCar | null): Draft {
  const known = stored?.source;
  if (!known || known.listing.description === null || draft.listing.description !== null) return draft;
  const hasMorePhotos = known.identification.photos.length > (draft.identification?.photos.length ?? 0);
  return {
    ...draft,
    listing: mergeListings(known.listing, draft.listing),
    ...(hasMorePhotos && { identification: known.identification }),
  };
}

/** Stores the rated car. Another import may store the same car at the same moment: then it is read and built again. */
async function rateAndStore(job: Job, read: Draft): Promise<{ isNew: boolean }> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const now = clock.now().toISOString();
    const stored = await getCar(read.carId, job.privateTo);
    const draft = job.privateTo === null ? read : withWhatIsKnown(read, stored);
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
