import type { Identification } from '#core/cars/build-car.ts';
import type { CarPhoto } from '#core/cars/car.ts';
import type { IdentifyMessage } from '#core/contract/messages.ts';
import { isSettledCar, type Job } from '#core/imports/job.ts';
import { arePhotosLate, canPhotosWait } from '#core/imports/listings.ts';
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
import { carFolder, contentOfPhoto, ownFolder, photoKey, storePhoto } from '#functions/platform/photos.ts';
import { queues } from '#functions/platform/queues.ts';
import { demoOrigin } from '#functions/platform/settings.ts';
import { type Draft, getDraft, identifyDraft } from './draft-store.ts';
import { finishIfComplete } from './finish-import.ts';
import { addToJob, getJob } from './job-store.ts';
import { bearWitness } from './rate-and-store-car.ts';

/** Photos kept of a car. Each is searched for plates, because anonymous visitors must not see any. */
export const mostPhotos = 10;
const mostPhotoBytes = 15 * 1024 * 1024;
const timeoutMs = 15_000;
/** A reading below the acceptance threshold may still be a plate, so it is blurred. */
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

async function storeVariants(variants: PhotoVariants, folder: string): Promise<CarPhoto> {
  const store = (bytes: Uint8Array) => storePhoto(bytes, folder);
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

/** Null for a photo that is gone or no picture: the others are kept. A failure on our side is thrown. */
async function readPhoto(url: string): Promise<{ bytes: Uint8Array; readings: PlateReading[] } | null> {
  const bytes = await download(url).catch(leaveOut);
  if (!bytes) return null;
  try {
    return { bytes, readings: await reader.read(bytes) };
  } catch (error) {
    if (error instanceof UnreadablePhoto) return leaveOut(error);
    throw error;
  }
}

/** Null as `readPhoto`, and for a photo that is not wanted. */
async function copyPhoto(
  url: string,
  folder: string,
  only: ReadonlySet<string> | null,
): Promise<{ photo: CarPhoto; readings: PlateReading[] } | null> {
  const read = await readPhoto(url);
  if (!read) return null;
  const { bytes, readings } = read;
  try {
    const boxes = readings.filter(({ score }) => score >= blurFromScore).map(({ box }) => box);
    const variants = await makeVariants(bytes, boxes);
    if (only && !only.has(contentOfPhoto(photoKey(variants.large, folder)))) return null;
    return { photo: await storeVariants(variants, folder), readings };
  } catch (error) {
    if (error instanceof UnreadablePhoto) return leaveOut(error);
    throw error;
  }
}

/** The addresses from which an ad's photos are fetched. */
function fetchedPhotos({ source, photoUrls }: Pick<Listing, 'source' | 'photoUrls'>): string[] {
  const marketplace = marketplaceOf(source);
  const allowed = photoUrls.filter((url) => marketplace.isPhotoAddress(url, { demoOrigin: demoOrigin() }));
  return allowed.slice(0, mostPhotos);
}

function candidateOf(best: readonly PlateReading[]): PlateCandidate | null {
  const chosen = choosePlate(best);
  return chosen && { plate: chosen.plate, score: chosen.score, widthPx: chosen.widthPx };
}

/**
 * Copies an ad's photos into our bucket, since the marketplace's addresses expire, and reads plates on the way. Photos that
 * cannot be fetched are left out. `folder`: where they are kept. `only`: the contents wanted, null for all.
 */
export async function copyPhotos(
  ad: Pick<Listing, 'source' | 'photoUrls'>,
  folder: string,
  only: ReadonlySet<string> | null,
): Promise<CopiedPhotos> {
  const photos: CarPhoto[] = [];
  const best: PlateReading[] = [];
  for (const url of fetchedPhotos(ad)) {
    const copied = await copyPhoto(url, folder, only);
    if (!copied) continue;
    photos.push(copied.photo);
    const isWanted = photos.length <= mostPhotosPerCar && !best.some(isAcceptedAtOnce);
    if (isWanted && copied.readings[0]) best.push(copied.readings[0]);
  }
  return { photos, candidate: candidateOf(best) };
}

/** Reads the plate that `copyPhotos` would find, and copies nothing. */
async function readPlate(ad: Pick<Listing, 'source' | 'photoUrls'>): Promise<PlateCandidate | null> {
  const best: PlateReading[] = [];
  let readCount = 0;
  for (const url of fetchedPhotos(ad)) {
    if (readCount === mostPhotosPerCar || best.some(isAcceptedAtOnce)) break;
    const read = await readPhoto(url);
    if (read) readCount++;
    if (read?.readings[0]) best.push(read.readings[0]);
  }
  return candidateOf(best);
}

/** Where the photos of a car are kept: with its owner, or, of a car of the catalog, with the car. */
const folderOf = (carId: string, ownerId: string | null): string =>
  ownerId === null ? carFolder(carId) : ownFolder(ownerId);

const attempts = 4;

const mostShown = ({ photoUrls }: Listing): number => Math.min(photoUrls.length, mostPhotos);

/**
 * Copies the photos of a car that was rated without them. A car that has as many keeps its own. A plate that could not be
 * read before, because its photo could not be fetched, is confirmed and the car rated again. Idempotent.
 */
async function addLatePhotos(draft: Draft, job: Job, requestId: string): Promise<void> {
  const { listing } = draft;
  if (!canPhotosWait(listing, job)) return;
  const ownerId = job.privateTo;
  // Looked up by the ad: the car may have been merged into another one.
  const [carId] = (await carIdsOf([listing], ownerId)).values();
  const before = carId && (await getCar(carId, ownerId));
  if (!before || before.car.registerState === 'unread') return;
  if (before.car.photos.length >= fetchedPhotos(listing).length) return;
  const rateAgain = () =>
    queues.rate([{ type: 'rate', jobId: job.id, carId: draft.carId, requestId, isAgain: true }]);
  if (!arePhotosLate(draft, job)) {
    // They were copied, and the message that brings them to the car was refused.
    if (before.car.photos.length === 0) await rateAgain();
    return;
  }
  const { photos, candidate } = await copyPhotos(listing, folderOf(carId, ownerId), photosOf(job));
  if (candidate && listing.plate === null && before.car.plate === null && !draft.identification?.candidate) {
    await identifyDraft(job.id, draft.carId, { photos, ...(await confirmPlate(candidate, listing)) });
    await rateAgain();
    return;
  }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const stored = await getCar(carId, ownerId);
    if (!stored || stored.car.photos.length >= photos.length) return;
    const identification = { ...stored.source.identification, photos };
    const car = { ...stored.car, photos, updatedAt: clock.now().toISOString() };
    if (!(await storeCar(car, { ...stored.source, identification }, stored.version))) continue;
    await joinCar(car.id);
    return;
  }
  log.warn('a car was changed too often to add its photos', { carId });
}

