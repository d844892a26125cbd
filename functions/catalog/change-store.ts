import { type Card, type CatalogChange, isCard } from '#core/cars/card.ts';
import { completeChanges } from '#core/cars/stored-car.ts';
import { isListed } from '#core/catalog/card-rules.ts';
import { catalogIndex, catalogPartitionOf, catalogPartitions } from '#functions/platform/keys.ts';
import { type Item, pageAll, pagesOf } from '#functions/platform/table.ts';

const queryOf = (partition: string, since: string | null) => ({
  IndexName: catalogIndex,
  KeyConditionExpression: since === null ? 'gsi1pk = :p' : 'gsi1pk = :p AND gsi1sk >= :since',
  ExpressionAttributeValues: { ':p': partition, ...(since !== null && { ':since': since }) },
  ProjectionExpression: 'card',
});

const changesIn = (items: readonly Item[]): CatalogChange[] => completeChanges(items.map(({ card }) => card));

/** Changes at or after `since` (ISO instant; null: all), from the catalog's index, unordered. */
export async function readCatalogChanges(since: string | null): Promise<CatalogChange[]> {
  const parts = await Promise.all(catalogPartitions.map((partition) => pageAll(queryOf(partition, since))));
  return changesIn(parts.flat());
}

/** The same in pages, with `lanes` partitions read in parallel, unordered: the whole catalog may not fit into memory. */
export async function eachCatalogPage(
  since: string | null,
  take: (changes: CatalogChange[]) => Promise<void> | void,
  lanes = 4,
): Promise<void> {
  const left = [...catalogPartitions];
  const readLane = async () => {
    for (let partition = left.pop(); partition !== undefined; partition = left.pop())
      for await (const items of pagesOf(queryOf(partition, since))) await take(changesIn(items));
  };
  await Promise.all(Array.from({ length: lanes }, readLane));
}

/**
 * The cards of listed cars, all partitions in parallel. Removed and sold cars stay in the index for good and outnumber the
 * others after a year, so they are dropped page by page.
 */
export async function readListedCards(): Promise<Card[]> {
  const cards: Card[] = [];
  const take = (changes: CatalogChange[]) => {
    for (const change of changes) if (isCard(change) && isListed(change)) cards.push(change);
  };
  await eachCatalogPage(null, take, catalogPartitions.length);
  return cards;
}

/** The index keys of a change, sorted by time, so that a read asks only for what is newer than the last. */
export const indexed = (change: CatalogChange) => ({
  gsi1pk: catalogPartitionOf(change.id),
  gsi1sk: `${change.updatedAt}#${change.id}`,
  card: change,
});
