import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceCookie, readCookie, setCookie } from '#core/account/small-cookie.ts';
import { env } from '#functions/_runtime/env.ts';
import { keyedHash } from '#functions/_runtime/keyed-hash.ts';
import type { RequestInfo } from '#functions/_runtime/route-handler.ts';

/** Which requests for an e-mail come from a browser that is known, and by what. */
export type KnownBrowser = (request: Pick<RequestInfo, 'cookies'>, email: string) => Promise<string | null>;

const signatureOf = async (id: string, email: string) =>
  (await keyedHash('device', id, email)).toString('base64url');

/** The Set-Cookie of a browser in which the owner of this e-mail has proved to be that. */
export async function rememberDevice(email: string): Promise<string> {
  const id = randomBytes(12).toString('base64url');
  return setCookie(deviceCookie, `${id}.${await signatureOf(id, email)}`, env('PUBLIC_ORIGIN'));
}

/** The id of such a browser; null for any other. */
export async function knownDevice(cookies: readonly string[], email: string): Promise<string | null> {
  const [id = '', signature = ''] = (readCookie(deviceCookie, cookies) ?? '').split('.');
  const expected = Buffer.from(await signatureOf(id, email));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
