import { type Ended, hasEnded } from '#core/account/session.ts';
import { readEnded } from '#functions/_adapters/dynamodb/ended-sessions.ts';
import { type Caller, unauthenticated } from '#functions/_runtime/caller.ts';

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
