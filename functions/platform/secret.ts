import { createHmac } from 'node:crypto';
import { secretCacheSeconds, secretPlaceholder } from '#core/contract/needs.ts';
import { callAws, refusal } from './aws-call.ts';
import { setting } from './settings.ts';

const cacheMs = secretCacheSeconds * 1000;
type Version = 'AWSCURRENT' | 'AWSPREVIOUS';
const cache = new Map<string, { value: string | null; until: number }>();

/** Null for AWSPREVIOUS when there is no former value. */
async function fetchSecret(arn: string, version: Version): Promise<string | null> {
  const answer = await callAws({
    service: 'secretsmanager',
    endpointName: 'SECRETS_MANAGER',
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
    },
    body: JSON.stringify({ SecretId: arn, VersionStage: version }),
  });
  const answered = JSON.parse(answer.bytes.toString('utf8')) as { SecretString?: string; __type?: string };
  if (answer.status === 200) return answered.SecretString ?? '';
  if (version === 'AWSPREVIOUS' && answered.__type?.endsWith('ResourceNotFoundException')) return null;
  throw new Error(`the secret cannot be read: ${refusal(answer)}`);
}

async function readVersion(arn: string, version: Version): Promise<string | null> {
  const key = `${version} ${arn}`;
  const hit = cache.get(key);
  if (hit && hit.until > Date.now()) return hit.value;
  const value = await fetchSecret(arn, version);
  // When the current value has changed, the cached former value is outdated too.
  if (version === 'AWSCURRENT' && hit && hit.value !== value) cache.delete(`AWSPREVIOUS ${arn}`);
  cache.set(key, { value, until: Date.now() + cacheMs });
  return value;
}

/** A secret's text, cached for a few minutes so that a rotation arrives without a deployment. */
export async function readSecret(arn: string): Promise<string> {
  return (await readVersion(arn, 'AWSCURRENT')) ?? '';
}

/** The secret's former text while it is still accepted; null when there is none. */
export const readFormerSecret = (arn: string): Promise<string | null> => readVersion(arn, 'AWSPREVIOUS');

/** A key that an operator sets by hand; null while its secret holds the placeholder, which must never be sent. */
export async function readSetSecret(arn: string): Promise<string | null> {
  const value = (await readSecret(arn)).trim();
  return value === '' || value === secretPlaceholder ? null : value;
}

/**
 * An HMAC that only our functions can make, with the secret shared by CloudFront and the routes, which every route has
 * already read. `purpose` keeps a hash for one use from being valid for another. Rotating the secret changes every hash.
 */
export async function keyedHash(purpose: string, ...parts: readonly string[]): Promise<Buffer> {
  const arn = setting('ORIGIN_SECRET_ARN');
  const key = arn ? await readSecret(arn) : '';
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
}
