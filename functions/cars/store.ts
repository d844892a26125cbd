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
import { type Card, isCard, toCard } from '#core/cars/card.ts';
import { isForSale } from '#core/cars/listing-life.ts';
import { type CarMoment, withMoment } from '#core/cars/moments.ts';
import { vinAmong } from '#core/cars/same-car.ts';
import {
  completeCar,
  completeChange,
  completeIdentification,
  completeListing,
  listingOfCar,
} from '#core/cars/stored-car.ts';
import { isCardInPart } from '#core/catalog/memory/segment.ts';
import { type Discovery, discoveryTtl, outdatedDiscoveries } from '#core/imports/listings.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { adIdOf } from '#core/marketplaces/marketplace-id.ts';
import { limits } from '#core/payments/plan.ts';
import { isRunId, searchOfRun, startOfRun } from '#core/searches/automated-search.ts';
import { indexed } from '#functions/catalog/change-store.ts';
import {
  adKey,
  carKey,
  finderPartitionOf,
  type Key,
  plateCarKey,
  starIndex,
  userIdOf,
  userKeys,
  vinCarKey,
} from '#functions/platform/keys.ts';
import {
  changeExisting,
  changeIf,
  deleteItems,
  deleteUnchanged,
  getItem,
  getItems,
  type Item,
  put,
  putAlone,
  putItem,
  putNew,
  queryAll,
  readIndex,
  type TransactItem,
  transactIf,
} from '#functions/platform/table.ts';
import { alive, type CollectionResult, getCollection } from '#functions/searches/collection-store.ts';

/**
 * The data a car was built from. Stored with it, so that it can be built again when the register answers or the ad changes.
 */
export type CarSource = {
  listing: Listing;
  /** Other ads of the same car; absent where there are none. */
  others?: Listing[];
  identification: Identification;
  /** Only witnesses have read this ad, never the product itself (decision 8). */
  isWitnessed?: boolean;
  /** The import that stored the car first. */
  foundBy?: string;
  /** Ids that its further ads had before they turned out to sell this car: photos were copied into the folders of those ids too. */
  adIds?: string[];
  /** The ad that a visit found gone, and when; absent once the car has been seen again. */
  missed?: { adId: string; at: string };
};

/** A stored car with the version for its next conditional write. */
export type StoredCar = {
  car: Car;
  source: CarSource;
  version: number;
  /** The index projection of its card was written by an older version and lacks fields; the next write completes it. */
  isIndexedInPart?: true;
};

const keyOf = (id: string, ownerId: string | null): Key =>
  ownerId === null ? carKey(id) : userKeys.privateCar(ownerId, id);

/** The id of the car into which the car of this item was merged; null when it was not. */
const leadsTo = ({ mergedInto }: Item): string | null => (typeof mergedInto === 'string' ? mergedInto : null);
const carIdOf = ({ pk }: Item): string => pk.slice(carKey('').pk.length);

/** Null for the tombstone of a removed car. */
function toStored(item: Item | null): StoredCar | null {
  const car = completeCar(item?.car);
  if (!item || !car) return null;
  const source = item.source as Partial<CarSource> | undefined;
  const { listing, others, identification, foundBy, isWitnessed, adIds, missed } = source ?? {};
  const known = (Array.isArray(others) ? others : []).flatMap((other) => completeListing(other) ?? []);
  return {
    car,
    source: {
      listing: completeListing(listing) ?? listingOfCar(car),
      ...(known.length > 0 && { others: known }),
      identification: completeIdentification(identification),
      ...(foundBy !== undefined && { foundBy }),
      ...(isWitnessed === true && { isWitnessed }),
      ...(adIds !== undefined && { adIds }),
      ...(missed !== undefined && { missed }),
    },
    version: item.version ?? 0,
    ...(isCardInPart(item.card) && { isIndexedInPart: true }),
  };
}

const storedCars = (items: readonly Item[]): StoredCar[] =>
  items.map(toStored).filter((stored) => stored !== null);

/**
 * `ownerId` null: a car of the shared catalog; else one of that person's dropped pages. A merged car is read as the car it
 * was merged into, with that car's id.
 */
