import { timingSafeEqual } from 'node:crypto';
import { originSecretHeader } from '#core/contract/needs.ts';
import { readFormerSecret, readSecret } from './secret.ts';
import { setting } from './settings.ts';

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * False for requests sent directly to the API's own address, without CloudFront's secret. While the secret is rotated, part
 * of CloudFront still sends the former one, which is accepted until the operator's command ends the rotation.
 */
export async function cameThroughFront(headers: Record<string, string | undefined>): Promise<boolean> {
  const arn = setting('ORIGIN_SECRET_ARN');
  if (!arn) return true;
  const given = headers[originSecretHeader] ?? '';
  if (isSame(given, await readSecret(arn))) return true;
  const former = await readFormerSecret(arn);
  return former !== null && isSame(given, former);
}
