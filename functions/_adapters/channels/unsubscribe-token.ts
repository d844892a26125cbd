import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '#functions/_runtime/env.ts';
import { readSecret } from '#functions/_runtime/secret.ts';

async function signatureOf(userId: string): Promise<Buffer> {
  const secret = await readSecret(env('PUSH_SECRET_ARN'));
  return createHmac('sha256', `unsubscribe ${secret}`).update(userId).digest();
}

/** Lets who holds one of our mails end the mails of its reader, and do nothing else. */
export async function unsubscribeToken(userId: string): Promise<string> {
  return `${Buffer.from(userId).toString('base64url')}.${(await signatureOf(userId)).toString('base64url')}`;
}

/** Whose token it is; null when it is none of ours. */
export async function readUnsubscribeToken(token: string): Promise<string | null> {
  const [id = '', given = ''] = token.split('.');
  const userId = Buffer.from(id, 'base64url').toString('utf8');
  const signature = Buffer.from(given, 'base64url');
  const expected = await signatureOf(userId);
  const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isOurs && /^[\w-]{1,128}$/.test(userId) ? userId : null;
}