export async function getCar(id: string, ownerId: string | null): Promise<StoredCar | null> {
  let item = await getItem(keyOf(id, ownerId));
  // The target may itself be merged into another car in the meantime.
  for (let hops = 0; item && hops < 3; hops++) {
    const next = leadsTo(item);
    if (next === null) return toStored(item);
    item = await getItem(carKey(next));
  }
  return null;
}

/** The shared cars of these ids that exist; two ids of one car give one car. */
export async function getCars(ids: readonly string[]): Promise<StoredCar[]> {
  const { found, next } = await readPlaces([...new Set(ids)].map(carKey));
  const cars = storedCars([...found, ...(await readPlaces([...new Set(next.values())].map(carKey))).found]);
  return [...new Map(cars.map((stored) => [stored.car.id, stored])).values()];
}

/** What searches of the list compare: without the ads and all else of a whole car, which is many times as large. */
export type ComparedCar = { card: Card; moments: readonly CarMoment[] };

/** The same of listed cars, as the catalog's index has them. */
export async function getComparedCars(ids: readonly string[]): Promise<ComparedCar[]> {
  const fields = 'pk, mergedInto, card, car.moments';
  const { found, next } = await readPlaces([...new Set(ids)].map(carKey), fields);
  const others = await readPlaces([...new Set(next.values())].map(carKey), fields);
  const cars = new Map<string, ComparedCar>();
  for (const { card: stored, car } of [...found, ...others.found]) {
    const card = completeChange(stored);
    if (card && isCard(card))
      cars.set(card.id, { card, moments: (car as Partial<Car> | undefined)?.moments ?? [] });
  }
  return [...cars.values()];
}

/** Those of these cars of one person's own pages that exist. */
export async function getOwnCars(ids: readonly string[], ownerId: string): Promise<StoredCar[]> {
  return storedCars(await getItems([...new Set(ids)].map((id) => userKeys.privateCar(ownerId, id))));
}

/**
 * Reads the items at these keys. Those of merged cars are returned as `next`: the key to read, by the id that was asked for.
 */
async function readPlaces(
  keys: readonly Key[],
  fields?: string,
): Promise<{ found: Item[]; next: Map<string, string> }> {
  const found: Item[] = [];
  const next = new Map<string, string>();
  for (const item of await getItems(keys, fields)) {
    const to = leadsTo(item);
    if (to === null) found.push(item);
    else next.set(carIdOf(item), to);
  }
  return { found, next };
}

/** The current ids of cars that were merged; other ids are left out. */
export async function currentIdsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  return (await readPlaces([...new Set(ids)].map(carKey))).next;
}

/** The current ids of cars of the catalog; null for those that were forgotten. */
export async function placesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const shared = [...new Set(ids)].filter((id) => !isPrivateCarId(id));
  const { found, next } = await readPlaces(shared.map(carKey));
  const known = new Set(found.filter(({ car }) => car).map(carIdOf));
  return new Map(shared.map((id) => [id, next.get(id) ?? (known.has(id) ? id : null)]));
}

/**
 * The shared cars and the viewer's own cars of these ids, including locked ones. Each is returned under the id that was
 * asked for, even if it was merged into another car, because that is the id the caller knows.
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

/** Those of these cars (shared or the viewer's own) that are locked for the viewer. */
export async function lockedAmong(ids: readonly string[], viewer: Viewer): Promise<ReadonlySet<string>> {
  if (viewer.isPremium) return new Set();
  const cars = await getShownCars(ids, viewer);
  return new Set(cars.filter(({ rating }) => isLocked(viewer, rating)).map(({ id }) => id));
}

/**
 * The conditional write of a car: fails if it was changed since `previousVersion` (null: if it exists). Shared cars enter
 * the catalog's index. A car that is not for sale stays stored with its reason but is not listed; it stays in the index as
 * such, because a car that merely disappeared from the index would remain in every catalog held in memory.
 */
export function putCarItem(car: Car, source: CarSource, previousVersion: number | null): TransactItem {
  const { id, updatedAt } = car;
  const change = isForSale(car) ? toCard(car) : { id, updatedAt, isListed: false as const };
  const item: Item = {
    ...keyOf(car.id, car.ownerId),
    kind: 'CAR',
    version: (previousVersion ?? 0) + 1,
    car: { ...car, moments: withMoment(car) },
    source,
    ...(car.ownerId === null && indexed(change)),
  };
  return previousVersion === null
    ? put(item, 'attribute_not_exists(car) AND attribute_not_exists(mergedInto)')
    : put(item, 'version = :seen', { ':seen': previousVersion });
}

