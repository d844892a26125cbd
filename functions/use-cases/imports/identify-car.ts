import type { Identification } from '#core/car/build-car.ts';
import type { IdentifyMessage } from '#core/contract/messages.ts';
import { isSettledCar, type Job } from '#core/import/job.ts';
import { canPhotosWait } from '#core/import/photos-can-wait.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { getCar, type StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';
import { getDraft, identifyDraft } from '#functions/_adapters/dynamodb/drafts.ts';
import { addToJob, getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { queues } from '#functions/_adapters/queues.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { type Confirmed, confirmPlate } from '#functions/use-cases/cars/confirm-plate.ts';
import { bearWitness } from './bear-witness.ts';
import { type CopiedPhotos, copyPhotos, mostPhotos } from './copy-photos.ts';
import { finishIfComplete } from './finish-import.ts';
import { addLatePhotos } from './late-photos.ts';

const mostShown = ({ photoUrls }: Listing): number => Math.min(photoUrls.length, mostPhotos);

/** Addresses of photos expire: fewer than there were are no news. */
function betterOf(known: Identification | undefined, copied: CopiedPhotos): CopiedPhotos {
  const photos = known && known.photos.length > copied.photos.length ? known.photos : copied.photos;
  return { photos, candidate: copied.candidate ?? known?.candidate ?? null };
}

/** Which photos may be copied: of an ad that its witnesses brought those that all of them sent. */
const photosOf = ({ kind, agreedPhotos }: Job) => (kind === 'entry' ? agreedPhotos : null);

/** A photo's own name: the rest of its address is signed anew at every visit. */
const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.split('/').at(-1)! : url);

/** Whether the ad shows other photos than when they were copied. */
function hasNewPhotos({ listing }: Draft, known: StoredCar): boolean {
  const { listing: shown, others = [] } = known.source;
  const names = new Set([shown, ...others].flatMap(({ photoUrls }) => photoUrls.map(nameOf)));
  return listing.photoUrls.slice(0, mostPhotos).some((url) => !names.has(nameOf(url)));
}

/** What the register said of a plate is no less true while it is silent: it stays until it is asked again. */
const unlessSilent = (read: Confirmed, known: Identification | undefined): Confirmed =>
  read.registerState === 'pending' &&
  known?.registerState === 'found' &&
  known.plate === read.candidate?.plate
    ? { plate: known.plate, candidate: known.candidate, vehicle: known.vehicle, registerState: 'found' }
    : read;

/**
 * Photos and plate of a car that is known already stay, unless its ad shows more photos by now, or others while no plate was
 * accepted; only the register is asked again (its answers are kept a day).
 */
async function identify(draft: Draft, job: Job): Promise<Identification> {
  const ownerId = job.privateTo;
  const stored = await getCar(draft.carId, ownerId);
  // What its witnesses brought is no knowledge of the product's own.
  const known =
    stored?.source.isWitnessed && job.kind !== 'entry' ? undefined : stored?.source.identification;
  const isWorthReading = stored !== null && known?.plate === null && hasNewPhotos(draft, stored);
  if (canPhotosWait(draft.listing))
    return {
      photos: known?.photos ?? [],
      ...unlessSilent(await confirmPlate(null, draft.listing), known),
    };
  const copied =
    known && !isWorthReading && known.photos.length > 0 && known.photos.length >= mostShown(draft.listing)
      ? { photos: known.photos, candidate: known.candidate }
      : betterOf(known, await copyPhotos(draft.listing, ownerId, photosOf(job)));
  const confirmed = await confirmPlate(copied.candidate, draft.listing);
  return { photos: copied.photos, ...unlessSilent(confirmed, known) };
}

/** A car's second step: its photos in our store, its plate, the register's answer. Safe to repeat. */
export async function identifyCar({ jobId, carId, requestId }: IdentifyMessage): Promise<void> {
  const job = await getJob(jobId);
  if (!job) return;
  const draft = await getDraft(jobId, carId);
  // Rated already: what is still to come are its photos.
  if (draft?.stage === 'identified') {
    await addLatePhotos(draft, job.privateTo, photosOf(job));
    await bearWitness(job, carId, requestId);
  }
  if (isSettledCar(job, carId)) return finishIfComplete(job);
  if (!draft) return;
  if (draft.stage !== 'identified') await identifyDraft(jobId, carId, await identify(draft, job));
  await addToJob(jobId, { identified: [carId] }, clock.now().toISOString());
  await queues.rate([{ type: 'rate', jobId, carId, requestId }]);
}
