import { photoPrefix } from '#core/car/photo-paths.ts';
import { type AwsAnswer, callAws, refusal } from '#functions/_runtime/aws-call.ts';
import { env } from '#functions/_runtime/env.ts';
import { encodePath } from '#functions/_runtime/sign-request.ts';

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
