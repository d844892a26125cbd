import { randomBytes } from 'node:crypto';
import { type AccessToken, mostTokens, writeToken } from '#core/accounts/access-token.ts';
import {
  clearedRefreshCookie,
  hasEnded,
  readRefreshCookie,
  refreshCookie,
  requireOwnOrigin,
} from '#core/accounts/cookies.ts';
import { requirePasswordRule } from '#core/accounts/credentials.ts';
import { carIdsIn, exportItems, type StoredItem } from '#core/accounts/exported-item.ts';
import { type AccountLimits, accountLimits, addressBlock } from '#core/accounts/rate-limits.ts';
import type { accountRoutes } from '#core/contract/routes/accounts.ts';
import type { Input, Output } from '#core/contract/table.ts';
import { Failure } from '#core/failure.ts';
import { marksOf, readViewerAndMarks } from '#functions/cars/read-car.ts';
import { lockedAmong } from '#functions/cars/store.ts';
import { endpoint } from '#functions/endpoint.ts';
import { FailureWithCookies, Reply, steadily } from '#functions/platform/answers.ts';
import { type Caller, unauthenticated } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import type { RequestInfo } from '#functions/platform/route-handler.ts';
import { env } from '#functions/platform/settings.ts';
import { rowOf } from '#functions/route-row.ts';
import { eraseOwnAccount } from './erase.ts';
import { readAttempt, takePermit } from './limits.ts';
import { confirmSignUp, readAccount, refresh, resendCode, sendResetCode } from './pool.ts';
import {
  askedForCode,
  beginAttempt,
  beginSignUp,
  endOwnSession,
  type KnownBrowser,
  knownDevice,
  openPlace,
  rememberDevice,
  sealPlace,
  setNewPassword,
  signInWithPassword,
  takeTry,
  toldAlike,
  wrongCode,
} from './sign-in.ts';
import { getLanguage, readEnded, readStoredPage, setLanguage } from './store.ts';
import { addToken, deleteToken, hashOfSecret, listTokens } from './token-store.ts';

type AccountKey = keyof typeof accountRoutes;
type AccountName = (typeof accountRoutes)[AccountKey]['name'];

/**
 * An `endpoint` below /api/auth, open to our own pages only and rate-limited. The limit of the network address is charged
 * first, so that a flood from one place does not use up the limit of a person's e-mail. `known` is null for a browser that
 * proved nothing.
 */
export function accountEndpoint<K extends AccountKey>(
  key: K,
  handle: (
    input: Input<K>,
    request: RequestInfo,
    known: string | null,
  ) => Promise<Output<K> | Reply<Output<K>>>,
  knownBrowser: KnownBrowser = (request, email) => knownDevice(request.cookies, email),
) {
  return endpoint(key, async (input, _caller, request) => {
    requireOwnOrigin(request.headers, env('PUBLIC_ORIGIN'));
    const limits: AccountLimits = accountLimits[rowOf(key).name as AccountName];
    const address = addressBlock(request.clientAddress);
    await takePermit(limits.perAddress, address);
    const email = (input.body as { email?: string } | undefined)?.email;
    if (!limits.perEmail || !email) return handle(input, request, null);
    const known = await knownBrowser(request, email);
    const device = await knownDevice(request.cookies, email);
    await takeTry(limits.perEmail, { email, address, known, device });
    return handle(input, request, known);
  });
}

export const confirmSignUpRoute = accountEndpoint(
  'POST /api/auth/confirm',
  async ({ body }, _request, known) => {
    // The newest code belongs to the newest password. When two browsers signed up with this e-mail, each may only confirm
    // its own.
    const isAnothers = known === null && (await readAttempt(body.email, 'sign-up'))?.isContested === true;
    await steadily(() =>
      isAnothers ? Promise.reject(wrongCode()) : toldAlike(known, () => confirmSignUp(body.email, body.code)),
    );
    return { ok: true };
  },
  askedForCode('sign-up'),
);

const wireToken = ({ id, name, scopes, createdAt, endsAt, lastUsedOn }: AccessToken) => ({
  ...{ id, name, scopes, created_at: createdAt, ends_at: endsAt, last_used_on: lastUsedOn },
});

const dayMs = 86_400_000;

export const createTokenRoute = endpoint('POST /api/tokens', async ({ body }, caller) => {
  // Read from the table, because admission caches it for a minute, in which an ended session could create a token that outlives it.
  if (hasEnded(caller.session, await readEnded(caller.id))) throw unauthenticated();
  if ((await listTokens(caller.id)).length >= mostTokens)
    throw new Failure(
      403,
      'too_many_tokens',
      `You can have up to ${mostTokens} access tokens. Revoke one first.`,
    );
  const now = clock.now();
  const secret = randomBytes(32).toString('base64url');
  const token = {
    id: randomBytes(9).toString('base64url'),
    name: body.name,
    scopes: [...new Set(body.scopes)],
    createdAt: now.toISOString(),
    endsAt: new Date(now.getTime() + body.days * dayMs).toISOString(),
  };
  const stored = { ...token, hash: hashOfSecret(secret), issuedAt: Math.floor(Date.now() / 1000) };
  if (!(await addToken(caller.id, stored))) throw unauthenticated();
  return {
    token: writeToken({ userId: caller.id, id: token.id, secret }),
    details: wireToken({ ...token, lastUsedOn: null }),
  };
});

export const eraseAccountRoute = endpoint('DELETE /api/account', async ({ body }, caller) => {
  await eraseOwnAccount(caller.id, body.password);
  return new Reply({ ok: true as const }, { cookies: [clearedRefreshCookie(env('PUBLIC_ORIGIN'))] });
});

