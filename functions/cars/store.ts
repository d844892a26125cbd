import { createHash, randomBytes } from 'node:crypto';
import type { Identification } from '#core/cars/build-car.ts';
import {
  type Car,
  carIdBytes,
  formerCarId,
  isLocked,
  isPrivateCarId,
  listingIdIn,
  newCarId,
  type Viewer,
} from '#core/cars/car.ts';
import { type Card, toCard } from '#core/cars/card.ts';
import { isForSale } from '#core/cars/listing-life.ts';
import { vinAmong } from '#core/cars/same-car.ts';
import { completeCar, completeIdentification, completeListing, listingOfCar } from '#core/cars/stored-car.ts';
import { isCardInPart } from '#core/catalog/memory/segment.ts';
import { type Discovery, discoveryTtl, outdatedDiscoveries } from '#core/imports/listings.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { adIdOf } from '#core/marketplaces/marketplace-id.ts';
import { limits } from '#core/payments/plan.ts';
import { indexed } from '#functions/catalog/change-store.ts';
import { adKey, carKey, type Key, plateCarKey, userKeys, vinCarKey } from '#functions/platform/keys.ts';
import {
  changeItem,
  deleteItems,
  failedCondition,
  getItem,
  getItems,
  type Item,
  isConditionFailure,
  put,
  putAlone,
  putItem,
  queryAll,
  type TransactItem,
  transact,
} from '#functions/platform/table.ts';
import { isWritten } from '#functions/platform/table-conditions.ts';
import {
  alive,
  type CollectionResult,
  getCollection,
  isAlive,
} from '#functions/searches/collection-store.ts';

/** What a car was built from: kept beside it, so that it can be built again when the register answers or the ad changes. */
export type CarSource = {
  listing: Listing;
  /** Other ads of the same car; absent where there are none. */
  others?: Listing[];
  identification: Identification;
  /** The ad was read by its witnesses alone, never by the product itself (decision 8). */
  isWitnessed?: boolean;
  /** The import that stored the car first. */
  foundBy?: string;
  /** The ad of which a visit was told that it is gone, and when; absent once the car has been seen again. */
  missed?: { adId: string; at: string };
};

/** A stored car with the version that guards its next write. */
export type StoredCar = {
  car: Car;
  source: CarSource;
  version: number;
  /** The catalog's index lacks fields of its card, which a version before wrote: the next write brings them. */
  isIndexedInPart?: true;
};

const keyOf = (id: string, ownerId: string | null): Key =>
  ownerId === null ? carKey(id) : userKeys.privateCar(ownerId, id);

/** The car that the one of this place turned out to be; null where it is itself. */
const leadsTo = ({ mergedInto }: Item): string | null => (typeof mergedInto === 'string' ? mergedInto : null);
const carIdOf = ({ pk }: Item): string => pk.slice(carKey('').pk.length);

/** Null for the place of a removed car. */
function toStored(item: Item | null): StoredCar | null {
  const car = completeCar(item?.car);
  if (!item || !car) return null;
  const source = item.source as Partial<CarSource> | undefined;
  const { listing, others, identification, foundBy, isWitnessed, missed } = source ?? {};
  const known = (Array.isArray(others) ? others : []).flatMap((other) => completeListing(other) ?? []);
  return {
    car,
    source: {
      listing: completeListing(listing) ?? listingOfCar(car),
      ...(known.length > 0 && { others: known }),
      identification: completeIdentification(identification),
      ...(foundBy !== undefined && { foundBy }),
      ...(isWitnessed === true && { isWitnessed }),
      ...(missed !== undefined && { missed }),
    },
    version: item.version ?? 0,
    ...(isCardInPart(item.card) && { isIndexedInPart: true }),
  };
}

const storedCars = (items: readonly Item[]): StoredCar[] =>
  items.map(toStored).filter((stored) => stored !== null);

/**
 * `ownerId` null: the shared catalog; else that person's dropped pages. A car that turned out to be another one is that one,
 * with its id.
 */
