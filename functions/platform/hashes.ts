import { createHmac } from 'node:crypto';
import { readSecret } from './secret.ts';
import { setting } from './settings.ts';

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

/** A token could not be checked, so nothing is known of it. */
export class KeysUnreachable extends Error {
  override name = 'KeysUnreachable';
}

const attempts = 4;
const timeoutMs = 2_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function ask(uri: string): Promise<ArrayBuffer> {
  const answer = await fetch(uri, { signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`signing keys answered ${answer.status}`);
  return answer.arrayBuffer();
}

/**
 * The user pool's public keys; retried when it is busy or the connection breaks. The library's own fetcher supports only
 * TLS, which the embedded user pool lacks.
 * @throws KeysUnreachable
 */
export async function fetchSigningKeys(uri: string): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(uri);
    } catch (error) {
      if (attempt === attempts)
        throw new KeysUnreachable('the signing keys cannot be read', { cause: error });
    }
    await pause(Math.random() * 50 * 2 ** attempt);
  }
}