/** The stored items as this person may see them today. */
async function shownItems(caller: Caller, items: readonly StoredItem[]) {
  const [[viewer, marks], language] = await Promise.all([readViewerAndMarks(caller), getLanguage(caller.id)]);
  return exportItems(items, {
    viewer,
    language: language ?? 'en',
    lockedCarIds: await lockedAmong(items.flatMap(carIdsIn), viewer),
    // Only the person's own cars are exported whole, and an own car has no former ids.
    marksOf: (id) => marksOf(marks, { id, formerIds: [] }),
  });
}

export const exportAccountRoute = endpoint('GET /api/account/export', async ({ query }, caller) => {
  const after = query.after === undefined ? null : await openPlace(caller.id, query.after);
  const [account, page] = await Promise.all([readAccount(caller.id), readStoredPage(caller.id, after)]);
  if (!account) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  return {
    exported_at: clock.now().toISOString(),
    account: { id: caller.id, email: account.email, member_since: account.createdAt },
    items: await shownItems(caller, page.items),
    next: page.next === null ? null : await sealPlace(caller.id, page.next),
  };
});

/** An unconfirmed account gets its confirmation code instead: a new password can only be set in a confirmed account. */
async function mailCode(email: string): Promise<void> {
  try {
    await sendResetCode(email);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'user_not_confirmed') throw error;
    await resendCode(email);
  }
}

export const forgotPasswordRoute = accountEndpoint('POST /api/auth/forgot', async ({ body }, request) => {
  const cookie = await beginAttempt(body.email, 'reset', request.cookies);
  await steadily(() => mailCode(body.email));
  return new Reply({ ok: true }, { cookies: [cookie] });
});

export const getAccountRoute = endpoint('GET /api/account', async (_, caller) => {
  const [account, language] = await Promise.all([readAccount(caller.id), getLanguage(caller.id)]);
  if (!account) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  return { email: account.email, language, member_since: account.createdAt };
});

export const listTokensRoute = endpoint('GET /api/tokens', async (_, caller) => ({
  tokens: (await listTokens(caller.id)).map(wireToken),
  limit: mostTokens,
}));

async function refreshOf(cookies: readonly string[]) {
  try {
    const token = readRefreshCookie(cookies);
    if (!token) throw new Failure(401, 'session_expired', 'Your session has ended. Please log in again.');
    return await refresh(token);
  } catch (error) {
    // The cookie is deleted only when its token is invalid: a throttled or failing pool must not sign people out.
    if (!(error instanceof Failure) || error.code !== 'session_expired') throw error;
    throw new FailureWithCookies(error, [clearedRefreshCookie(env('PUBLIC_ORIGIN'))]);
  }
}

export const refreshSessionRoute = accountEndpoint('POST /api/auth/refresh', async (_input, request) => {
  const { accessToken, expiresInSeconds, user } = await refreshOf(request.cookies);
  return { accessToken, expiresIn: expiresInSeconds, user };
});

/** A confirmed account gets no code, and the answer does not reveal that it is confirmed. */
async function mailAgain(email: string): Promise<void> {
  try {
    await resendCode(email);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
  }
}

export const resendCodeRoute = accountEndpoint('POST /api/auth/resend', async ({ body }) => {
  await steadily(() => mailAgain(body.email));
  return { ok: true };
});

export const resetPasswordRoute = accountEndpoint(
  'POST /api/auth/reset',
  async ({ body }, _request, known) => {
    const { email, code, password } = body;
    requirePasswordRule(password);
    await toldAlike(known, () => setNewPassword(email, code, password));
    // Whoever reads the mailbox is the owner: this browser may sign in, whatever strangers try meanwhile.
    return new Reply({ ok: true }, { cookies: [await rememberDevice(email)] });
  },
  askedForCode('reset'),
);

export const setLanguageRoute = endpoint('PUT /api/account/language', async ({ body }, caller) => {
  await setLanguage(caller.id, body.language);
  return { ok: true };
});

export const revokeTokenRoute = endpoint('DELETE /api/tokens/{id}', async ({ params }, caller) => {
  if (!(await deleteToken(caller.id, params.id)))
    throw new Failure(404, 'not_found', 'This access token no longer exists.');
  return { ok: true };
});

export const signInRoute = accountEndpoint('POST /api/auth/sign-in', async ({ body }, _request, known) => {
  const { email, password } = body;
  const session = await signInWithPassword(email, password, known !== null);
  const { accessToken, expiresInSeconds, refreshToken, user } = session;
  const cookies = refreshToken ? [refreshCookie(refreshToken, env('PUBLIC_ORIGIN'))] : [];
  if (known === null) cookies.push(await rememberDevice(email));
  return new Reply({ accessToken, expiresIn: expiresInSeconds, user }, { cookies });
});

export const signOutRoute = accountEndpoint('POST /api/auth/sign-out', async (_input, request) => {
  const token = readRefreshCookie(request.cookies);
  // Signing out always succeeds for the person: the cookie is deleted even when the pool cannot be reached.
  if (token) await endOwnSession(token);
  return new Reply({ ok: true }, { cookies: [clearedRefreshCookie(env('PUBLIC_ORIGIN'))] });
});

export const signUpRoute = accountEndpoint('POST /api/auth/sign-up', async ({ body }, request) => {
  const { email, password, language = 'en' } = body;
  requirePasswordRule(password);
  const cookie = await beginAttempt(email, 'sign-up', request.cookies);
  await steadily(() => beginSignUp(email, password, language));
  return new Reply({ ok: true }, { cookies: [cookie] });
});