export async function getCar(id: string, ownerId: string | null): Promise<StoredCar | null> {
  let item = await getItem(keyOf(id, ownerId));
  // Somebody else may merge what a place leads to meanwhile.
  for (let hops = 0; item && hops < 3; hops++) {
    const next = leadsTo(item);
    if (next === null) return toStored(item);
    item = await getItem(carKey(next));
  }
  return null;
}

/** The shared cars of these ids that exist; two ids of one car are one. */
export async function getCars(ids: readonly string[]): Promise<StoredCar[]> {
  const { found, next } = await readPlaces([...new Set(ids)].map(carKey));
  const cars = storedCars([...found, ...(await readPlaces([...new Set(next.values())].map(carKey))).found]);
  return [...new Map(cars.map((stored) => [stored.car.id, stored])).values()];
}

/** Items at these places, and where those lead whose cars turned out to be others, by the id that was asked for. */
async function readPlaces(keys: readonly Key[]): Promise<{ found: Item[]; next: Map<string, string> }> {
  const found: Item[] = [];
  const next = new Map<string, string>();
  for (const item of await getItems(keys)) {
    const to = leadsTo(item);
    if (to === null) found.push(item);
    else next.set(carIdOf(item), to);
  }
  return { found, next };
}

/** The ids that these cars have now; those that lead nowhere else are left out. */
export async function currentIdsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  return (await readPlaces([...new Set(ids)].map(carKey))).next;
}

/**
 * Of these cars the shared ones and the viewer's own, locked ones among them. Each has the id that it was asked for by, also
 * where it is another car's by now: that is how whoever asks knows it.
 */
export async function getShownCars(ids: readonly string[], viewer: Viewer): Promise<Car[]> {
  const known = [...new Set(ids)].filter((id) => viewer.id !== null || !isPrivateCarId(id));
  const places = known.map((id) => keyOf(id, isPrivateCarId(id) ? viewer.id : null));
  const { found, next } = await readPlaces(places);
  const cars = found.map((item) => completeCar(item.car)).filter((car) => car !== null);
  if (next.size === 0) return cars;
  const others = new Map((await getCars([...next.values()])).map(({ car }) => [car.id, car]));
  const led = [...next].flatMap(([id, to]) => {
    const car = others.get(to);
    return car ? [{ ...car, id }] : [];
  });
  return [...cars, ...led];
}

/** Of these cars, shared ones and the viewer's own, those that are locked for the viewer. */
export async function lockedAmong(ids: readonly string[], viewer: Viewer): Promise<ReadonlySet<string>> {
  if (viewer.isPremium) return new Set();
  const cars = await getShownCars(ids, viewer);
  return new Set(cars.filter(({ rating }) => isLocked(viewer, rating)).map(({ id }) => id));
}

/**
 * Puts a car if nobody changed it since `previousVersion` (null: if it is new). Shared cars enter the catalog's index; what
 * is no car for sale is kept with its reason and listed nowhere, which the index must say too: a car that only vanished
 * from it would stay in every catalog that has it in memory.
 */
export function putCarItem(car: Car, source: CarSource, previousVersion: number | null): TransactItem {
  const { id, updatedAt } = car;
  const change = isForSale(car) ? toCard(car) : { id, updatedAt, isListed: false as const };
  const item: Item = {
    ...keyOf(car.id, car.ownerId),
    kind: 'CAR',
    version: (previousVersion ?? 0) + 1,
    car,
    source,
    ...(car.ownerId === null && indexed(change)),
  };
  return previousVersion === null
    ? put(item, 'attribute_not_exists(car) AND attribute_not_exists(mergedInto)')
    : put(item, 'version = :seen', { ':seen': previousVersion });
}

/** Leaves at a car's place that it turned out to be another one, if nobody changed it since. */
export function leadToItem(id: string, mergedInto: string, version: number | null, at: string): TransactItem {
  const item: Item = {
    ...carKey(id),
    kind: 'CAR',
    version: (version ?? 0) + 1,
    mergedInto,
    ...indexed({ id, updatedAt: at, isListed: false }),
  };
  return version === null ? put(item) : put(item, 'version = :seen', { ':seen': version });
}

