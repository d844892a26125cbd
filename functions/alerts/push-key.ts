import { createECDH, createHash } from 'node:crypto';
import { readSecret } from '#functions/platform/secret.ts';
import { env } from '#functions/platform/settings.ts';

/** A P-256 key pair as raw bytes: the private scalar and the uncompressed public point. */
export type PushKey = { privateKey: Buffer; publicKey: Buffer };

/**
 * The VAPID key (RFC 8292) that identifies this service to push services. Derived from the stage's secret, so that nobody
 * has to generate one: the secret's hash is a valid scalar of the curve except one in 2^32.
 */
export async function readPushKey(): Promise<PushKey> {
  const curve = createECDH('prime256v1');
  const privateKey = createHash('sha256')
    .update(await readSecret(env('PUSH_SECRET_ARN')))
    .digest();
  curve.setPrivateKey(privateKey);
  return { privateKey, publicKey: curve.getPublicKey() };
}