/** The conditional write that turns a merged car's item into a pointer to the other car. */
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

/** Longer than any catalog in memory, any snapshot and any index of another format lives without being built anew. */
const takenOutSeconds = 30 * 86_400;

/** Deletes what leads to a car of the catalog. Idempotent. */
async function deleteLeading({ car, source }: StoredCar): Promise<void> {
  const { id, formerIds, plate } = car;
  const ads = [source.listing, ...(source.others ?? [])];
  const vin = vinAmong(ads);
  const leading = [
    ...ads.map((ad) => pointerKey(ad, null)),
    ...(plate ? [plateCarKeyOf({ kind: 'PLATECAR', value: plate })] : []),
    ...(vin ? [plateCarKeyOf({ kind: 'VINCAR', value: vin })] : []),
    ...formerIds.map(carKey),
  ];
  const condition = 'carId = :car OR mergedInto = :car';
  for (const key of leading) await deleteUnchanged(key, condition, { ':car': id });
}

/**
 * Takes a car of the catalog out of sight, and deletes what leads to it; false when it was changed concurrently. A mark stays in its
 * place, with what is still to be deleted, in the index as of `leftAt`: the next comparison with the whole index finds it again.
 */
export async function takeOutCar(stored: StoredCar, leftAt: string): Promise<boolean> {
  const { car, source, version } = stored;
  const mark: Item = {
    ...carKey(car.id),
    ...{ kind: 'CAR', version: version + 1, takenOut: { car, source } },
    ...indexed({ id: car.id, updatedAt: leftAt, isListed: false }),
  };
  const isTaken = await putAlone(put(mark, 'version = :seen', { ':seen': version }));
  if (isTaken) await deleteLeading(stored);
  return isTaken;
}

/** The car that was in the place of a mark; null where there is none. */
export async function getTakenOut(id: string): Promise<StoredCar | null> {
  const item = await getItem(carKey(id));
  return item?.takenOut ? toStored({ ...item, ...(item.takenOut as Item) }) : null;
}

/**
 * Ends what `takeOutCar` began, once the car's photos are deleted; false when the car was stored anew meanwhile. What is left tells
 * the catalogs, and goes by itself.
 */
export async function endTakenOut(stored: StoredCar, now: string): Promise<boolean> {
  const { id } = stored.car;
  await deleteLeading(stored);
  const rest: Item = {
    ...carKey(id),
    ...{ kind: 'CAR', version: stored.version + 1 },
    ttl: Math.floor(Date.parse(now) / 1000) + takenOutSeconds,
    ...indexed({ id, updatedAt: now, isListed: false }),
  };
  return putAlone(put(rest, 'attribute_exists(takenOut)'));
}

/** Writes a car as `putCarItem` says; false when it was changed concurrently. */
export const storeCar = (car: Car, source: CarSource, previousVersion: number | null): Promise<boolean> =>
  putAlone(putCarItem(car, source, previousVersion));

/** The cards of one person's dropped pages. */
export async function readPrivateCards(ownerId: string): Promise<Card[]> {
  const items = await queryAll(userKeys.partition(ownerId), userKeys.privateCarPrefix);
  return storedCars(items).map(({ car }) => toCard(car));
}

/** A transaction holds at most a hundred items. */
const mostAtOnce = 90;
const attempts = 6;

export type AdName = Pick<Listing, 'source' | 'id'>;

/** The ids of this marketplace's ads were once ids of cars, and still stand in old links. */
const formerSource = 'facebook';

/**
 * The item that maps an ad to its car. For cars of a dropped page it is in the owner's partition and is erased with them.
 */
const pointerKey = (ad: AdName, ownerId: string | null): Key =>
  ownerId === null ? adKey(adIdOf(ad)) : userKeys.ownAd(ownerId, adIdOf(ad));

/** Where the car of an ad was stored when its id was the ad's. */
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

