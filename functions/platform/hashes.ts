import { createHmac } from 'node:crypto';
import { readSecret } from './secret.ts';
import { setting } from './settings.ts';

/**
 * A hash that only our functions can make: under the secret that CloudFront and the routes share, which every route has read
 * by then. `purpose` keeps what is signed for one use worthless for another. When the secret is changed, so is every hash.
 */
export async function keyedHash(purpose: string, ...parts: readonly string[]): Promise<Buffer> {
  const arn = setting('ORIGIN_SECRET_ARN');
  const key = arn ? await readSecret(arn) : '';
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
}

/** Why a token could not be checked: nothing is known of it. */
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
 * The user pool's public keys, asked for again when it is busy or the line breaks. The library's own fetcher speaks TLS
 * only, and the embedded user pool has none.
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
