import { randomBytes } from 'node:crypto';
import { carIdBytes, formerCarId, listingIdIn, newCarId } from '#core/car/car-id.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import { getCar, type StoredCar } from './cars.ts';
import { adKey, carKey, type Key, userKeys } from './keys.ts';
import { failedCondition, getItem, getItems, type Item, put, putItem, transact } from './table.ts';

/** A transaction holds a hundred items. */
const mostAtOnce = 90;
const attempts = 6;

/** What names an ad: its marketplace and its id there. */
export type AdName = Pick<Listing, 'source' | 'id'>;

/** The marketplace whose ads' ids were cars' ids once, and are in addresses of that time. */
const formerSource = 'facebook';

/** Where an ad leads to its car: for a dropped page's cars the pointer lies with its owner and goes with them. */
const pointerKey = (ad: AdName, ownerId: string | null): Key =>
  ownerId === null ? adKey(adIdOf(ad)) : userKeys.ownAd(ownerId, adIdOf(ad));

/** Where the car of an ad was stored while it had the ad's id. */
function formerKey({ id }: AdName, ownerId: string | null): Key {
  const carId = formerCarId(id, ownerId !== null);
  return ownerId === null ? carKey(carId) : userKeys.privateCar(ownerId, carId);
}

export const adItem = (ad: AdName, ownerId: string | null, carId: string): Item => ({
  ...pointerKey(ad, ownerId),
  kind: 'AD',
  source: ad.source,
  listingId: ad.id,
  carId,
});

/** The ad of a pointer; those of before did not say whose it is. */
const adOf = ({ source, listingId }: Item): AdName => ({
  source: (source as AdName['source'] | undefined) ?? formerSource,
  id: String(listingId),
});

async function readPointers(ads: readonly AdName[], ownerId: string | null): Promise<Map<string, string>> {
  const items = await getItems(ads.map((ad) => pointerKey(ad, ownerId)));
  return new Map(items.map((item) => [adIdOf(adOf(item)), String(item.carId)]));
}

/** The ads whose cars are stored under the ads' own ids. */
async function formerlyStored(ads: readonly AdName[], ownerId: string | null): Promise<ReadonlySet<AdName>> {
  const former = ads.filter(({ source }) => source === formerSource);
  const items = await getItems(former.map((ad) => formerKey(ad, ownerId)));
  const stored = new Set(items.filter((item) => item.car).map(({ pk, sk }) => `${pk} ${sk}`));
  const isStored = ({ pk, sk }: Key) => stored.has(`${pk} ${sk}`);
  return new Set(former.filter((ad) => isStored(formerKey(ad, ownerId))));
}

/** Points ads to their cars for good: to the one stored under the ad's own id, else to a new one. False: somebody was faster. */
async function point(ads: readonly AdName[], ownerId: string | null): Promise<boolean> {
  const former = await formerlyStored(ads, ownerId);
  const isOwn = ownerId !== null;
  const carIdOf = (ad: AdName) =>
    former.has(ad) ? formerCarId(ad.id, isOwn) : newCarId(randomBytes(carIdBytes), isOwn);
  try {
    await transact(ads.map((ad) => put(adItem(ad, ownerId, carIdOf(ad)), 'attribute_not_exists(pk)')));
    return true;
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return false;
  }
}

/**
 * The ids of the cars of these ads, by the ads' names (`adIdOf`). An ad that is met for the first time is given one; imports
 * side by side are given the same. `ownerId`: whose dropped page shows them, null for the catalog.
 */
export async function carIdsOf(
  ads: readonly AdName[],
  ownerId: string | null,
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Map(ads.map((ad) => [adIdOf(ad), ad])).values()];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const known = await readPointers(distinct, ownerId);
    const missing = distinct.filter((ad) => !known.has(adIdOf(ad))).slice(0, mostAtOnce);
    if (missing.length === 0) return known;
    // What could not be pointed was pointed by somebody else: what is left shows in the next look.
    if (await point(missing, ownerId)) attempt = 0;
  }
  throw new Error('The same ads were given ids again and again.');
}

/** Points an ad of the catalog to a car that was there before it: both sell the same one. */
export const pointAdTo = (ad: AdName, carId: string): Promise<void> => putItem(adItem(ad, null, carId));

/** The car of an ad of the catalog; null for an ad that was never met. */
export async function knownCarId(ad: AdName): Promise<string | null> {
  const pointer = await getItem(pointerKey(ad, null));
  return pointer ? String(pointer.carId) : null;
}

/** The id that a car has which somebody names by its id or by its ad's; the same back for one that nobody knows. */
export async function currentCarId(id: string, ownerId: string | null): Promise<string> {
  const listingId = listingIdIn(id);
  if (listingId === null) return id;
  const pointer = await getItem(pointerKey({ source: formerSource, id: listingId }, ownerId));
  return pointer ? String(pointer.carId) : id;
}

/**
 * The car that an address names: by its id, or by the id of its ad, as addresses of before do. Two reads for any id that
 * could be an ad's, whether there is such a car or not. `isReachable` (core) says who may know of it.
 */
export async function findCar(id: string, ownerId: string | null): Promise<StoredCar | null> {
  return getCar(await currentCarId(id, ownerId), ownerId);
}