/** The ad of a pointer; older pointers do not name the marketplace. */
const adOf = ({ source, listingId }: Item): AdName => ({
  source: (source as AdName['source'] | undefined) ?? formerSource,
  id: String(listingId),
});

async function readPointers(ads: readonly AdName[], ownerId: string | null): Promise<Map<string, string>> {
  const items = await getItems(ads.map((ad) => pointerKey(ad, ownerId)));
  return new Map(items.map((item) => [adIdOf(adOf(item)), String(item.carId)]));
}

/**
 * The ids under which the cars of these ads are stored, if they are, by the ads' names. Unlike `carIdsOf` it gives no ids to
 * unknown ads.
 */
export async function likelyCarIdsOf(
  ads: readonly AdName[],
  ownerId: string | null,
): Promise<ReadonlyMap<string, string>> {
  const known = await readPointers(ads, ownerId);
  const idOf = (ad: AdName) =>
    known.get(adIdOf(ad)) ?? (ad.source === formerSource ? formerCarId(ad.id, ownerId !== null) : null);
  return new Map(ads.flatMap((ad) => (idOf(ad) === null ? [] : [[adIdOf(ad), idOf(ad)!] as const])));
}

/** The ads whose cars are stored under the ads' own ids. */
async function formerlyStored(ads: readonly AdName[], ownerId: string | null): Promise<ReadonlySet<AdName>> {
  const former = ads.filter(({ source }) => source === formerSource);
  const items = await getItems(former.map((ad) => formerKey(ad, ownerId)));
  const stored = new Set(items.filter((item) => item.car).map(({ pk, sk }) => `${pk} ${sk}`));
  const isStored = ({ pk, sk }: Key) => stored.has(`${pk} ${sk}`);
  return new Set(former.filter((ad) => isStored(formerKey(ad, ownerId))));
}

/**
 * Maps ads to cars for good: to the car stored under the ad's own id, else to a new id. False when a concurrent write mapped
 * one first.
 */
async function point(ads: readonly AdName[], ownerId: string | null): Promise<boolean> {
  const former = await formerlyStored(ads, ownerId);
  const isOwn = ownerId !== null;
  const carIdOf = (ad: AdName) =>
    former.has(ad) ? formerCarId(ad.id, isOwn) : newCarId(randomBytes(carIdBytes), isOwn);
  return transactIf(ads.map((ad) => put(adItem(ad, ownerId, carIdOf(ad)), 'attribute_not_exists(pk)')));
}

/**
 * The ids of the cars of these ads, by the ads' names (`adIdOf`). An unknown ad is given a new id; concurrent imports get
 * the same one. `ownerId`: whose dropped page shows the ads, null for the catalog.
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
    // A concurrent import has mapped some of them: the next attempt reads what is left.
    if (await point(missing, ownerId)) attempt = 0;
  }
  throw new Error('Too many conflicts while ads were given ids.');
}

/** Maps an ad of the catalog to an existing car that it also sells. */
export const pointAdTo = (ad: AdName, carId: string): Promise<void> => putItem(adItem(ad, null, carId));

/** The car of an ad of the catalog; null for an unknown ad. */
export async function knownCarId(ad: AdName): Promise<string | null> {
  const pointer = await getItem(pointerKey(ad, null));
  return pointer ? String(pointer.carId) : null;
}

/** The current id of the car with this id or with an ad of this id; the given id when there is none. */
export async function currentCarId(id: string, ownerId: string | null): Promise<string> {
  const listingId = listingIdIn(id);
  if (listingId === null) return id;
  const pointer = await getItem(pointerKey({ source: formerSource, id: listingId }, ownerId));
  return pointer ? String(pointer.carId) : id;
}

/**
 * The car of an id or of an ad's id, as old links have it. Makes two reads for any id that could be an ad's, whether there
 * is such a car or not, so that timing reveals nothing. `isReachable` (core) decides who may know of it.
 */
export async function findCar(id: string, ownerId: string | null): Promise<StoredCar | null> {
  return getCar(await currentCarId(id, ownerId), ownerId);
}

/** A confirmed plate or a chassis number; only one car can have it. */
export type CarNumber = { kind: 'PLATECAR' | 'VINCAR'; value: string };

