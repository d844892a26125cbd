import { randomBytes } from 'node:crypto';
import { wrongCodeText } from '#core/account/cognito-errors.ts';
import { attemptCookie, readCookie, setCookie } from '#core/account/small-cookie.ts';
import { Failure } from '#core/failure.ts';
import { type AttemptKind, keepAttempt, readAttempt } from '#functions/_adapters/dynamodb/sign-in-marks.ts';
import { env } from '#functions/_runtime/env.ts';
import type { KnownBrowser } from './known-device.ts';

const attemptIn = (cookies: readonly string[]) => readCookie(attemptCookie, cookies);

/** Known for trying codes: the browser that asked for the newest one. */
export const askedForCode =
  (kind: AttemptKind): KnownBrowser =>
  async (request, email) => {
    const attempt = await readAttempt(email, kind);
    return attempt !== null && attempt.id === attemptIn(request.cookies) ? attempt.id : null;
  };

/**
 * This browser asks for a code. Noted before the code is mailed, and whether or not there is such an account. A sign-up is
 * contested from when a second browser begins it until it is confirmed. Returns the Set-Cookie.
 */
export async function beginAttempt(
  email: string,
  kind: AttemptKind,
  cookies: readonly string[],
): Promise<string> {
  const before = await readAttempt(email, kind);
  const isAnothers = before !== null && before.id !== attemptIn(cookies);
  const id = randomBytes(18).toString('base64url');
  await keepAttempt(email, kind, { id, isContested: isAnothers || before?.isContested === true });
  return setCookie(attemptCookie, id, env('PUBLIC_ORIGIN'));
}

export const wrongCode = () => new Failure(400, 'code_mismatch', wrongCodeText);

/**
 * A browser that asked for no code is told that the code is wrong, whatever else the pool says of it: that it listens to no
 * more of them tells that somebody was mailed one.
 */
export async function toldAlike<T>(known: string | null, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // A pool that is busy says so of no account.
    const isOfCode = error instanceof Failure && /attempt limit/i.test(error.message);
    throw known === null && isOfCode ? wrongCode() : error;
  }
}
