import type { AutomatedSearch } from '#core/automated-search/automated-search.ts';
import { guardStep, readGuard, unlessErased } from './guards.ts';
import { endingPartition, followerKey, userKeys } from './keys.ts';
import { wakeLink } from './links.ts';
import { failedCondition, getItem, type Item, put, queryAll, remove, transact } from './table.ts';

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

/** A person's searches, and what a change of them must find unchanged: two changes side by side, and the second fails. */
export type SearchesSeen = { searches: AutomatedSearch[]; version: number };

export async function readSearches(userId: string): Promise<SearchesSeen> {
  const version = await readGuard(userKeys.searchGuard(userId));
  return { searches: await listSearches(userId), version };
}

/** Writes a search and wakes its link, unless the person's searches changed since they were `seen`. */
export async function writeSearch(
  userId: string,
  search: AutomatedSearch,
  { version }: SearchesSeen,
  now: string,
): Promise<'written' | 'erased' | 'outrun'> {
  try {
    await transact([
      unlessErased(userId),
      guardStep(userKeys.searchGuard(userId), version),
      put(searchItem(userId, search)),
      put(followerItem(userId, search)),
      wakeLink(search.id, search.href, now),
    ]);
    return 'written';
  } catch (error) {
    const failed = failedCondition(error);
    if (failed === null) throw error;
    return failed === 0 ? 'erased' : 'outrun';
  }
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
