import { createCipheriv, createECDH, createHash, createPrivateKey, hkdfSync, sign } from 'node:crypto';
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

/** The keys of a browser's push subscription, base64url. */
export type PushKeys = { p256dh: string; auth: string };

const recordSize = 4096;
const bytes = (text: string) => Buffer.from(text, 'base64url');
const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/**
 * Encrypts a push's body for one browser (RFC 8291; aes128gcm of RFC 8188 in one record). `salt` (16 bytes) and
 * `ephemeralKey` (a P-256 scalar) must be random for each message.
 */
export function encryptPush(
  payload: Uint8Array,
  { p256dh, auth }: PushKeys,
  salt: Uint8Array,
  ephemeralKey: Uint8Array,
): Buffer {
  const ours = createECDH('prime256v1');
  ours.setPrivateKey(ephemeralKey);
  const ourPublic = ours.getPublicKey();
  const theirPublic = bytes(p256dh);
  const secret = ours.computeSecret(theirPublic);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirPublic, ourPublic]);
  const keyMaterial = derive(secret, bytes(auth), info, 32);
  const key = derive(keyMaterial, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(keyMaterial, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The padding delimiter 2 marks the last record; there is only one.
  const sealed = Buffer.concat([cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(ourPublic.length, 4);
  return Buffer.concat([salt, head, ourPublic, sealed, cipher.getAuthTag()]);
}

const jwtSeconds = 12 * 3600;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The `authorization` header of a push (RFC 8292), valid for this push service and half a day. */
export function pushAuthorization(endpoint: string, subject: string, key: PushKey, nowMs: number): string {
  const [x, y] = [key.publicKey.subarray(1, 33), key.publicKey.subarray(33)];
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256' },
      x: x.toString('base64url'),
      y: y.toString('base64url'),
      d: key.privateKey.toString('base64url'),
    },
  });
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowMs / 1000) + jwtSeconds, sub: subject };
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${key.publicKey.toString('base64url')}`;
}
