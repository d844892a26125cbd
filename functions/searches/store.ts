import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { readFailure } from '#core/imports/job.ts';
import type { AutomatedSearch, LinkRun, LinkState, StoredFeed } from '#core/searches/automated-search.ts';
import { isBrowserSearch } from '#core/searches/automated-search.ts';
import type { SearchLoad } from '#core/searches/capacity.ts';
import type { TellRule } from '#core/searches/tell-rule.ts';
import {
  duePartitionOf,
  duePartitions,
  endingPartition,
  followerKey,
  followerPrefix,
  linkKey,
  linkPartition,
  openIndex,
  searchLoadKey,
  userKeys,
} from '#functions/platform/keys.ts';
import {
  changeExisting,
  changeIf,
  deleteItem,
  failedStep,
  getItem,
  getItems,
  type Item,
  put,
  putItem,
  queryAll,
  readIndex,
  remove,
  type TransactItem,
  transactIf,
  update,
} from '#functions/platform/table.ts';
import { guardStep, readGuard, unlessErased } from '#functions/platform/table-conditions.ts';

/**
 * A link tells what people searched for, so it is deleted this long after its last use. A followed one is used every hour.
 */
const linkKeptSeconds = 30 * 86_400;
/** The `ttl` of a link and of its shown cars, after a use at `at`. */
export const linkTtl = (at: string): number => Math.floor(Date.parse(at) / 1000) + linkKeptSeconds;

/** `gsi2sk` starts with the time of the next run: ISO instants sort by time. */
export const dueSortKey = (at: string, linkHash: string) => `${at}#${linkHash}`;
const dueAt = (sortKey: string) => sortKey.slice(0, sortKey.indexOf('#'));

const unknownRun: LinkRun = {
  at: new Date(0).toISOString(),
  status: 'completed',
  carsFound: 0,
  carsNew: 0,
  failure: null,
};

const readRun = (stored: Partial<LinkRun>): LinkRun => ({
  ...unknownRun,
  ...stored,
  failure: readFailure(stored.failure),
});

/** A link as the dispatch reads it; `version` guards its conditional writes. */
export type FollowedLink = LinkState & {
  hash: string;
  href: string;
  /** The run that is not settled yet. */
  jobId: string | null;
  /** Changes with every new follower. */
  followedAt: string | null;
};

export function toLink(item: Item): FollowedLink {
  const due = item.gsi2sk as string | undefined;
  return {
    hash: item.pk.slice('LINK#'.length),
    href: String(item.href),
    jobId: (item.jobId as string | undefined) ?? null,
    followedAt: (item.followedAt as string | undefined) ?? null,
    nextRun: due ? dueAt(due) : null,
    pausedFor: (item.pausedFor as ImportFailureClass | undefined) ?? null,
    refusals: Number(item.refusals ?? 0),
    lastRun: item.lastRun ? readRun(item.lastRun as Partial<LinkRun>) : null,
  };
}

export async function getLink(linkHash: string): Promise<FollowedLink | null> {
  const item = await getItem(linkKey(linkHash));
  return item ? toLink(item) : null;
}

/** The states of these links by hash; links that were never followed are missing. */
export async function getLinkStates(linkHashes: readonly string[]): Promise<ReadonlyMap<string, LinkState>> {
  const items = await getItems([...new Set(linkHashes)].map(linkKey));
  return new Map(items.map(toLink).map((link) => [link.hash, link]));
}

/** Every scheduled link with the time of its next run, most overdue first. */
export async function listScheduledLinks(): Promise<{ hash: string; nextRun: string }[]> {
  const parts = await Promise.all(duePartitions.map((partition) => readIndex(openIndex, partition)));
  return parts
    .flat()
    .map(({ sort }) => sort)
    .sort()
    .map((sort) => ({ hash: sort.slice(sort.indexOf('#') + 1), nextRun: dueAt(sort) }));
}

/**
 * Schedules a link from `at` on, unless it has a next run; also resumes a paused one. `followedAt` changes with every
 * follower, so that a link is not put to rest just as somebody new follows it.
 */
export function wakeLink(linkHash: string, href: string, at: string): TransactItem {
  return update(linkKey(linkHash), {
    set: { kind: 'LINK', href, followedAt: at, ttl: linkTtl(at) },
    setOnce: scheduleOf(linkHash, at),
    remove: ['pausedFor'],
  });
}

