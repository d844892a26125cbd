import { createHmac } from 'node:crypto';
import { setting } from './env.ts';
import { readSecret } from './secret.ts';

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
