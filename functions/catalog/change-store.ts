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

export const isListedCard = (change: CatalogChange): change is Card => isCard(change) && isListed(change);
const changesIn = (items: readonly Item[]): CatalogChange[] => completeChanges(items.map(({ card }) => card));

/** Changes at or after `since` (ISO instant; null: all), from the catalog's index, unordered. */
export async function readCatalogChanges(since: string | null): Promise<CatalogChange[]> {
  const parts = await Promise.all(catalogPartitions.map((partition) => pageAll(queryOf(partition, since))));
  return changesIn(parts.flat());
}

/** The same of one partition in pages, from the oldest change to the newest. */
export async function* pagesOfPartition(
  partition: string,
  since: string | null,
): AsyncGenerator<CatalogChange[]> {
  for await (const items of pagesOf(queryOf(partition, since))) yield changesIn(items);
}

type Reading = {
  /** Partitions that are read side by side. */
  lanes?: number;
  /** Asked before each page: whether there is time for one more. */
  hasTime?: () => boolean;
};

/**
 * The same of all partitions, several side by side, because the whole catalog may not fit into memory.
 * What changes meanwhile comes at the end. Returns whether all partitions were read to their end.
 */
export async function eachCatalogPage(
  sinceOf: (partition: string) => string | null,
  take: (changes: CatalogChange[], partition: string) => Promise<void> | void,
  { lanes = 4, hasTime = () => true }: Reading = {},
): Promise<boolean> {
  const left = [...catalogPartitions];
  let isWhole = true;
  const stop = () => {
    isWhole = false;
    left.length = 0;
  };
  const readLane = async () => {
    for (let partition = left.pop(); partition !== undefined; partition = left.pop())
      for await (const changes of pagesOfPartition(partition, sinceOf(partition))) {
        await take(changes, partition);
        if (!hasTime()) stop();
        if (!isWhole) return;
      }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, readLane));
  } catch (error) {
    stop();
    throw error;
  }
  return isWhole;
}

/**
 * The cards of listed cars, all partitions in parallel. Removed and sold cars stay in the index for good and outnumber the
 * others after a year, so they are dropped page by page.
 */
export async function readListedCards(): Promise<Card[]> {
  const cards: Card[] = [];
  const take = (changes: CatalogChange[]) => void cards.push(...changes.filter(isListedCard));
  await eachCatalogPage(() => null, take, { lanes: catalogPartitions.length });
  return cards;
}

/** About how many cars are listed: their ids are spread evenly, so one partition is counted for all. */
export async function countListedCars(): Promise<number> {
  let cars = 0;
  for await (const changes of pagesOfPartition(catalogPartitions[0]!, null))
    cars += changes.filter(isListedCard).length;
  return cars * catalogPartitions.length;
}

/** The index keys of a change, sorted by time, so that a read asks only for what is newer than the last. */
export const indexed = (change: CatalogChange) => ({
  gsi1pk: catalogPartitionOf(change.id),
  gsi1sk: `${change.updatedAt}#${change.id}`,
  card: change,
});
