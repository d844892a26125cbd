import { secretPlaceholder } from '#core/contract/needs.ts';
import { callAws, refusal } from './aws-call.ts';

const cacheMs = 5 * 60_000;
const cache = new Map<string, { value: string; until: number }>();

async function fetchSecret(arn: string): Promise<string> {
  const answer = await callAws({
    service: 'secretsmanager',
    endpointName: 'SECRETS_MANAGER',
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
    },
    body: JSON.stringify({ SecretId: arn }),
  });
  if (answer.status !== 200) throw new Error(`the secret cannot be read: ${refusal(answer)}`);
  return (JSON.parse(answer.bytes.toString('utf8')) as { SecretString?: string }).SecretString ?? '';
}

/** A secret's text, kept in memory for five minutes so that a rotation arrives without a deployment. */
export async function readSecret(arn: string): Promise<string> {
  const hit = cache.get(arn);
  if (hit && hit.until > Date.now()) return hit.value;
  const value = await fetchSecret(arn);
  cache.set(arn, { value, until: Date.now() + cacheMs });
  return value;
}

/** A key that an operator sets by hand; null while its secret holds the placeholder, which is not for sending. */
export async function readSetSecret(arn: string): Promise<string | null> {
  const value = (await readSecret(arn)).trim();
  return value === '' || value === secretPlaceholder ? null : value;
}
