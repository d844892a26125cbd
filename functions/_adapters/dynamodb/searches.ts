import { Failure } from '#core/failure.ts';
import {
  type AutomatedSearch,
  isRunning,
  runningCount,
  searchEnd,
} from '#core/search-subscription/automated-search.ts';
import { unauthenticated } from '#functions/_runtime/caller.ts';
import { unlessErased } from './guards.ts';
import { endingPartition, followerKey, type Key, userKeys } from './keys.ts';
import { wakeLink } from './links.ts';
import {
  failedCondition,
  getItem,
  type Item,
  put,
  queryAll,
  remove,
  type TransactItem,
  transact,
  update,
} from './table.ts';

const attempts = 8;
/** An expired search is shown for a month, so that it can be set going again. */
const shownExpiredSeconds = 30 * 86_400;

const toSearch = (item: Item): AutomatedSearch => ({
  id: String(item.id),
  href: String(item.href),
  name: (item.name as string | undefined) ?? null,
  startTime: String(item.startTime),
  endTime: String(item.endTime),
});

function searchItem(userId: string, search: AutomatedSearch): Item {
  const ttl = Math.floor(Date.parse(search.endTime) / 1000) + shownExpiredSeconds;
  return { ...userKeys.automatedSearch(userId, search.id), kind: 'AUTOSEARCH', userId, ...search, ttl };
}

const followerItem = (userId: string, search: AutomatedSearch): Item => ({
  ...followerKey(search.id, userId),
  kind: 'FOLLOWER',
  userId,
  endTime: search.endTime,
  gsi2pk: endingPartition,
  gsi2sk: `${search.endTime}#${userId}`,
});

/** Running and expired ones, in no order. */
export async function listSearches(userId: string): Promise<AutomatedSearch[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.automatedSearchPrefix);
  return items.map(toSearch);
}

export async function getSearch(userId: string, id: string): Promise<AutomatedSearch | null> {
  const item = await getItem(userKeys.automatedSearch(userId, id));
  return item ? toSearch(item) : null;
}

const limitReached = (limit: number) =>
  new Failure(403, 'limit_reached', 'You have reached your limit of automated searches.', {
    reason: 'limit_reached',
    what: 'searches',
    limit,
  });

/** Two changes of one person's searches side by side: the second fails and looks again. */
async function guardStep(userId: string): Promise<{ step: TransactItem }> {
  const key: Key = userKeys.searchGuard(userId);
  const seen = Number((await getItem(key))?.version ?? 0);
  const step = update(key, {
    UpdateExpression: 'SET kind = :kind, version = :next',
    ConditionExpression: seen === 0 ? 'attribute_not_exists(version)' : 'version = :seen',
    ExpressionAttributeValues: { ':kind': 'GUARD', ':next': seen + 1, ...(seen > 0 && { ':seen': seen }) },
  });
  return { step };
}

type Ask = { userId: string; limit: number; now: Date };

/** Writes a search that `decide` makes of those there are (null: nothing to write), under the guard of the person's limit. */
async function writeSearch(
  { userId, now }: Ask,
  decide: (searches: readonly AutomatedSearch[]) => { search: AutomatedSearch; isWritten: boolean },
): Promise<{ search: AutomatedSearch; isNew: boolean }> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { step } = await guardStep(userId);
    const { search, isWritten } = decide(await listSearches(userId));
    if (!isWritten) return { search, isNew: false };
    try {
      await transact([
        unlessErased(userId),
        step,
        put(searchItem(userId, search)),
        put(followerItem(userId, search)),
        wakeLink(search.id, search.href, now.toISOString()),
      ]);
      return { search, isNew: true };
    } catch (error) {
      const failed = failedCondition(error);
      if (failed === null) throw error;
      if (failed === 0) throw unauthenticated();
    }
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
  return writeSearch(ask, (searches) => {
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
  const { search } = await writeSearch(ask, (searches) => {
    const known = searches.find((each) => each.id === ask.id);
    if (!known) throw new Failure(404, 'not_found', 'This automated search no longer exists.');
    requireRoom(searches, ask.id, ask);
    return { search: { ...known, endTime: searchEnd(ask.now) }, isWritten: true };
  });
  return search;
}

/** Ends a search at once. False when there is none. Its link is put to rest when it next falls due without a follower. */
export async function cancelSearch(userId: string, id: string): Promise<boolean> {
  try {
    await transact([
      remove(userKeys.automatedSearch(userId, id), 'attribute_exists(pk)'),
      remove(followerKey(id, userId)),
    ]);
    return true;
  } catch (error) {
    if (failedCondition(error) !== null) return false;
    throw error;
  }
}
