import type { Identification } from '#core/car/build-car.ts';
import type { Car } from '#core/car/car.ts';
import { type Card, toCard } from '#core/car/card.ts';
import { isForSale } from '#core/car/for-sale.ts';
import type { Listing } from '#core/marketplace/listing.ts';
import { carKey, catalogIndex, catalogPartitionOf, catalogPartitions, type Key, userKeys } from './keys.ts';
import { getItem, getItems, type Item, pageAll, put, queryAll, type TransactItem } from './table.ts';

/** What a car was built from: kept beside it, so that it can be built again when the register answers or the ad changes. */
export type CarSource = {
  listing: Listing;
  identification: Identification;
  /** The import that stored the car first. */
  foundBy?: string;
};

/** A stored car with the version that guards its next write. */
export type StoredCar = { car: Car; source: CarSource; version: number };

const keyOf = (id: string, ownerId: string | null): Key =>
  ownerId === null ? carKey(id) : userKeys.privateCar(ownerId, id);

function toStored(item: Item): StoredCar {
  return { car: item.car as Car, source: item.source as CarSource, version: item.version ?? 0 };
}

/** `ownerId` null: the shared catalog; else that person's dropped pages. */
export async function getCar(id: string, ownerId: string | null): Promise<StoredCar | null> {
  const item = await getItem(keyOf(id, ownerId));
  return item ? toStored(item) : null;
}

/** The shared cars of these ids that exist. */
export async function getCars(ids: readonly string[]): Promise<StoredCar[]> {
  return (await getItems([...new Set(ids)].map(carKey))).map(toStored);
}

/** Puts a car if nobody changed it since `previousVersion` (null: if it is new). Shared cars enter the catalog's index. */
export function putCarItem(car: Car, source: CarSource, previousVersion: number | null): TransactItem {
  // What is no car for sale is kept with its reason, and listed nowhere.
  const isListed = car.ownerId === null && isForSale(car);
  const item: Item = {
    ...keyOf(car.id, car.ownerId),
    kind: 'CAR',
    version: (previousVersion ?? 0) + 1,
    car,
    source,
    ...(isListed && {
      gsi1pk: catalogPartitionOf(car.id),
      gsi1sk: `${car.updatedAt}#${car.id}`,
      card: toCard(car),
    }),
  };
  return previousVersion === null
    ? put(item, 'attribute_not_exists(pk)')
    : put(item, 'version = :seen', { ':seen': previousVersion });
}

/** Cards changed at or after `since` (ISO instant; null: all), from the catalog's index. */
export async function readCatalog(since: string | null): Promise<Card[]> {
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
  return parts.flat().map((item) => item.card as Card);
}

/** The cards of one person’s dropped pages. */
export async function readPrivateCards(ownerId: string): Promise<Card[]> {
  const items = await queryAll(userKeys.partition(ownerId), userKeys.privateCarPrefix);
  return items.map((item) => toCard(toStored(item).car));
}