/** Addresses of photos expire, so fewer photos than before are not taken as a change. */
function betterOf(known: Identification | undefined, copied: CopiedPhotos): CopiedPhotos {
  const photos = known && known.photos.length > copied.photos.length ? known.photos : copied.photos;
  return { photos, candidate: copied.candidate ?? known?.candidate ?? null };
}

/** Which photos may be copied: of an ad brought by witnesses only those that all of them sent. */
const photosOf = ({ kind, agreedPhotos }: Job) => (kind === 'entry' ? agreedPhotos : null);

/** A photo's file name: the rest of its address is signed anew on every visit. */
const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.split('/').at(-1)! : url);

/** Whether the ad now shows other photos than those copied. */
function hasNewPhotos({ listing }: Draft, known: StoredCar): boolean {
  const { listing: shown, others = [] } = known.source;
  const names = new Set([shown, ...others].flatMap(({ photoUrls }) => photoUrls.map(nameOf)));
  return listing.photoUrls.slice(0, mostPhotos).some((url) => !names.has(nameOf(url)));
}

/** When the register does not answer, its earlier answer is kept. */
const unlessSilent = (read: Confirmed, known: Identification | undefined): Confirmed =>
  read.registerState === 'pending' &&
  known?.registerState === 'found' &&
  known.plate === read.candidate?.plate
    ? { plate: known.plate, candidate: known.candidate, vehicle: known.vehicle, registerState: 'found' }
    : read;

/**
 * A known car keeps its photos and plate, unless its ad now shows more photos, or different ones while no plate was
 * accepted. Only the register is asked again (answers are cached for a day).
 */
async function identify(draft: Draft, job: Job): Promise<Identification> {
  const ownerId = job.privateTo;
  const stored = await getCar(draft.carId, ownerId);
  // Data from witnesses does not count as the product's own.
  const known =
    stored?.source.isWitnessed && job.kind !== 'entry' ? undefined : stored?.source.identification;
  const isWorthReading = stored !== null && known?.plate === null && hasNewPhotos(draft, stored);
  const photos = known?.photos ?? [];
  const isStated = draft.listing.plate !== null;
  if (canPhotosWait(draft.listing, job) && (isStated || photos.length === 0)) {
    const candidate = isStated ? null : ((await readPlate(draft.listing)) ?? known?.candidate ?? null);
    return { photos, ...unlessSilent(await confirmPlate(candidate, draft.listing), known) };
  }
  const copied =
    known && !isWorthReading && known.photos.length > 0 && known.photos.length >= mostShown(draft.listing)
      ? { photos: known.photos, candidate: known.candidate }
      : betterOf(known, await copyPhotos(draft.listing, folderOf(draft.carId, ownerId), photosOf(job)));
  const confirmed = await confirmPlate(copied.candidate, draft.listing);
  return { photos: copied.photos, ...unlessSilent(confirmed, known) };
}

/** The second step of a car: copies its photos, reads its plate, asks the register. Idempotent. */
export async function identifyCar({ jobId, carId, requestId }: IdentifyMessage): Promise<void> {
  const job = await getJob(jobId);
  if (!job) return;
  const draft = await getDraft(jobId, carId);
  // Already rated: only its photos are missing.
  if (draft?.stage === 'identified') {
    await addLatePhotos(draft, job, requestId);
    await bearWitness(job, carId, requestId);
  }
  if (isSettledCar(job, carId)) return finishIfComplete(job);
  if (!draft) return;
  if (draft.stage !== 'identified') await identifyDraft(jobId, carId, await identify(draft, job));
  await addToJob(jobId, { identified: [carId] }, clock.now().toISOString());
  await queues.rate([{ type: 'rate', jobId, carId, requestId }]);
}

export const leaseMs = 10_000;
const renewMs = 3_000;

/** Renews a lease while the worker lives. Uses real time, since domain time may jump. */
export function keepRenewed(renew: () => Promise<unknown>): NodeJS.Timeout {
  return setInterval(() => {
    renew().catch((error) => log.failure('the lease was not renewed', error));
  }, renewMs);
}
