import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { wrongCodeText } from '#core/accounts/cognito-errors.ts';
import { attemptCookie, deviceCookie, readCookie, setCookie } from '#core/accounts/cookies.ts';
import type { RateLimit, TryLimits } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { usageMonth } from '#core/payments/plan.ts';
import type { Language } from '#core/shared.ts';
import { steadily } from '#functions/platform/answers.ts';
import { clock } from '#functions/platform/clock.ts';
import { keyedHash } from '#functions/platform/hashes.ts';
import { log } from '#functions/platform/log.ts';
import type { RequestInfo } from '#functions/platform/route-handler.ts';
import { readSecret } from '#functions/platform/secret.ts';
import { env } from '#functions/platform/settings.ts';
import {
  type AttemptKind,
  judgePassword,
  keepAttempt,
  keepPasswordMark,
  readAttempt,
  takeErasedUsage,
  takePermit,
} from './limits.ts';
import {
  deleteAccount,
  endAllSessions,
  idOfAccount,
  isUnconfirmed,
  resetPassword,
  revoke,
  sendResetCode,
  sessionBehind,
  signIn,
  signUp,
} from './pool.ts';
import { endSession, endSessions } from './store.ts';

/**
 * Who never confirmed may begin again: the account is made anew, so that the password that was typed last is the one that
 * counts. Keeping the old one would leave the account's first password to whoever typed this e-mail before its owner did.
 * The owner of an account that is confirmed is told so by mail, with a code for a new password, and whoever asked is told nothing else.
 */
async function beginAgain(email: string, password: string, language: Language): Promise<void> {
  if (!(await isUnconfirmed(email))) return sendResetCode(email, 'sign-up');
  await deleteAccount(email);
  await create(email, password, language);
}

async function create(email: string, password: string, language: Language): Promise<void> {
  await signUp(email, password, language);
  await keepPasswordMark(email, password);
}

/** Makes an account that its owner has still to confirm, and mails them what they need for it. */
export async function beginSignUp(email: string, password: string, language: Language): Promise<void> {
  try {
    await create(email, password, language);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'user_exists') throw error;
    await beginAgain(email, password, language);
  }
}

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

const algorithm = 'aes-256-gcm';
const saltBytes = 12;
const tagBytes = 16;

const keyOf = async () =>
  createHash('sha256')
    .update(`place ${await readSecret(env('PUSH_SECRET_ARN'))}`)
    .digest();

/**
 * A place in the table as it may leave the server: keys name cars, locked ones among them, and what is only encoded can be
 * read. Good for this person alone.
 */
export async function sealPlace(userId: string, place: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const cipher = createCipheriv(algorithm, await keyOf(), salt).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(place, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Failure 400 for what was not sealed here, or for somebody else. */
export async function openPlace(userId: string, text: string): Promise<string> {
  const bytes = Buffer.from(text, 'base64url');
  try {
    const cipher = createDecipheriv(algorithm, await keyOf(), bytes.subarray(0, saltBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(userId))
      .setAuthTag(bytes.subarray(saltBytes, saltBytes + tagBytes));
    const place = Buffer.concat([cipher.update(bytes.subarray(saltBytes + tagBytes)), cipher.final()]);
    return place.toString('utf8');
  } catch {
    throw new Failure(400, 'invalid_input', 'Missing required parameters or invalid value: after', {
      field: 'after',
    });
  }
}

/** Who knew the old password is signed out, wherever they are: their refresh tokens first, so that no new token follows. */
async function endOthers(email: string): Promise<void> {
  const [userId] = await Promise.all([idOfAccount(email), endAllSessions(email)]);
  if (userId === null) return;
  const now = Date.now();
  await endSessions(userId, now);
  // Tokens tell the second in which they were issued. Whoever signs in after this answer does so in a later one.
  await new Promise((resolve) => setTimeout(resolve, 1000 - (now % 1000)));
}

/** Gives an account a new password by the code that was mailed for it. @throws Failure 400 for a wrong code */
export async function setNewPassword(email: string, code: string, password: string): Promise<void> {
  await steadily(() => resetPassword(email, code, password));
  // The new password is set already, so a failure here is the operator's to see.
  await Promise.all([
    endOthers(email).catch((error) => log.failure('sessions not ended after a reset', error)),
    keepPasswordMark(email, password).catch((error) => log.failure('password not marked', error)),
  ]);
}

/**
 * The pool shuts out an account for minutes after five wrong passwords, the right one included. A stranger's wrong one is
 * therefore spent on an account that does not exist, which answers alike and takes as long.
 */
const nobody = () => `${randomUUID()}@nobody.invalid`;

/** Opens a session. `isKnown`: the browser has proved before that it is the owner's. @throws Failure 401 wrong_credentials */
export async function signInWithPassword(email: string, password: string, isKnown: boolean) {
  const judged = await judgePassword(email, password);
  const session = await signIn(judged === 'wrong' && !isKnown ? nobody() : email, password);
  if (judged !== 'right') await keepPasswordMark(email, password);
  await takeErasedUsage(session.user.email, usageMonth(clock.now()), session.user.id);
  return session;
}

/** Who tries: an address, and the browser by what makes it known; `device`: by having signed in. Null: it is not. */
export type Trier = { email: string; address: string; known: string | null; device: string | null };

async function hasTaken(limit: RateLimit, subject: string): Promise<boolean> {
  try {
    await takePermit(limit, subject);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_many_requests') return false;
    throw error;
  }
}

async function takeOwn(limits: TryLimits, { email, address, known }: Trier): Promise<void> {
  if (known !== null) return takePermit(limits.known, `${email}\n${known}`);
  const pair = `${email}\n${address}`;
  if (limits.address) {
    if (await hasTaken(limits.address.fresh, pair)) return;
    await takePermit(limits.address.share, pair);
  }
  await takePermit(limits.strangers, email);
}

/** Takes one try for an e-mail. What is not heard for one bound uses up no other. @throws Failure 429 */
export async function takeTry(limits: TryLimits, trier: Trier): Promise<void> {
  await takeOwn(limits, trier);
  if (!limits.byDay) return;
  const { email, address, device } = trier;
  // Of a browser that signed in before, an account's day is its own: whoever guesses takes nothing from the owner.
  if (device !== null) return takePermit(limits.byDay.address, `${email}\n${device}`);
  await takePermit(limits.byDay.address, `${email}\n${address}`);
  await takePermit(limits.byDay.account, email);
}

/**
 * This session alone: other devices stay signed in. Its access tokens would live on for minutes without their mark. One step
 * that fails does not keep the other from being taken.
 */
export async function endOwnSession(token: string): Promise<void> {
  // Asked first: a token that was revoked tells nothing any more.
  const session = await sessionBehind(token).catch((error) => log.failure('a session is unknown', error));
  await Promise.all([
    revoke(token).catch((error) => log.failure('refresh token not revoked', error)),
    session &&
      endSession(session.userId, session.id, Date.now()).catch((error) =>
        log.failure('a session was not ended', error),
      ),
  ]);
}