/** Puts a car, as `putCarItem` says; false when somebody changed it since. */
export const storeCar = (car: Car, source: CarSource, previousVersion: number | null): Promise<boolean> =>
  putAlone(putCarItem(car, source, previousVersion));

/** The cards of one person’s dropped pages. */
export async function readPrivateCards(ownerId: string): Promise<Card[]> {
  const items = await queryAll(userKeys.partition(ownerId), userKeys.privateCarPrefix);
  return storedCars(items).map(({ car }) => toCard(car));
}

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

/** A confirmed plate, or a chassis number: a car has it alone. */
export type CarNumber = { kind: 'PLATECAR' | 'VINCAR'; value: string };

/** Numbers are hashed: who reads keys in a log or an export of the table learns none. */
function plateCarKeyOf({ kind, value }: CarNumber): Key {
  const salt = kind === 'PLATECAR' ? 'car' : 'vin';
  const hash = createHash('sha256').update(`${salt}\n${value}`).digest('base64url');
  return kind === 'PLATECAR' ? plateCarKey(hash) : vinCarKey(hash);
}

/** The item that says that this car has the number. */
export const numberItem = (number: CarNumber, carId: string): Item =>
  number.kind === 'PLATECAR'
    ? { ...plateCarKeyOf(number), kind: 'PLATECAR', carId }
    : { ...plateCarKeyOf(number), kind: 'VINCAR', carId };

/**
 * Which car of the catalog a number belongs to: the one that it was given first, this one where it was given to none.
 * Of two at once one is first, and both are told the same.
 */
export async function claimNumber(number: CarNumber, carId: string): Promise<string> {
  const known = await ownerOfNumber(number);
  if (known !== null) return known;
  try {
    await putItem(numberItem(number, carId), 'attribute_not_exists(pk)');
    return carId;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return (await ownerOfNumber(number)) ?? carId;
  }
}

/** Which car of the catalog has a number; null where none is known to have it. */
export async function ownerOfNumber(number: CarNumber): Promise<string | null> {
  const known = await getItem(plateCarKeyOf(number));
  return known ? String(known.carId) : null;
}

/** Gives the number to another car: the one that had it is no more, or is another car by all that is known of it. */
export const giveNumber = (number: CarNumber, carId: string): Promise<void> =>
  putItem(numberItem(number, carId));

/**
 * Makes one car of two, all at once: the one that stays with all that both had; the other one's place, its ads, its plate and
 * chassis number, and what had led to it before, leading there. False when either was changed meanwhile.
 */
export async function storeMerged(
  merged: { car: StoredCar['car']; source: CarSource },
  stays: StoredCar,
  goes: StoredCar,
): Promise<boolean> {
  const { id, updatedAt, plate, registerState } = merged.car;
  const ads = [goes.source.listing, ...(goes.source.others ?? [])];
  const vin = vinAmong([merged.source.listing, ...(merged.source.others ?? [])]);
  try {
    await transact([
      putCarItem(merged.car, merged.source, stays.version),
      leadToItem(goes.car.id, id, goes.version, updatedAt),
      ...goes.car.formerIds.map((former) => leadToItem(former, id, null, updatedAt)),
      ...ads.map((ad) => put(adItem(ad, null, id))),
      // What people typed gives no other car away.
      ...(plate !== null && registerState === 'found' && !merged.source.identification.isTyped
        ? [put(numberItem({ kind: 'PLATECAR', value: plate }, id))]
        : []),
      ...(vin !== null ? [put(numberItem({ kind: 'VINCAR', value: vin }, id))] : []),
    ]);
    return true;
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return false;
  }
}

/** Every id under which somebody may hold what this id names: the car's own, and those that it had. */
export async function heldIds(id: string): Promise<string[]> {
  const stored = isPrivateCarId(id) ? null : await getCar(id, null);
  return stored ? [...new Set([stored.car.id, id, ...stored.car.formerIds])] : [id];
}

