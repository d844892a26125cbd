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
import { log } from '#functions/platform/log.ts';
import type { RequestInfo } from '#functions/platform/route-handler.ts';
import { keyedHash, readSecret } from '#functions/platform/secret.ts';
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
import { endSession, endSessions, keepFirstLanguage } from './store.ts';

/**
 * Replaces an unconfirmed account by a new one, so that the password typed last counts. Otherwise whoever typed this e-mail
 * before its owner would know the account's password. For a confirmed account, the owner is mailed a code for a new
 * password, and the answer is the same.
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

/** Creates an unconfirmed account and mails its confirmation code. */
export async function beginSignUp(email: string, password: string, language: Language): Promise<void> {
  try {
    await create(email, password, language);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'user_exists') throw error;
    await beginAgain(email, password, language);
  }
}

const attemptIn = (cookies: readonly string[]) => readCookie(attemptCookie, cookies);

/** Known for entering codes: the browser that asked for the newest code. */
export const askedForCode =
  (kind: AttemptKind): KnownBrowser =>
  async (request, email) => {
    const attempt = await readAttempt(email, kind);
    return attempt !== null && attempt.id === attemptIn(request.cookies) ? attempt.id : null;
  };

/**
 * Notes that this browser asked for a code: before the code is mailed, and whether or not the account exists. A sign-up is
 * contested from the moment a second browser begins it until it is confirmed. Returns the Set-Cookie.
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
 * A browser that asked for no code always gets "wrong code": the pool's other answers, such as its attempt limit, would
 * reveal that somebody was mailed one.
 */
export async function toldAlike<T>(known: string | null, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // Throttling says nothing about an account.
    const isOfCode = error instanceof Failure && /attempt limit/i.test(error.message);
    throw known === null && isOfCode ? wrongCode() : error;
  }
}

/** Returns what makes this browser known for an e-mail, or null. */
export type KnownBrowser = (request: Pick<RequestInfo, 'cookies'>, email: string) => Promise<string | null>;

const signatureOf = async (id: string, email: string) =>
  (await keyedHash('device', id, email)).toString('base64url');

/** The Set-Cookie that marks this browser as one in which the owner of this e-mail has proved to be that. */
export async function rememberDevice(email: string): Promise<string> {
  const id = randomBytes(12).toString('base64url');
  return setCookie(deviceCookie, `${id}.${await signatureOf(id, email)}`, env('PUBLIC_ORIGIN'));
}

/** The device id from that cookie; null for any other browser. */
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
 * Encrypts a table position for use as a page token: keys contain car ids, also of locked cars, so encoding alone would leak
 * them. Valid for this person only.
 */
export async function sealPlace(userId: string, place: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const cipher = createCipheriv(algorithm, await keyOf(), salt).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(place, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Failure 400 for a token that was not made here or belongs to another person */
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

/** Signs out every session that was opened with the old password: the refresh tokens first, so that no new token follows. */
async function endOthers(email: string): Promise<void> {
  const [userId] = await Promise.all([idOfAccount(email), endAllSessions(email)]);
  if (userId === null) return;
  const now = Date.now();
  await endSessions(userId, now);
  // Tokens hold the second in which they were issued. Waiting for the next second keeps sign-ins after this answer valid.
  await new Promise((resolve) => setTimeout(resolve, 1000 - (now % 1000)));
}

/** Sets a new password by means of the mailed code. @throws Failure 400 for a wrong code */
export async function setNewPassword(email: string, code: string, password: string): Promise<void> {
  await steadily(() => resetPassword(email, code, password));
  // The new password is already set, so a failure here is only logged.
  await Promise.all([
    endOthers(email).catch((error) => log.failure('sessions not ended after a reset', error)),
    keepPasswordMark(email, password).catch((error) => log.failure('password not marked', error)),
  ]);
}

/**
 * The pool locks an account for minutes after five wrong passwords, even for the right one. A stranger's wrong password is
 * therefore tried on an account that does not exist, which answers the same and takes as long.
 */
const nobody = () => `${randomUUID()}@nobody.invalid`;

/**
 * Opens a session. `isKnown`: this browser has proved before that it is the owner's.
 * @throws Failure 401 wrong_credentials
 */
export async function signInWithPassword(email: string, password: string, isKnown: boolean) {
  const judged = await judgePassword(email, password);
  const session = await signIn(judged === 'wrong' && !isKnown ? nobody() : email, password);
  if (judged !== 'right') await keepPasswordMark(email, password);
  await Promise.all([
    takeErasedUsage(session.user.email, usageMonth(clock.now()), session.user.id),
    keepFirstLanguage(session.user.id, session.language),
  ]);
  return session;
}

/**
 * Who tries: the e-mail, the network address, what makes the browser known, and its device id from an earlier sign-in. Null:
 * unknown.
 */
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

/** Takes one try for an e-mail. A try refused by one limit is not counted by the others. @throws Failure 429 */
export async function takeTry(limits: TryLimits, trier: Trier): Promise<void> {
  await takeOwn(limits, trier);
  if (!limits.byDay) return;
  const { email, address, device } = trier;
  // A browser that signed in before has its own daily limit, so that a stranger's guesses cannot lock the owner out.
  if (device !== null) return takePermit(limits.byDay.address, `${email}\n${device}`);
  await takePermit(limits.byDay.address, `${email}\n${address}`);
  await takePermit(limits.byDay.account, email);
}

/**
 * Ends this session only; other devices stay signed in. Without the mark its access tokens would stay valid for minutes. If
 * one step fails, the other still runs.
 */
export async function endOwnSession(token: string): Promise<void> {
  // Read first: a revoked token no longer tells its session.
  const session = await sessionBehind(token).catch((error) =>
    log.failure('the session of a refresh token could not be read', error),
  );
  await Promise.all([
    revoke(token).catch((error) => log.failure('refresh token not revoked', error)),
    session &&
      endSession(session.userId, session.id, Date.now()).catch((error) =>
        log.failure('a session was not ended', error),
      ),
  ]);
}