const unknownLoad: SearchLoad = {
  at: new Date(0).toISOString(),
  links: 0,
  linksPerHour: 0,
  started: 0,
  waiting: 0,
  intervalHours: 1,
};

/** The last dispatch's figures: links to be searched, and how many an hour has room for. */
export async function getSearchLoad(): Promise<SearchLoad | null> {
  const item = await getItem(searchLoadKey);
  return item ? { ...unknownLoad, ...(item.load as Partial<SearchLoad>) } : null;
}

export async function putSearchLoad(load: SearchLoad): Promise<void> {
  await putItem({ ...searchLoadKey, kind: 'SEARCHLOAD', load });
}

/** An expired search is shown this long, so that it can be started again. */
const shownExpiredSeconds = 30 * 86_400;

const toSearch = (item: Item): AutomatedSearch => ({
  id: String(item.id),
  href: String(item.href),
  name: (item.name as string | undefined) ?? null,
  startTime: String(item.startTime),
  endTime: String(item.endTime),
  ...(item.browserMinutes !== undefined && { browserMinutes: Number(item.browserMinutes) }),
  ...(item.rule !== undefined && { rule: item.rule as Partial<TellRule> }),
  ...(item.feed !== undefined && { feed: item.feed as StoredFeed }),
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

/** Running and expired ones, unordered. */
export async function listSearches(userId: string): Promise<AutomatedSearch[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.automatedSearchPrefix);
  return items.map(toSearch);
}

export async function getSearch(userId: string, id: string): Promise<AutomatedSearch | null> {
  const item = await getItem(userKeys.automatedSearch(userId, id));
  return item ? toSearch(item) : null;
}

/** A person's searches with the guard's count, so that of two concurrent changes the second fails. */
export type SearchesSeen = { searches: AutomatedSearch[]; version: number };

export async function readSearches(userId: string): Promise<SearchesSeen> {
  const version = await readGuard(userKeys.searchGuard(userId));
  return { searches: await listSearches(userId), version };
}

/** Writes a search and schedules its link, unless the person's searches changed since they were `seen`. */
export async function writeSearch(
  userId: string,
  search: AutomatedSearch,
  { version }: SearchesSeen,
  now: string,
): Promise<'written' | 'erased' | 'outrun'> {
  const failed = await failedStep([
    unlessErased(userId),
    guardStep(userKeys.searchGuard(userId), version),
    put(searchItem(userId, search)),
    put(followerItem(userId, search)),
    // What only its owner's browser reads is never visited.
    ...(isBrowserSearch(search.id) ? [] : [wakeLink(search.id, search.href, now)]),
  ]);
  if (failed === null) return 'written';
  return failed === 0 ? 'erased' : 'outrun';
}

/** What the owner of a search may change while it runs. */
export type SearchChoice = { name: string | null; rule?: Partial<TellRule>; feed?: StoredFeed | null };

/** Changes only name, rule and feed (null: ends it), unless the person's searches changed since they were `seen`. */
export const writeSearchChoice = (
  userId: string,
  id: string,
  { name, rule, feed }: SearchChoice,
  { version }: SearchesSeen,
): Promise<boolean> =>
  transactIf([
    guardStep(userKeys.searchGuard(userId), version),
    update(userKeys.automatedSearch(userId, id), {
      set: { name, rule, feed: feed ?? undefined },
      remove: feed === null ? ['feed'] : [],
      condition: 'attribute_exists(pk)',
    }),
  ]);

export async function endFeeds(userId: string): Promise<void> {
  for (;;) {
    const seen = await readSearches(userId);
    const search = seen.searches.find(({ feed }) => feed);
    if (!search) return;
    // False when the searches changed meanwhile: they are read again.
    await writeSearchChoice(userId, search.id, { name: search.name, feed: null }, seen);
  }
}

/** Ends a search at once. False when there is none. Its link is put to rest when it next falls due without followers. */
export const cancelSearch = (userId: string, id: string): Promise<boolean> =>
  transactIf([
    remove(userKeys.automatedSearch(userId, id), 'attribute_exists(pk)'),
    remove(followerKey(id, userId)),
  ]);

export const planNext = (linkHash: string, seen: string, next: string): Promise<boolean> =>
  changeIf(linkKey(linkHash), {
    set: { gsi2sk: next },
    condition: 'gsi2sk = :seen',
    values: { ':seen': seen },
  });

/** Stores the result and next time of a search of the list. False when a concurrent run did so. */
export const endFilterRun = (link: FollowedLink, lastRun: LinkRun, next: string): Promise<boolean> =>
  changeIf(linkKey(link.hash), {
    set: { gsi2sk: dueSortKey(next, link.hash), lastRun },
    condition: 'gsi2sk = :seen',
    values: { ':seen': dueSortKey(link.nextRun!, link.hash) },
  });

/** Puts a link without followers to rest, unless somebody followed it meanwhile. */
export const restLink = ({ hash, followedAt }: FollowedLink): Promise<boolean> =>
  changeIf(linkKey(hash), {
    remove: ['gsi2pk', 'gsi2sk'],
    ...(followedAt === null
      ? { condition: 'attribute_exists(pk) AND attribute_not_exists(followedAt)' }
      : { condition: 'followedAt = :seen', values: { ':seen': followedAt } }),
  });

export const scheduleOf = (linkHash: string, at: string) => ({
  gsi2pk: duePartitionOf(linkHash),
  gsi2sk: dueSortKey(at, linkHash),
});

export type Follower = {
  userId: string;
  endTime: string;
  /** Has been given the cars that the link showed before they followed it. */
  isServed: boolean;
};

const toFollower = ({ userId, endTime, isServed }: Item): Follower => ({
  userId: String(userId),
  endTime: String(endTime),
  isServed: isServed === true,
});

/** With the fields that are read: of a hundred thousand, whole items are heavy. */
export async function listFollowers(linkHash: string): Promise<Follower[]> {
  const items = await queryAll(linkPartition(linkHash), followerPrefix, {
    ProjectionExpression: 'userId, endTime, isServed',
  });
  return items.map(toFollower);
}

export async function getFollowers(linkHash: string, people: readonly string[]): Promise<Follower[]> {
  return (await getItems(people.map((userId) => followerKey(linkHash, userId)))).map(toFollower);
}

type EndingFollower = { linkHash: string; follower: Follower };

async function followersOf(keys: Awaited<ReturnType<typeof readIndex>>): Promise<EndingFollower[]> {
  const items = await getItems(keys);
  return items.map((item) => ({
    linkHash: item.pk.slice(linkPartition('').length),
    follower: toFollower(item),
  }));
}

/** Followers whose week is over, with their links; also of paused links, which no run would notice. */
export async function listEnded(now: string): Promise<EndingFollower[]> {
  const all = await followersOf(await readIndex(openIndex, endingPartition, now));
  return all.filter(({ follower }) => follower.endTime <= now);
}

/** Followers whose week ends between these instants, with their links. */
export async function listEnding(from: string, until: string): Promise<EndingFollower[]> {
  const all = await followersOf(await readIndex(openIndex, endingPartition, until, from));
  return all.filter(({ follower }) => follower.endTime >= from && follower.endTime <= until);
}

/** Marks that the person is told that their search ends, once for each end. */
export async function markEnding(linkHash: string, { userId, endTime }: Follower): Promise<void> {
  await changeIf(userKeys.automatedSearch(userId, linkHash), {
    set: { endingAt: endTime },
    condition: 'endTime = :end',
    values: { ':end': endTime },
  });
}

/** From now on the person is told what is new to the link. Does nothing if they cancelled meanwhile. */
export async function markServed(linkHash: string, userId: string): Promise<void> {
  await changeExisting(followerKey(linkHash, userId), {
    set: { isServed: true },
  });
}

/** Removes an expired follower from the link and marks the search, unless it was extended meanwhile. */
export async function expireFollower(linkHash: string, follower: Follower, now: string): Promise<void> {
  const { userId, endTime } = follower;
  const key = followerKey(linkHash, userId);
  const search = userKeys.automatedSearch(userId, linkHash);
  const [condition, values] = ['endTime = :end', { ':end': endTime }];
  const isExpired = await transactIf([
    remove(key, condition, values),
    update(search, { set: { expiredAt: now }, condition, values }),
  ]);
  // Else it was extended meanwhile, or belongs to an erased account.
  if (!isExpired && !(await getItem(search))) await deleteItem(key);
}

/** Marks a person's search as paused; `at` tells one pause from the next. */
export async function markPaused(
  linkHash: string,
  userId: string,
  failure: ImportFailureClass,
  at: string,
): Promise<void> {
  await changeExisting(userKeys.automatedSearch(userId, linkHash), {
    set: { pausedAt: at, pausedFor: failure },
  });
}
