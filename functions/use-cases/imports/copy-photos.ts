import type { CarPhoto } from '#core/car/car.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { marketplaceOf } from '#core/marketplace/marketplaces.ts';
import { type PlateCandidate, type PlateReading, UnreadablePhoto } from '#core/plate/reading.ts';
import { choosePlate, isAcceptedAtOnce, mostPhotosPerCar } from '#core/plate/verdict.ts';
import { contentOfPhoto, photoKey } from '#functions/_adapters/photo-keys.ts';
import { makeVariants, type PhotoVariants } from '#functions/_adapters/photo-variants.ts';
import { createPlateReader } from '#functions/_adapters/plate-reader/plate-reader.ts';
import { storePhoto } from '#functions/_adapters/write-objects.ts';
import { log } from '#functions/_runtime/log.ts';
import { demoOrigin } from '#functions/_runtime/settings.ts';

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
