import { timingSafeEqual } from 'node:crypto';
import { hasTokenEnded, mayCall, readTokenHeader } from '#core/accounts/access-token.ts';
import { type Ended, hasEnded } from '#core/accounts/cookies.ts';
import { classLimits } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { type Caller, unauthenticated } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { tokenUseKey } from '#functions/platform/keys.ts';
import { log } from '#functions/platform/log.ts';
import {
  type Admission,
  ofThisInstallation,
  type ReadTokenCaller,
} from '#functions/platform/route-handler.ts';
import { noteUse } from '#functions/platform/table.ts';
import { takePermit } from './limits.ts';
import { readEnded } from './store.ts';
import { getToken, hashOfSecret, type StoredToken } from './token-store.ts';

/** How long a function caches whether a person's sessions have ended. */
const keptMs = 60_000;
/** Most people in that cache; the oldest entry is evicted. */
const mostPeople = 2_000;
const known = new Map<string, { ended: Promise<Ended>; until: number }>();

function endedOf(userId: string): Promise<Ended> {
  const now = Date.now();
  const hit = known.get(userId);
  if (hit && hit.until > now) return hit.ended;
  const ended = readEnded(userId);
  known.delete(userId);
  known.set(userId, { ended, until: now + keptMs });
  if (known.size > mostPeople) known.delete(known.keys().next().value!);
  // A failed read is not cached: the next request tries again.
  ended.catch(() => known.delete(userId));
  return ended;
}

/**
 * Refuses a valid token whose account was erased or whose session was ended less than a token's lifetime ago. An ended
 * session is refused everywhere within a minute; each function makes one small read per person and minute.
 * @throws Failure 401
 */
export async function requireLiveSession(caller: Caller): Promise<void> {
  if (hasEnded(caller.session, await endedOf(caller.id))) throw unauthenticated();
}

/** Admits callers to a route that only reads the table. */
export const admitReader: Admission = async ({ caller }) => {
  if (!caller) return;
  await requireLiveSession(caller).catch((error) => {
    if (error instanceof Failure) throw error;
    // If the table does not answer, the route's own reads fail too and decide the answer.
    log.failure('a caller’s ended sessions could not be read', error);
  });
};

/** Admits callers to a route that writes the table. Requests of an ended session are not counted against its limits. */
export const admitWriter: Admission = async ({ caller, address, rate, tell }) => {
  if (caller) await requireLiveSession(caller);
  if (rate === 'own' || rate === 'reading') return;
  const { perPerson, perAddress } = classLimits[rate];
  await Promise.all([
    caller &&
      takePermit(ofThisInstallation(perPerson), caller.id, (fullAtMs, nowMs) =>
        tell?.(perPerson, fullAtMs, nowMs),
      ),
    isElsewhere(address) && takePermit(ofThisInstallation(perAddress), address),
  ]);
};

// Never true in the cloud; on one machine every request has this address.
const isElsewhere = (address: string) => !address.startsWith('127.') && address !== '0:0:0:0::/64';

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
