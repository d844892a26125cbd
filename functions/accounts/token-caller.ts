import { timingSafeEqual } from 'node:crypto';
import { hasTokenEnded, mayCall, readTokenHeader } from '#core/accounts/access-token.ts';
import { Failure } from '#core/failure.ts';
import { unauthenticated } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { tokenUseKey } from '#functions/platform/keys.ts';
import { log } from '#functions/platform/log.ts';
import type { ReadTokenCaller } from '#functions/platform/route-handler.ts';
import { noteUse } from '#functions/platform/table.ts';
import { getToken, hashOfSecret, type StoredToken } from './token-store.ts';

/** Compared with the secrets of unknown tokens, so that those take as long. */
const noHash = Buffer.alloc(32);

/** Read anew for each request, so that a revoked token is refused at once. */
export const readTokenCaller: ReadTokenCaller = async (authorization, scopes) => {
  const parts = readTokenHeader(authorization);
  if (!parts) throw unauthenticated();
  const { userId, id, secret } = parts;
  const token = await getToken(userId, id);
  const isRight = timingSafeEqual(hashOfSecret(secret), token?.hash ?? noHash);
  const now = clock.now();
  if (!token || !isRight || hasTokenEnded(token, now)) throw unauthenticated();
  if (!mayCall(token.scopes, scopes))
    throw new Failure(403, 'forbidden', 'This access token has no scope for this route.');
  await rememberUse(userId, token, now.toISOString().slice(0, 10));
  return { id: userId, session: { id: null, issuedAt: token.issuedAt } };
};

/** The day of the last use that this function stored, by token. */
const noted = new Map<string, string>();
const mostNoted = 2_000;

/** One write per token, day and warm function. If it fails, the request is answered all the same. */
async function rememberUse(userId: string, { id, endsAt }: StoredToken, day: string): Promise<void> {
  if (noted.get(id) === day) return;
  try {
    await noteUse(tokenUseKey(userId, id), { day, ttl: Math.floor(Date.parse(endsAt) / 1000) });
    noted.delete(id);
    noted.set(id, day);
    if (noted.size > mostNoted) noted.delete(noted.keys().next().value!);
  } catch (error) {
    log.failure('the use of an access token was not stored', error);
  }
}
