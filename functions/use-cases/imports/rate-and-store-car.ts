import { identifiedAgain } from '#core/car/better-identified.ts';
import { isForSale } from '#core/car/for-sale.ts';
import { joinAds } from '#core/car/join-ads.ts';
import { keepTyped } from '#core/car/typed-plate.ts';
import type { RateMessage } from '#core/contract/messages.ts';
import { isSettledCar, type Job } from '#core/import/job.ts';
import { mergeListings } from '#core/import/merge-listings.ts';
import { canPhotosWait, photosDelaySeconds } from '#core/import/photos-can-wait.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import { getCar, type StoredCar, storeCar } from '#functions/_adapters/dynamodb/cars.ts';
import { addDiscovery } from '#functions/_adapters/dynamodb/discoveries.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';
import { getDraft } from '#functions/_adapters/dynamodb/drafts.ts';
import { listOwners } from '#functions/_adapters/dynamodb/import-owners.ts';
import { addToJob, getJob, takeFromJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { queues } from '#functions/_adapters/queues.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { joinCar } from '#functions/use-cases/cars/join-car.ts';
import { loadModel } from '#functions/use-cases/cars/load-model.ts';
import { rateDraft, unidentified } from '#functions/use-cases/cars/rate-listing.ts';
import { bearWitness } from './bear-witness.ts';
import { findSameCar } from './find-same-car.ts';
import { finishIfComplete } from './finish-import.ts';

const attempts = 4;

/** `others`: ads of the same car beside the one that it is shown by. */
type JoinedDraft = Draft & { others?: Listing[] };

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

/** The draft as the ad that its car is shown by, which may be another one than was just read. */
function withOtherAds(draft: Draft, stored: StoredCar | null): JoinedDraft {
  if (!stored) return draft;
  const { listing, others = [], identification } = stored.source;
  const isOther = adIdOf(listing) !== adIdOf(draft.listing);
  if (!isOther && others.length === 0) return draft;
  const ads = joinAds({ listing, others }, draft.listing);
  const { identification: seen } = draft;
  return { ...draft, ...ads, identification: seen ? identifiedAgain(identification, seen) : identification };
}

/** A plate that people agreed on stays where a visit finds none. */
function withTypedPlate(draft: JoinedDraft, stored: StoredCar | null, now: string): JoinedDraft {
  const known = stored?.source.identification;
  if (!known?.isTyped) return draft;
  const found = draft.identification ?? unidentified;
  return { ...draft, identification: keepTyped(found, known, draft.listing, now.slice(0, 10)) };
}

type Stored = { carId: string; formerIds: readonly string[]; foundBy: string | undefined };

/** The stored car, with another one that turns out to be the same. */
async function withTwin(stored: Stored): Promise<Stored> {
  const joined = await joinCar(stored.carId);
  if (!joined) return stored;
  const { car, source } = joined;
  return { carId: car.id, formerIds: car.formerIds, foundBy: source.foundBy };
}

/** Stores the rated car. Another import may store the same car at the same moment: then it is read and built again. */
async function rateAndStore(job: Job, read: Draft): Promise<Stored> {
  const isEntry = job.kind === 'entry';
  // An ad that its witnesses brought joins no car that was read by the product: no two people change one.
  const foundId = job.privateTo === null && !isEntry ? await findSameCar(read) : read.carId;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const now = clock.now().toISOString();
    const found = await getCar(foundId, job.privateTo);
    const carId = found?.car.id ?? foundId;
    const isOfWitnesses = found?.source.isWitnessed === true;
    if (isEntry && found && !isOfWitnesses)
      return { carId, formerIds: found.car.formerIds, foundBy: undefined };
    // The product's own reading begins anew.
    const stored = isOfWitnesses && !isEntry ? null : found;
    const joined: JoinedDraft =
      job.privateTo === null ? withOtherAds({ ...read, carId }, stored) : withWhatIsKnown(read, stored);
    const draft = withTypedPlate(joined, stored, now);
    const { others = [] } = draft;
    const car = rateDraft(draft, stored?.car ?? null, job.privateTo, await loadModel(), now, others);
    const foundBy = stored ? stored.source.foundBy : job.id;
    const { listing, identification } = draft;
    const ads = { listing, ...(others.length > 0 && { others }) };
    const source = {
      ...ads,
      identification: identification ?? unidentified,
      foundBy,
      ...(isEntry && { isWitnessed: true }),
    };
    // Not `stored === null`: this very message may have stored the car before, and died.
    if (await storeCar(car, source, found?.version ?? null))
      return { carId, formerIds: car.formerIds, foundBy };
  }
  throw new Error('a car was changed faster than it could be rated');
}

/** The car's last step: into the catalog, into the discoveries of whoever asked, into the job's count. Safe to repeat. */
export async function rateAndStoreCar({ jobId, carId, requestId }: RateMessage): Promise<void> {
  const job = await getJob(jobId);
  if (!job) return;
  if (isSettledCar(job, carId)) return finishIfComplete(job);
  const draft = await getDraft(jobId, carId);
  if (!draft) return;
  const stored = await rateAndStore(job, draft);
  const isOwn = job.privateTo !== null || job.kind === 'entry';
  const { carId: storedId, formerIds, foundBy } = isOwn ? stored : await withTwin(stored);
  await bearWitness(job, storedId, requestId);
  const now = clock.now().toISOString();
  for (const owner of job.hasOwners && isForSale(draft.listing) ? await listOwners(jobId) : [])
    await addDiscovery(owner.userId, { carId: storedId, jobId, discoveredAt: now }, formerIds);
  // Places of the job whose cars are this one now: the ad's own, and what it was joined with.
  const places = [carId, ...formerIds].filter((id) => id !== storedId && job.found.has(id));
  const sets = {
    done: [storedId],
    ...(places.length > 0 && { found: [storedId] }),
    ...(foundBy === job.id && { added: [storedId] }),
  };
  const after = await addToJob(jobId, sets, now);
  if (canPhotosWait(draft.listing))
    await queues.identify([{ type: 'identify', jobId, carId, requestId }], photosDelaySeconds(after));
  // Added before the other is taken away: what dies between the two is done again, and nothing is missing meanwhile.
  await finishIfComplete(places.length > 0 ? await takeFromJob(jobId, places, now) : after);
}
