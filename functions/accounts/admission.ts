import { type Ended, hasEnded } from '#core/accounts/cookies.ts';
import { classLimits } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { type Caller, unauthenticated } from '#functions/platform/caller.ts';
import { log } from '#functions/platform/log.ts';
import { type Admission, ofThisInstallation } from '#functions/platform/route-handler.ts';
import { takePermit } from './limits.ts';
import { readEnded } from './store.ts';

/** How long a function goes on from what it has read of a person. */
const keptMs = 60_000;
/** People whom one function remembers; the one longest known makes room. */
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
  // A read that failed is made again by the next request.
  ended.catch(() => known.delete(userId));
  return ended;
}

/**
 * Refuses a token that is good by itself, whose account was erased or whose session was ended less than a token's life ago:
 * everywhere within a minute, for one small read of each function, minute and person.
 * @throws Failure 401
 */
export async function requireLiveSession(caller: Caller): Promise<void> {
  if (hasEnded(caller.session, await endedOf(caller.id))) throw unauthenticated();
}

/** Who calls a route that only reads the table. */
export const admitReader: Admission = async ({ caller }) => {
  if (!caller) return;
  await requireLiveSession(caller).catch((error) => {
    if (error instanceof Failure) throw error;
    // A table that does not answer has nothing to tell either: what the route says then is its own affair.
    log.failure('it is not known whether a session has ended', error);
  });
};

/** Who calls a route that writes the table. Nothing is counted for a session that has ended. */
export const admitWriter: Admission = async ({ caller, address, rate }) => {
  if (caller) await requireLiveSession(caller);
  if (rate === 'own' || rate === 'reading') return;
  const { perPerson, perAddress } = classLimits[rate];
  await Promise.all([
    caller && takePermit(ofThisInstallation(perPerson), caller.id),
    isElsewhere(address) && takePermit(ofThisInstallation(perAddress), address),
  ]);
};

// In the cloud nobody calls from the machine itself; on one machine everybody does.
const isElsewhere = (address: string) => !address.startsWith('127.') && address !== '0:0:0:0::/64';
