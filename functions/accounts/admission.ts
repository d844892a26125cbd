import { type Ended, hasEnded } from '#core/accounts/cookies.ts';
import { classLimits } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { type Caller, unauthenticated } from '#functions/platform/caller.ts';
import { log } from '#functions/platform/log.ts';
import { type Admission, ofThisInstallation } from '#functions/platform/route-handler.ts';
import { takePermit } from './limits.ts';
import { readEnded } from './store.ts';

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
