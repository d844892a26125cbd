import type { LinkRun, LinkState } from '#core/automated-search/automated-search.ts';
import type { SearchLoad } from '#core/automated-search/capacity.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { duePartitionOf, duePartitions, linkKey, openIndex, searchLoadKey } from './keys.ts';
import { getItem, getItems, type Item, putItem, readIndex, type TransactItem, update } from './table.ts';

/** A link says what people searched for: with the last use of it that goes. A followed one is used every hour. */
const linkKeptSeconds = 30 * 86_400;
/** The `ttl` of a link, and of the cars that it has shown, after a use at `at`. */
export const linkTtl = (at: string): number => Math.floor(Date.parse(at) / 1000) + linkKeptSeconds;

/** `gsi2sk` begins with the moment of the next run: ISO instants sort by time. */
export const dueSortKey = (at: string, linkHash: string) => `${at}#${linkHash}`;
const dueAt = (sortKey: string) => sortKey.slice(0, sortKey.indexOf('#'));

const unknownRun: LinkRun = {
  at: new Date(0).toISOString(),
  status: 'completed',
  carsFound: 0,
  carsNew: 0,
  failure: null,
};

/** A link as the dispatch sees it; `version` guards what is decided on it. */
export type FollowedLink = LinkState & {
  hash: string;
  href: string;
  /** The run that has not been settled. */
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
    lastRun: item.lastRun ? { ...unknownRun, ...(item.lastRun as Partial<LinkRun>) } : null,
  };
}

export async function getLink(linkHash: string): Promise<FollowedLink | null> {
  const item = await getItem(linkKey(linkHash));
  return item ? toLink(item) : null;
}

/** The states of these links by their hash; a link that was never searched again has none. */
export async function getLinkStates(linkHashes: readonly string[]): Promise<ReadonlyMap<string, LinkState>> {
  const items = await getItems([...new Set(linkHashes)].map(linkKey));
  return new Map(items.map(toLink).map((link) => [link.hash, link]));
}

/** Every link that is searched again, with the moment of its next run, the most overdue first. */
export async function listScheduledLinks(): Promise<{ hash: string; nextRun: string }[]> {
  const parts = await Promise.all(duePartitions.map((partition) => readIndex(openIndex, partition)));
  return parts
    .flat()
    .map(({ sort }) => sort)
    .sort()
    .map((sort) => ({ hash: sort.slice(sort.indexOf('#') + 1), nextRun: dueAt(sort) }));
}

/**
 * Lets a link run from `at` on, unless it has a next run already; a paused one begins anew. `followedAt` changes with every
 * follower, so that a link that just lost its last one is not put to rest over a new one.
 */
export function wakeLink(linkHash: string, href: string, at: string): TransactItem {
  return update(linkKey(linkHash), {
    UpdateExpression:
      'SET kind = :kind, href = :href, followedAt = :at, #ttl = :ttl, gsi2pk = if_not_exists(gsi2pk, :due), gsi2sk = if_not_exists(gsi2sk, :first) REMOVE pausedFor',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':kind': 'LINK',
      ':href': href,
      ':at': at,
      ':ttl': linkTtl(at),
      ':due': duePartitionOf(linkHash),
      ':first': dueSortKey(at, linkHash),
    },
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

/** What the last hour's dispatch found: links that want to run, how many of them an hour has room for. */
export async function getSearchLoad(): Promise<SearchLoad | null> {
  const item = await getItem(searchLoadKey);
  return item ? { ...unknownLoad, ...(item.load as Partial<SearchLoad>) } : null;
}

export async function putSearchLoad(load: SearchLoad): Promise<void> {
  await putItem({ ...searchLoadKey, kind: 'SEARCHLOAD', load });
}
