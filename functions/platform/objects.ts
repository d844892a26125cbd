import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type AwsAnswer, callAws, encodePath, refusal } from './aws-call.ts';
import { keepFresh } from './keep-fresh.ts';
import { env } from './settings.ts';

/** Allows for catalog chunks of many megabytes, all read in parallel. */
const timeoutMs = 25_000;

/** How S3 answers for a missing object; without the right to list, it is "access denied". */
type AbsenceCode = 'NoSuchKey' | 'AccessDenied';

const codeOf = ({ bytes }: AwsAnswer): string | undefined =>
  /<Code>(\w+)<\/Code>/.exec(bytes.toString('utf8', 0, 500))?.[1];

/**
 * The bytes of an object; null when the answer has a code of `absence`. A signed call: most functions only read, and the
 * SDK's client takes longer to load than the rest of them.
 * @throws with S3's answer
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
    // Path style works with every endpoint: the bucket need not be part of a host name.
    path: `/${bucket}/${encodePath(key)}`,
    headers: {},
    body: '',
    timeoutMs,
  });
  if (answer.status === 200) return answer.bytes;
  if (absence.some((code) => code === codeOf(answer))) return null;
  throw new Error(`${key} of ${bucket} cannot be read. ${refusal(answer)}`);
}

/** A document of the service's own bucket (the valuation model, a kept page). Null when there is none. */
export const readData = (key: string): Promise<Uint8Array | null> => readObject(env('DATA_BUCKET'), key);

async function readAppPage(): Promise<string> {
  const bytes = await readObject(env('APP_BUCKET'), 'index.html', []);
  if (!bytes?.length) throw new Error('The page of the app is empty.');
  return Buffer.from(bytes).toString('utf8');
}

/** The app's page. These pages use a new version within a minute; the assets of the last version stay deployed. */
export const getAppPage = keepFresh(60_000, readAppPage);

/**
 * One client per execution environment. Path style works with every endpoint: the bucket need not be part of a host name.
 */
export const objectClient = new S3Client({ forcePathStyle: true });

export async function writeData(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await objectClient.send(
    new PutObjectCommand({ Bucket: env('DATA_BUCKET'), Key: key, Body: bytes, ContentType: contentType }),
  );
}
