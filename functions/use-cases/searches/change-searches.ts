import {
  type AutomatedSearch,
  isRunning,
  runningCount,
  searchEnd,
} from '#core/automated-search/automated-search.ts';
import { Failure } from '#core/failure.ts';
import { readSearches, writeSearch } from '#functions/_adapters/dynamodb/searches.ts';
import { unauthenticated } from '#functions/_runtime/caller.ts';

const attempts = 8;

const limitReached = (limit: number) =>
  new Failure(403, 'limit_reached', 'You have reached your limit of automated searches.', {
    reason: 'limit_reached',
    what: 'searches',
    limit,
  });

type Ask = { userId: string; limit: number; now: Date };

/** Writes a search that `decide` makes of those there are, under the guard of the person's limit. */
async function changeSearches(
  { userId, now }: Ask,
  decide: (searches: readonly AutomatedSearch[]) => { search: AutomatedSearch; isWritten: boolean },
): Promise<{ search: AutomatedSearch; isNew: boolean }> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const seen = await readSearches(userId);
    const { search, isWritten } = decide(seen.searches);
    if (!isWritten) return { search, isNew: false };
    const outcome = await writeSearch(userId, search, seen, now.toISOString());
    if (outcome === 'written') return { search, isNew: true };
    if (outcome === 'erased') throw unauthenticated();
  }
  throw new Failure(409, 'conflict', 'Please try again.');
}

/** What runs beside this one must leave room for it. @throws Failure 403 limit_reached */
function requireRoom(searches: readonly AutomatedSearch[], id: string, { limit, now }: Ask): void {
  const others = searches.filter((search) => search.id !== id);
  if (runningCount(others, now) >= limit) throw limitReached(limit);
}

/**
 * Starts an automated search; the same link again answers the one that runs, and an expired one begins anew.
 * @throws Failure 403 limit_reached
 */
export function startSearch(
  ask: Ask & { id: string; href: string; name: string | null },
): Promise<{ search: AutomatedSearch; isNew: boolean }> {
  const { id, href, name, now } = ask;
  return changeSearches(ask, (searches) => {
    const same = searches.find((search) => search.id === id);
    if (same && isRunning(same, now)) return { search: same, isWritten: false };
    requireRoom(searches, id, ask);
    return {
      search: { id, href, name, startTime: now.toISOString(), endTime: searchEnd(now) },
      isWritten: true,
    };
  });
}

/**
 * Lets a search end seven days from now and run again if it was paused. After a downgrade running searches finish their
 * week, but none is extended beyond the limit.
 * @throws Failure 404, 403 limit_reached
 */
export async function extendSearch(ask: Ask & { id: string }): Promise<AutomatedSearch> {
  const { search } = await changeSearches(ask, (searches) => {
    const known = searches.find((each) => each.id === ask.id);
    if (!known) throw new Failure(404, 'not_found', 'This automated search no longer exists.');
    requireRoom(searches, ask.id, ask);
    return { search: { ...known, endTime: searchEnd(ask.now) }, isWritten: true };
  });
  return search;
}
