import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { photoPrefix } from '#core/car/photo-paths.ts';
import { env } from '#functions/_runtime/env.ts';
import { photoKey } from './photo-keys.ts';

/** One client per execution environment. Path style works everywhere: a bucket's name need not be a host name. */
export const objectClient = new S3Client({ forcePathStyle: true });

/** A photo never changes. Those of own cars stay out of caches: an erasure does not reach them, nor does every browser empty its own at sign-out. */
const caching = {
  shared: 'public, max-age=31536000, immutable',
  own: 'private, no-store',
};

/** Stores a WebP picture once, for its owner or for all. Returns the key that a car holds. */
export async function storePhoto(bytes: Uint8Array, ownerId: string | null): Promise<string> {
  const key = photoKey(bytes, ownerId);
  await objectClient.send(
    new PutObjectCommand({
      Bucket: env('PHOTO_BUCKET'),
      Key: `${photoPrefix}${key}`,
      Body: bytes,
      ContentType: 'image/webp',
      CacheControl: ownerId === null ? caching.shared : caching.own,
    }),
  );
  return key;
}

export async function writeData(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await objectClient.send(
    new PutObjectCommand({ Bucket: env('DATA_BUCKET'), Key: key, Body: bytes, ContentType: contentType }),
  );
}
