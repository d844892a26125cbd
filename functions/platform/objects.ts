import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { photoPrefix } from '#core/cars/photos.ts';
import { type AwsAnswer, callAws, refusal } from './aws-call.ts';
import { photoKey } from './photo-keys.ts';
import { env } from './settings.ts';
import { encodePath } from './sign-request.ts';

/** A chunk of the catalog has many megabytes, and all of them come side by side. */
const timeoutMs = 25_000;

/** How S3 names what is not there. Who may not list is told "access denied" instead. */
type AbsenceCode = 'NoSuchKey' | 'AccessDenied';

const codeOf = ({ bytes }: AwsAnswer): string | undefined =>
  /<Code>(\w+)<\/Code>/.exec(bytes.toString('utf8', 0, 500))?.[1];

/**
 * The bytes of an object; null when the answer has a code of `absence`. By a signed call: reading is all that most
 * functions do with a bucket, and the SDK's client takes longer to load than all the rest of them.
 * @throws with the answer of S3
 */
export async function readObject(
  bucket: string,
  key: string,
  absence: readonly AbsenceCode[] = ['NoSuchKey'],
): Promise<Uint8Array | null> {
  const answer = await callAws({
    service: 's3',
    endpointName: 'S3',
    method: 'GET',
    // Path style works everywhere: a bucket's name need not be a host name.
    path: `/${bucket}/${encodePath(key)}`,
    headers: {},
    body: '',
    timeoutMs,
  });
  if (answer.status === 200) return answer.bytes;
  if (absence.some((code) => code === codeOf(answer))) return null;
  throw new Error(`${key} of ${bucket} cannot be read. ${refusal(answer)}`);
}

/** A document of the service's own (the valuation model, a kept page). Null when there is none. */
export const readData = (key: string): Promise<Uint8Array | null> => readObject(env('DATA_BUCKET'), key);

/** The page of the app as it is deployed now. */
export async function readAppPage(): Promise<string> {
  const bytes = await readObject(env('APP_BUCKET'), 'index.html', []);
  if (!bytes?.length) throw new Error('The page of the app is empty.');
  return Buffer.from(bytes).toString('utf8');
}

/** A stored photo by the key that a car holds. Null when it is not there. */
export const readPhoto = (key: string): Promise<Uint8Array | null> =>
  readObject(env('PHOTO_BUCKET'), `${photoPrefix}${key}`, ['NoSuchKey', 'AccessDenied']);

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
