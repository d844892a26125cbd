import { createHash } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { carKeyPrefix, isOwnPhoto, ownKeyPrefix, photoPrefix } from '#core/cars/photos.ts';
import { objectClient, readObject } from './objects.ts';
import { env } from './settings.ts';

const nameOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 32);

/** The prefix of a person's own photos; it does not reveal whose they are. */
export const ownFolder = (ownerId: string): string => `${ownKeyPrefix}${nameOf(ownerId)}/`;

export const carFolder = (carId: string): string => `${carKeyPrefix}${nameOf(carId)}/`;

/** The part of a photo's key that depends on its content alone, the same in every folder. */
export const contentOfPhoto = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/**
 * The key of a photo: a hash of its bytes, so it cannot be guessed and storing it twice changes nothing. Each car and each owner has
 * a folder, even if the marketplace shows the same picture: who goes takes theirs along.
 */
export const photoKey = (bytes: Uint8Array, folder: string): string => `${folder}${nameOf(bytes)}.webp`;

/** A stored photo by its key. Null when there is none. */
export const readPhoto = (key: string): Promise<Uint8Array | null> =>
  readObject(env('PHOTO_BUCKET'), `${photoPrefix}${key}`, ['NoSuchKey', 'AccessDenied']);

/**
 * A photo never changes. Those of private cars are never cached: an erasure does not reach caches, and not every browser clears
 * its own at sign-out.
 */
const caching = {
  shared: 'public, max-age=31536000, immutable',
  own: 'private, no-store',
};

/** Stores a WebP picture once, in the folder of its car or owner. Returns its key. */
export async function storePhoto(bytes: Uint8Array, folder: string): Promise<string> {
  const key = photoKey(bytes, folder);
  await objectClient.send(
    new PutObjectCommand({
      Bucket: env('PHOTO_BUCKET'),
      Key: `${photoPrefix}${key}`,
      Body: bytes,
      ContentType: 'image/webp',
      CacheControl: isOwnPhoto(key) ? caching.own : caching.shared,
    }),
  );
  return key;
}

/** Deletes the photos in a folder, a thousand per call to S3. Idempotent. Returns how many there were. */
export async function deletePhotos(folder: string): Promise<number> {
  // The bundles of erasures use nothing else here that needs S3's client (the build drops the rest), which is the SDK's
  // largest: it is loaded after the password was checked.
  const { DeleteObjectsCommand, ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ forcePathStyle: true });
  let count = 0;
  try {
    for (;;) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({
          Bucket: env('PHOTO_BUCKET'),
          Prefix: `${photoPrefix}${folder}`,
        }),
      );
      if (Contents.length === 0) return count;
      const Objects = Contents.map(({ Key }) => ({ Key }));
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: env('PHOTO_BUCKET'), Delete: { Objects, Quiet: true } }),
      );
      if (Errors.length > 0) throw new Error(`${Errors.length} photos were not deleted: ${Errors[0]?.Code}`);
      count += Objects.length;
    }
  } finally {
    client.destroy();
  }
}
