import { timingSafeEqual } from 'node:crypto';
import { setting } from './env.ts';
import { readSecret } from './secret.ts';

/** The header in which CloudFront proves that a request came through it. */
const originSecretHeader = 'x-origin-secret';

/** False for requests that reached the API's own address: it is useless without the secret. */
export async function cameThroughFront(headers: Record<string, string | undefined>): Promise<boolean> {
  const arn = setting('ORIGIN_SECRET_ARN');
  if (!arn) return true;
  const expected = Buffer.from(await readSecret(arn));
  const given = Buffer.from(headers[originSecretHeader] ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}
