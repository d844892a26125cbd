import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { LinkRun, LinkState } from '#core/search-subscription/automated-search.ts';
import type { SearchLoad } from '#core/search-subscription/capacity.ts';
import { duePartitionOf, linkKey, searchLoadKey } from './keys.ts';
import { getItem, getItems, type Item, type TransactItem, update } from './table.ts';

/** `gsi2sk` begins with the moment of the next run: ISO instants sort by time. */
const dueSortKey = (at: string, linkHash: string) => `${at}#${linkHash}`;

export function toLinkState(item: Item): LinkState {
  const due = item.gsi2sk as string | undefined;
  return {
    nextRun: due?.slice(0, due.indexOf('#')) ?? null,
    pausedFor: (item.pausedFor as ImportFailureClass | undefined) ?? null,
    refusals: Number(item.refusals ?? 0),
    lastRun: (item.lastRun as LinkRun | undefined) ?? null,
  };
}

/** The states of these links by their hash; a link that was never searched again has none. */
export async function getLinkStates(linkHashes: readonly string[]): Promise<ReadonlyMap<string, LinkState>> {
  const items = await getItems([...new Set(linkHashes)].map(linkKey));
  return new Map(items.map((item) => [item.pk.slice('LINK#'.length), toLinkState(item)]));
}

/**
 * Lets a link run from `at` on, unless it has a next run already; a paused one begins anew. `followedAt` changes with every
 * follower, so that a link that just lost its last one is not put to rest over a new one.
 */
export function wakeLink(linkHash: string, href: string, at: string): TransactItem {
  return update(linkKey(linkHash), {
    UpdateExpression:
      'SET kind = :kind, href = :href, followedAt = :at, gsi2pk = if_not_exists(gsi2pk, :due), gsi2sk = if_not_exists(gsi2sk, :first) REMOVE pausedFor',
    ExpressionAttributeValues: {
      ':kind': 'LINK',
      ':href': href,
      ':at': at,
      ':due': duePartitionOf(linkHash),
      ':first': dueSortKey(at, linkHash),
    },
  });
}

/** What the last hour's dispatch found: links that want to run, how many of them an hour has room for. */
export async function getSearchLoad(): Promise<SearchLoad | null> {
  const item = await getItem(searchLoadKey);
  return item ? (item.load as SearchLoad) : null;
}
