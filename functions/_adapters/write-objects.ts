import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { env } from '#functions/_runtime/env.ts';

/** One client per execution environment. Path style works everywhere: a bucket's name need not be a host name. */
export const objectClient = new S3Client({ forcePathStyle: true });

const yearSeconds = 31_536_000;

/** Photos are stored under the hash of their bytes: unguessable without the photo, and twice is once. */
export async function putPhoto(key: string, bytes: Uint8Array): Promise<void> {
  await objectClient.send(
    new PutObjectCommand({
      Bucket: env('PHOTO_BUCKET'),
      Key: `photos/${key}`,
      Body: bytes,
      ContentType: 'image/webp',
      CacheControl: `public, max-age=${yearSeconds}, immutable`,
    }),
  );
}

export async function writeData(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await objectClient.send(
    new PutObjectCommand({ Bucket: env('DATA_BUCKET'), Key: key, Body: bytes, ContentType: contentType }),
  );
}
