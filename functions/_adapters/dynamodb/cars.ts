import type { Identification } from '#core/car/build-car.ts';
import type { Car } from '#core/car/car.ts';
import { isPrivateCarId } from '#core/car/car-id.ts';
import { type Card, toCard } from '#core/car/card.ts';
import { isForSale } from '#core/car/for-sale.ts';
import { completeCar, completeIdentification, completeListing, listingOfCar } from '#core/car/stored-car.ts';
import { isLocked, type Viewer } from '#core/car/viewer.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { isCardInPart } from '#core/search/catalog/card-text.ts';
import { indexed } from './catalog-changes.ts';
import { carKey, type Key, userKeys } from './keys.ts';
import { getItem, getItems, type Item, put, putAlone, queryAll, type TransactItem } from './table.ts';

/** What a car was built from: kept beside it, so that it can be built again when the register answers or the ad changes. */
export type CarSource = {
  listing: Listing;
  /** Other ads of the same car; absent where there are none. */
  others?: Listing[];
  identification: Identification;
  /** The ad was read by its witnesses alone, never by the product itself (decision 48). */
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