/** Numbers are hashed, so that keys in logs and exports of the table do not reveal them. */
function plateCarKeyOf({ kind, value }: CarNumber): Key {
  const salt = kind === 'PLATECAR' ? 'car' : 'vin';
  const hash = createHash('sha256').update(`${salt}\n${value}`).digest('base64url');
  return kind === 'PLATECAR' ? plateCarKey(hash) : vinCarKey(hash);
}

/** The item that says that this car has the number. */
export const numberItem = (number: CarNumber, carId: string): Item => ({
  ...plateCarKeyOf(number),
  kind: number.kind,
  carId,
});

/**
 * Claims a number for a car of the catalog. Returns the car that owns it: the first to claim it. Concurrent claims get the
 * same answer.
 */
export async function claimNumber(number: CarNumber, carId: string): Promise<string> {
  const known = await ownerOfNumber(number);
  if (known !== null) return known;
  if (await putNew(numberItem(number, carId))) return carId;
  return (await ownerOfNumber(number)) ?? carId;
}

/** The car of the catalog that has a number; null when none has. */
export async function ownerOfNumber(number: CarNumber): Promise<string | null> {
  const known = await getItem(plateCarKeyOf(number));
  return known ? String(known.carId) : null;
}

/** Moves a number to another car, when its owner no longer exists or turned out to be a different car. */
export const giveNumber = (number: CarNumber, carId: string): Promise<void> =>
  putItem(numberItem(number, carId));

/**
 * Merges two cars in one transaction: the surviving car gets the data of both; the other's item, its ads, its numbers and
 * its earlier pointers then point to the survivor. False when either was changed concurrently.
 */
export async function storeMerged(
  merged: { car: StoredCar['car']; source: CarSource },
  stays: StoredCar,
  goes: StoredCar,
): Promise<boolean> {
  const { id, updatedAt, plate, registerState } = merged.car;
  const ads = [goes.source.listing, ...(goes.source.others ?? [])];
  const vin = vinAmong([merged.source.listing, ...(merged.source.others ?? [])]);
  return transactIf([
    putCarItem(merged.car, merged.source, stays.version),
    leadToItem(goes.car.id, id, goes.version, updatedAt),
    ...goes.car.formerIds.map((former) => leadToItem(former, id, null, updatedAt)),
    ...ads.map((ad) => put(adItem(ad, null, id))),
    // A plate that people typed must not identify a car to others.
    ...(plate !== null && registerState === 'found' && !merged.source.identification.isTyped
      ? [put(numberItem({ kind: 'PLATECAR', value: plate }, id))]
      : []),
    ...(vin !== null ? [put(numberItem({ kind: 'VINCAR', value: vin }, id))] : []),
  ]);
}

/** All ids under which this car may be stored elsewhere: its current and former ones. */
export async function heldIds(id: string): Promise<string[]> {
  const stored = isPrivateCarId(id) ? null : await getCar(id, null);
  return stored ? [...new Set([stored.car.id, id, ...stored.car.formerIds])] : [id];
}

/** Adds a car to a list. Adding a car that is already on it succeeds even when the list is full. */
export async function addToList(userId: string, id: string, carId: string): Promise<CollectionResult> {
  const isAdded = await changeIf(userKeys.list(userId, id), {
    add: { carIds: new Set([carId]) },
    condition: `${alive.condition} AND (attribute_not_exists(carIds) OR size(carIds) < :limit OR contains(carIds, :car))`,
    values: { ...alive.values, ':limit': limits.carsPerList, ':car': carId },
  });
  if (isAdded) return 'done';
  return (await getCollection(userId, 'list', id)) ? 'full' : 'absent';
}

/** Removes a car under all its ids. False when there is no such list. */
export async function removeFromList(
  userId: string,
  id: string,
  carIds: readonly string[],
): Promise<boolean> {
  return changeIf(userKeys.list(userId, id), {
    take: { carIds: new Set(carIds) },
    ...alive,
  });
}

/**
 * Adds a car to the discoveries unless it is there, or was removed, under any of its ids; then only its search is added to it.
 * True when the car is new to the person.
 */