/** Puts a car on a list. A car that is on it stays on it, full or not. */
export async function addToList(userId: string, id: string, carId: string): Promise<CollectionResult> {
  try {
    await changeItem(userKeys.list(userId, id), {
      ConditionExpression: `${isAlive} AND (attribute_not_exists(carIds) OR size(carIds) < :limit OR contains(carIds, :car))`,
      UpdateExpression: 'ADD carIds :cars',
      ExpressionAttributeValues: {
        ...alive,
        ':limit': limits.carsPerList,
        ':car': carId,
        ':cars': new Set([carId]),
      },
    });
    return 'done';
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return (await getCollection(userId, 'list', id)) ? 'full' : 'absent';
  }
}

/** Takes a car off by every id that it may stand there with. False when there is no such list. */
export async function removeFromList(
  userId: string,
  id: string,
  carIds: readonly string[],
): Promise<boolean> {
  return isWritten(
    changeItem(userKeys.list(userId, id), {
      ConditionExpression: isAlive,
      UpdateExpression: 'DELETE carIds :cars',
      ExpressionAttributeValues: { ...alive, ':cars': new Set(carIds) },
    }),
  );
}

/**
 * Adds a car to the discoveries unless it is there or was removed, by this id or one that it had. True when it is new to the
 * person.
 */
export async function addDiscovery(
  userId: string,
  discovery: Discovery,
  formerIds: readonly string[] = [],
): Promise<boolean> {
  if (formerIds.length > 0 && (await readDiscoveries(userId, formerIds)).length > 0) return false;
  const ttl = discoveryTtl(discovery);
  return isWritten(
    putItem(
      {
        ...userKeys.discovery(userId, discovery.carId),
        kind: 'MATCH',
        ...discovery,
        ...(ttl !== null && { ttl }),
      },
      'attribute_not_exists(pk)',
    ),
  );
}

/** Those of these cars that are among the person's discoveries, or were removed from them. */
export async function readDiscoveries(
  userId: string,
  carIds: readonly string[],
): Promise<Pick<Discovery, 'carId' | 'jobId'>[]> {
  const items = await getItems(carIds.map((carId) => userKeys.discovery(userId, carId)));
  return items.map(({ carId, jobId }) => ({ carId: String(carId), jobId: String(jobId) }));
}

/** Forgets what a person keeps no more; cars that they removed count like the others. Answers how many those were. */
export async function trimDiscoveries(userId: string, now: Date): Promise<number> {
  const items = await queryAll(userKeys.partition(userId), userKeys.discoveryPrefix);
  const all = items.map(({ carId, jobId, discoveredAt }) => ({
    carId: String(carId),
    jobId: String(jobId),
    discoveredAt: String(discoveredAt),
  }));
  const outdated = outdatedDiscoveries(all, now);
  await deleteItems(outdated.map(({ carId }) => userKeys.discovery(userId, carId)));
  return outdated.length;
}

const foundKeptSeconds = 7 * 86_400;

/** What a run of a person's automated search was the first to show them; the stream makes an event of it. */
export async function addRunDiscoveries(
  { userId, runId, searchId, now }: { userId: string; runId: string; searchId: string; now: string },
  carIds: readonly string[],
): Promise<void> {
  await putItem({
    ...userKeys.runDiscoveries(userId, runId),
    kind: 'FOUND',
    userId,
    searchId,
    carIds,
    ttl: Math.floor(Date.parse(now) / 1000) + foundKeptSeconds,
  });
}

/** How many of these cars this import was the first to show the person. */
export async function countFirstDiscoveries(
  userId: string,
  jobId: string,
  carIds: readonly string[],
): Promise<number> {
  return (await readDiscoveries(userId, carIds)).filter(({ jobId: by }) => by === jobId).length;
}

/** Removed discoveries stay as a mark, so that the next import does not bring them back. False when there is none. */
export async function setDiscoveryRemoved(
  userId: string,
  carId: string,
  removedAt: string | null,
): Promise<boolean> {
  return isWritten(
    changeItem(userKeys.discovery(userId, carId), {
      ConditionExpression: 'attribute_exists(pk)',
      ...(removedAt === null
        ? { UpdateExpression: 'REMOVE removedAt' }
        : { UpdateExpression: 'SET removedAt = :at', ExpressionAttributeValues: { ':at': removedAt } }),
    }),
  );
}
