import { type Card, type CatalogChange, isCard } from '#core/car/card.ts';
import { completeChange } from '#core/car/stored-car.ts';
import { catalogIndex, catalogPartitionOf, catalogPartitions } from './keys.ts';
import { pageAll } from './table.ts';

/** Changes at or after `since` (ISO instant; null: all there is), from the catalog's index, in no order. */
export async function readCatalogChanges(since: string | null): Promise<CatalogChange[]> {
  const parts = await Promise.all(
    catalogPartitions.map((partition) =>
      pageAll({
        IndexName: catalogIndex,
        KeyConditionExpression: since === null ? 'gsi1pk = :p' : 'gsi1pk = :p AND gsi1sk >= :since',
        ExpressionAttributeValues: { ':p': partition, ...(since !== null && { ':since': since }) },
        ProjectionExpression: 'card',
      }),
    ),
  );
  return parts
    .flat()
    .map((item) => completeChange(item.card))
    .filter((change) => change !== null);
}

/** The cards of the catalog's index, sold and gone ones among them. */
export async function readCatalog(): Promise<Card[]> {
  return (await readCatalogChanges(null)).filter(isCard);
}

/** Where the catalog's index has a change: by its moment, so that a look asks for what is newer than the last one. */
export const indexed = (change: CatalogChange) => ({
  gsi1pk: catalogPartitionOf(change.id),
  gsi1sk: `${change.updatedAt}#${change.id}`,
  card: change,
});