export async function addDiscovery(
  userId: string,
  discovery: Discovery,
  formerIds: readonly string[] = [],
): Promise<boolean> {
  const [former] = formerIds.length > 0 ? await readDiscoveries(userId, formerIds) : [];
  const isNew = former === undefined && (await putDiscovery(userId, discovery));
  const { carId, jobId, searchId } = discovery;
  if (!isNew && searchId !== undefined) await addFinder(userId, former?.carId ?? carId, { jobId, searchId });
  return isNew;
}

const finderIndex = (userId: string, carId: string) => ({
  gsi3pk: finderPartitionOf(carId),
  gsi3sk: userId,
});

function putDiscovery(userId: string, discovery: Discovery): Promise<boolean> {
  const ttl = discoveryTtl(discovery);
  // Own cars have one owner, who needs no index.
  const isIndexed = discovery.searchId !== undefined && !isPrivateCarId(discovery.carId);
  return putNew({
    ...userKeys.discovery(userId, discovery.carId),
    kind: 'MATCH',
    ...discovery,
    ...(isIndexed && finderIndex(userId, discovery.carId)),
    ...(ttl !== null && { ttl }),
  });
}

/** Adds a search that shows a known car, unless it showed it before. */
async function addFinder(
  userId: string,
  carId: string,
  { jobId, searchId }: { jobId: string; searchId: string },
): Promise<void> {
  await changeIf(userKeys.discovery(userId, carId), {
    set: isPrivateCarId(carId) ? {} : finderIndex(userId, carId),
    add: { searchIds: new Set([searchId]), jobIds: new Set([jobId]) },
    condition:
      'attribute_exists(pk) AND jobId <> :job AND (attribute_not_exists(searchId) OR searchId <> :search) AND (attribute_not_exists(searchIds) OR NOT contains(searchIds, :search))',
    values: { ':job': jobId, ':search': searchId },
  });
}

/** Whose search found a car: each search of a link that showed it to them, unless they removed the car. */
export type Finder = { userId: string; searchId: string };

const textsIn = (value: unknown): string[] => (value instanceof Set ? [...value].map(String) : []);

/** The search that showed a car first; older versions kept only its run. */
function firstSearchOf({ jobId, searchId }: Item): string | null {
  if (searchId !== undefined) return String(searchId);
  return isRunId(String(jobId)) ? searchOfRun(String(jobId)) : null;
}

const searchesOf = (item: Item): string[] => [
  ...(firstSearchOf(item) === null ? [] : [firstSearchOf(item)!]),
  ...textsIn(item.searchIds),
];

const findersIn = (items: readonly Item[]): Finder[] =>
  items
    .filter(({ removedAt }) => removedAt === undefined)
    .flatMap((item) => searchesOf(item).map((searchId) => ({ userId: userIdOf(item), searchId })));

type FoundCar = Pick<Car, 'id' | 'formerIds' | 'ownerId'>;

/** Everybody whose search may have found this car of the catalog under any of its ids, or its owner. */
export async function listFinderIds({ id, formerIds, ownerId }: FoundCar): Promise<string[]> {
  if (ownerId !== null) return [ownerId];
  const entries = await Promise.all(
    [id, ...formerIds].map((each) => readIndex(starIndex, finderPartitionOf(each))),
  );
  return [...new Set(entries.flat().map(userIdOf))];
}

export async function listFinders({ id, formerIds }: FoundCar, people: readonly string[]): Promise<Finder[]> {
  const keys = people.flatMap((userId) => [id, ...formerIds].map((each) => userKeys.discovery(userId, each)));
  return findersIn(await getItems(keys));
}

/** Those of these cars that are among the person's discoveries or were removed from them. */
export async function readDiscoveries(
  userId: string,
  carIds: readonly string[],
): Promise<(Pick<Discovery, 'carId' | 'jobId'> & { searchIds: string[] })[]> {
  const items = await getItems(carIds.map((carId) => userKeys.discovery(userId, carId)));
  return items.map((item) => ({
    carId: String(item.carId),
    jobId: String(item.jobId),
    searchIds: searchesOf(item),
  }));
}

/**
 * Those of these cars that this run was the first of its search to show the person. `isFirst`: no other search or import had
 * shown them either.
 */
