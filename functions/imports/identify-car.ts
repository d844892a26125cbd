import type { Identification } from '#core/cars/build-car.ts';
import type { CarPhoto } from '#core/cars/car.ts';
import type { IdentifyMessage } from '#core/contract/messages.ts';
import { isSettledCar, type Job } from '#core/imports/job.ts';
import { canPhotosWait } from '#core/imports/listings.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { marketplaceOf } from '#core/marketplaces/marketplaces.ts';
import { type PlateCandidate, type PlateReading, UnreadablePhoto } from '#core/plates/plate.ts';
import { choosePlate, isAcceptedAtOnce, mostPhotosPerCar } from '#core/plates/verdict.ts';
import { joinCar } from '#functions/cars/join-cars.ts';
import { makeVariants, type PhotoVariants } from '#functions/cars/photo-variants.ts';
import { carIdsOf, getCar, type StoredCar, storeCar } from '#functions/cars/store.ts';
import { createPlateReader } from '#functions/plates/plate-reader.ts';
import { type Confirmed, confirmPlate } from '#functions/plates/typed-plate.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { storePhoto } from '#functions/platform/objects.ts';
import { contentOfPhoto, photoKey } from '#functions/platform/photo-keys.ts';
import { queues } from '#functions/platform/queues.ts';
import { demoOrigin } from '#functions/platform/settings.ts';
import { type Draft, getDraft, identifyDraft } from './draft-store.ts';
import { finishIfComplete } from './finish-import.ts';
import { addToJob, getJob } from './job-store.ts';
import { bearWitness } from './rate-and-store-car.ts';

/** Photos kept of a car. Every kept one is searched for plates, because anonymous visitors must not see any. */
export const mostPhotos = 10;
const mostPhotoBytes = 15 * 1024 * 1024;
const timeoutMs = 15_000;
/** A reading below the acceptance threshold may still be a plate: it is blurred all the same. */
const blurFromScore = -6;

const reader = createPlateReader();

export type CopiedPhotos = { photos: CarPhoto[]; candidate: PlateCandidate | null };

async function download(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!answer.ok) throw new Error(`the photo's address answered ${answer.status}`);
  if (Number(answer.headers.get('content-length') ?? 0) > mostPhotoBytes)
    throw new UnreadablePhoto('too large');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > mostPhotoBytes) throw new UnreadablePhoto('too large');
  return bytes;
}

async function storeVariants(variants: PhotoVariants, ownerId: string | null): Promise<CarPhoto> {
  const store = (bytes: Uint8Array) => storePhoto(bytes, ownerId);
  const [small, large, blurredSmall, blurredLarge] = await Promise.all([
    store(variants.small),
    store(variants.large),
    variants.blurredSmall && store(variants.blurredSmall),
    variants.blurredLarge && store(variants.blurredLarge),
  ]);
  return { small, large, blurredSmall, blurredLarge, hash: variants.hash };
}

function leaveOut(error: unknown): null {
  log.warn('a photo was left out', { reason: error instanceof Error ? error.message : 'unknown' });
  return null;
}

/** One photo that is no picture, or is gone, does not cost the car its others: null. What fails on our side is thrown. */
async function copyPhoto(
  url: string,
  ownerId: string | null,
  only: ReadonlySet<string> | null,
): Promise<{ photo: CarPhoto; readings: PlateReading[] } | null> {
  const bytes = await download(url).catch(leaveOut);
  if (!bytes) return null;
  try {
    const readings = await reader.read(bytes);
    const boxes = readings.filter(({ score }) => score >= blurFromScore).map(({ box }) => box);
    const variants = await makeVariants(bytes, boxes);
    if (only && !only.has(contentOfPhoto(photoKey(variants.large, ownerId)))) return null;
    return { photo: await storeVariants(variants, ownerId), readings };
  } catch (error) {
    if (error instanceof UnreadablePhoto) return leaveOut(error);
    throw error;
  }
}

/**
 * Copies an ad's photos into our own store, since the marketplace's addresses expire, and reads the plate on the way.
 * Photos that cannot be had are left out. `ownerId`: whose own car it is, null for one of the catalog. `only`: the contents
 * that are wanted, null for any.
 */
export async function copyPhotos(
  { source, photoUrls }: Pick<Listing, 'source' | 'photoUrls'>,
  ownerId: string | null,
  only: ReadonlySet<string> | null,
): Promise<CopiedPhotos> {
  const photos: CarPhoto[] = [];
  const best: PlateReading[] = [];
  const marketplace = marketplaceOf(source);
  const allowed = photoUrls
    .filter((url) => marketplace.isPhotoAddress(url, { demoOrigin: demoOrigin() }))
    .slice(0, mostPhotos);
  for (const url of allowed) {
    const copied = await copyPhoto(url, ownerId, only);
    if (!copied) continue;
    photos.push(copied.photo);
    const isWanted = photos.length <= mostPhotosPerCar && !best.some(isAcceptedAtOnce);
    if (isWanted && copied.readings[0]) best.push(copied.readings[0]);
  }
  const chosen = choosePlate(best);
  return {
    photos,
    candidate: chosen && { plate: chosen.plate, score: chosen.score, widthPx: chosen.widthPx },
  };
}

const attempts = 4;

/** Copies the photos of a car that was rated without them. A car that has some keeps them. Safe to repeat. */
export async function addLatePhotos(
  { listing }: Pick<Draft, 'listing'>,
  ownerId: string | null,
  only: ReadonlySet<string> | null,
): Promise<void> {
  if (!canPhotosWait(listing)) return;
  // By its ad: the car may have turned out to be one that was there before.
  const [carId] = (await carIdsOf([listing], ownerId)).values();
  const before = carId && (await getCar(carId, ownerId));
  if (!before || before.car.photos.length > 0) return;
  const { photos } = await copyPhotos(listing, ownerId, only);
  if (photos.length === 0) return;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const stored = await getCar(carId, ownerId);
    if (!stored || stored.car.photos.length > 0) return;
    const identification = { ...stored.source.identification, photos };
    const car = { ...stored.car, photos, updatedAt: clock.now().toISOString() };
    if (!(await storeCar(car, { ...stored.source, identification }, stored.version))) continue;
    await joinCar(car.id);
    return;
  }
  log.warn('a car was changed faster than its photos could be added', { carId });
}

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

/** How long a lease holds whose holder says nothing more. */
export const leaseMs = 10_000;
const renewMs = 3_000;

/** Keeps a lease while the worker lives. It runs on the machine's clock: domain time may jump. */
export function keepRenewed(renew: () => Promise<unknown>): NodeJS.Timeout {
  return setInterval(() => {
    renew().catch((error) => log.failure('the lease was not renewed', error));
  }, renewMs);
}
