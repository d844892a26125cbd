import { randomBytes } from 'node:crypto';
import { carIdBytes, formerCarId, listingIdIn, newCarId } from '#core/car/car-id.ts';
import { getCar, type StoredCar } from './cars.ts';
import { adKey, carKey, type Key, userKeys } from './keys.ts';
import { failedCondition, getItem, getItems, type Item, put, transact } from './table.ts';

/** A transaction holds a hundred items. */
const mostAtOnce = 90;
const attempts = 6;

/** Where an ad leads to its car: for a dropped page's cars the pointer lies with its owner and goes with them. */
const pointerKey = (listingId: string, ownerId: string | null): Key =>
  ownerId === null ? adKey(listingId) : userKeys.ownAd(ownerId, listingId);
const formerKey = (listingId: string, ownerId: string | null): Key => {
  const id = formerCarId(listingId, ownerId !== null);
  return ownerId === null ? carKey(id) : userKeys.privateCar(ownerId, id);
};

export const adItem = (listingId: string, ownerId: string | null, carId: string): Item => ({
  ...pointerKey(listingId, ownerId),
  kind: 'AD',
  listingId,
  carId,
});

async function readPointers(ids: readonly string[], ownerId: string | null): Promise<Map<string, string>> {
  const items = await getItems(ids.map((id) => pointerKey(id, ownerId)));
  return new Map(items.map((item) => [String(item.listingId), String(item.carId)]));
}

/** Points ads to their cars for good: to the one stored under the ad's own id, else to a new one. False: somebody was faster. */
async function point(ids: readonly string[], ownerId: string | null): Promise<boolean> {
  const stored = await getItems(ids.map((id) => formerKey(id, ownerId)));
  const former = new Set(stored.filter((item) => item.car).map(({ pk, sk }) => `${pk} ${sk}`));
  const carIdOf = (id: string) => {
    const { pk, sk } = formerKey(id, ownerId);
    const isOwn = ownerId !== null;
    return former.has(`${pk} ${sk}`) ? formerCarId(id, isOwn) : newCarId(randomBytes(carIdBytes), isOwn);
  };
  try {
    await transact(ids.map((id) => put(adItem(id, ownerId, carIdOf(id)), 'attribute_not_exists(pk)')));
    return true;
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return false;
  }
}

/**
 * The ids of the cars of these ads, by the ads' listing ids. An ad that is met for the first time is given one; imports side
 * by side are given the same. `ownerId`: whose dropped page shows them, null for the catalog.
 */
export async function carIdsOf(
  listingIds: readonly string[],
  ownerId: string | null,
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(listingIds)];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const known = await readPointers(distinct, ownerId);
    const missing = distinct.filter((id) => !known.has(id)).slice(0, mostAtOnce);
    if (missing.length === 0) return known;
    // What could not be pointed was pointed by somebody else: what is left shows in the next look.
    if (await point(missing, ownerId)) attempt = 0;
  }
  throw new Error('The same ads were given ids again and again.');
}

/** The id that a car has which somebody names by its id or by its ad's; the same back for one that nobody knows. */
export async function currentCarId(id: string, ownerId: string | null): Promise<string> {
  const listingId = listingIdIn(id);
  const pointer = listingId === null ? null : await getItem(pointerKey(listingId, ownerId));
  return pointer ? String(pointer.carId) : id;
}

/**
 * The car that an address names: by its id, or by the id of its ad, as addresses of before do. Two reads for any id that
 * could be an ad's, whether there is such a car or not. `isReachable` (core) says who may know of it.
 */
export async function findCar(id: string, ownerId: string | null): Promise<StoredCar | null> {
  return getCar(await currentCarId(id, ownerId), ownerId);
}