export async function readFoundBy(
  userId: string,
  runId: string,
  carIds: readonly string[],
): Promise<{ carId: string; isFirst: boolean }[]> {
  const items = await getItems(carIds.map((carId) => userKeys.discovery(userId, carId)));
  return items
    .filter(
      ({ jobId, jobIds, removedAt }) =>
        jobId === runId ||
        // What the person saw in an import of their own is not new to them.
        (isRunId(String(jobId)) && removedAt === undefined && textsIn(jobIds).includes(runId)),
    )
    .map(({ carId, jobId }) => ({ carId: String(carId), isFirst: jobId === runId }));
}

/** When this search found a car: another may have shown it before. */
function findOf({ carId, jobId, jobIds, discoveredAt }: Item, searchId: string): Discovery {
  const run = textsIn(jobIds).find((each) => isRunId(each) && searchOfRun(each) === searchId);
  return run === undefined
    ? { carId: String(carId), jobId: String(jobId), discoveredAt: String(discoveredAt) }
    : { carId: String(carId), jobId: run, discoveredAt: startOfRun(run) };
}

/** The cars that this search found for the person and that they did not remove, oldest first. */
export async function listFoundBy(userId: string, searchId: string): Promise<Discovery[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.discoveryPrefix);
  return items
    .filter((item) => searchesOf(item).includes(searchId) && item.removedAt === undefined)
    .map((item) => findOf(item, searchId))
    .sort((a, b) => (a.discoveredAt < b.discoveredAt ? -1 : 1));
}

/** Names in the index who found a car that a version before the index discovered. */
async function indexOlder(userId: string, items: readonly Item[]): Promise<void> {
  for (const item of items) {
    const searchId = item.searchId === undefined ? firstSearchOf(item) : null;
    if (searchId === null) continue;
    const carId = String(item.carId);
    await changeExisting(userKeys.discovery(userId, carId), {
      set: { searchId, ...finderIndex(userId, carId) },
    });
  }
}

/**
 * Deletes the oldest discoveries beyond the limit; removed ones count too. Returns how many were deleted. Of the others, those
 * of older versions are indexed.
 */
export async function trimDiscoveries(userId: string, now: Date): Promise<number> {
  const items = await queryAll(userKeys.partition(userId), userKeys.discoveryPrefix);
  const all = items.map(({ carId, jobId, discoveredAt }) => ({
    carId: String(carId),
    jobId: String(jobId),
    discoveredAt: String(discoveredAt),
  }));
  const outdated = outdatedDiscoveries(all, now);
  await deleteItems(outdated.map(({ carId }) => userKeys.discovery(userId, carId)));
  await indexOlder(userId, items);
  return outdated.length;
}

const foundKeptSeconds = 7 * 86_400;

/** Stores which cars a run of an automated search was the first to show the person; the stream turns it into an event. */
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

/** What the runs of a search found within the days for which that is kept, newest first. */
export async function listRunDiscoveries(
  userId: string,
  searchId: string,
  now: Date,
): Promise<{ at: string; carIds: string[] }[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.runDiscoveriesPrefix);
  const nowSeconds = now.getTime() / 1000;
  return items
    .filter((item) => item.searchId === searchId && Number(item.ttl) > nowSeconds)
    .sort((a, b) => Number(b.ttl) - Number(a.ttl))
    .map(({ ttl, carIds }) => ({
      at: new Date((Number(ttl) - foundKeptSeconds) * 1000).toISOString(),
      carIds: carIds as string[],
    }));
}

/** Stores which own cars a page of this search, read by its owner at `readAt`, should have shown and did not: another event. */
export async function addMissedCars(
  { userId, searchId, readAt, now }: { userId: string; searchId: string; readAt: string; now: string },
  carIds: readonly string[],
): Promise<void> {
  await putItem({
    ...userKeys.missedCars(userId, searchId, readAt),
    kind: 'MISSED',
    userId,
    searchId,
    readAt,
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

/** A removed discovery stays as a tombstone, so that the next import does not add it again. False when there is none. */
export async function setDiscoveryRemoved(
  userId: string,
  carId: string,
  removedAt: string | null,
): Promise<boolean> {
  return changeExisting(userKeys.discovery(userId, carId), {
    ...(removedAt === null ? { remove: ['removedAt'] } : { set: { removedAt } }),
  });
}
