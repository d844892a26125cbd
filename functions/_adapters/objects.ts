import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { env } from '#functions/_runtime/env.ts';
import { objectClient as client } from './object-client.ts';

const yearSeconds = 31_536_000;

/** Photos are stored under the hash of their bytes: unguessable without the photo, and twice is once. */
export async function putPhoto(key: string, bytes: Uint8Array): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: env('PHOTO_BUCKET'),
      Key: `photos/${key}`,
      Body: bytes,
      ContentType: 'image/webp',
      CacheControl: `public, max-age=${yearSeconds}, immutable`,
    }),
  );
}

/** A document of the service's own (the valuation model, a kept page). Null when there is none. */
export async function readData(key: string): Promise<Uint8Array | null> {
  try {
    const answer = await client.send(new GetObjectCommand({ Bucket: env('DATA_BUCKET'), Key: key }));
    return (await answer.Body?.transformToByteArray()) ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return null;
    throw error;
  }
}

export async function writeData(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await client.send(
    new PutObjectCommand({ Bucket: env('DATA_BUCKET'), Key: key, Body: bytes, ContentType: contentType }),
  );
}

/** The page of the app as it is deployed now. */
export async function readAppPage(): Promise<string> {
  const answer = await client.send(new GetObjectCommand({ Bucket: env('APP_BUCKET'), Key: 'index.html' }));
  if (!answer.Body) throw new Error('The page of the app is empty.');
  return answer.Body.transformToString();
}

/** A stored photo by the key that a car holds. Null when it is not there, which S3 tells who may not list as "access denied". */
export async function readPhoto(key: string): Promise<Uint8Array | null> {
  try {
    const answer = await client.send(
      new GetObjectCommand({ Bucket: env('PHOTO_BUCKET'), Key: `photos/${key}` }),
    );
    return (await answer.Body?.transformToByteArray()) ?? null;
  } catch (error) {
    if (error instanceof Error && ['NoSuchKey', 'AccessDenied'].includes(error.name)) return null;
    throw error;
  }
}
