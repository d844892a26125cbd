import {
  anonymous,
  type Car,
  isLocked,
  isPrivateCarId,
  isReachable,
  listingIdIn,
  type Viewer,
  viewerOf,
} from '#core/cars/car.ts';
import { type PlateTypedBy, withTypedPlate } from '#core/cars/typed-car.ts';
import { type ReaderMarks, toComparable, wireCarDetail } from '#core/cars/wire.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { Failure } from '#core/failure.ts';
import { readLink } from '#core/marketplaces/links.ts';
import { adIdOf } from '#core/marketplaces/marketplace-id.ts';
import { getPlan, type Marks, readMarks, readReader } from '#functions/accounts/store.ts';
import { findTypedPlate } from '#functions/plates/store.ts';
import { findSteadily } from '#functions/platform/answers.ts';
import type { Caller } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { demoOrigin } from '#functions/platform/settings.ts';
import { type AdName, findCar, getCars, getShownCars, likelyCarIdsOf, type StoredCar } from './store.ts';

/** The access that a caller's plan gives them. */
export async function readViewer(caller: Pick<Caller, 'id'> | null): Promise<Viewer> {
  return caller ? viewerOf(caller.id, await getPlan(caller.id), clock.now()) : anonymous;
}

/** The owner when the id is that of a private car; null for one of the catalog. */
const ownerOf = (id: string, caller: Caller): string | null => (isPrivateCarId(id) ? caller.id : null);

/** Finds a car by an ad's id so that neither the answer nor its timing reveals whether a locked car exists. */
export const findUntold = <T>(id: string, find: () => Promise<T | null>): Promise<T | null> =>
  listingIdIn(id) === null ? find() : findSteadily(find);

/** A locked car is answered under the id that was asked for, so that its current id is not revealed. */
const asAsked = (id: string, stored: StoredCar, viewer: Viewer): StoredCar =>
  listingIdIn(id) === null && isLocked(viewer, stored.car.rating)
    ? { ...stored, car: { ...stored.car, id } }
    : stored;

/** The car behind an id if this caller may know of it by that id: a shared car, or one of their own. */
export async function reachCar(
  id: string,
  caller: Caller | null,
  viewer: Viewer | Promise<Viewer>,
): Promise<StoredCar | null> {
  if (isPrivateCarId(id) && !caller) return null;
  return findUntold(id, async () => {
    const [stored, reader] = await Promise.all([findCar(id, caller && ownerOf(id, caller)), viewer]);
    return stored && isReachable(id, stored.car, reader) ? asAsked(id, stored, reader) : null;
  });
}

/** @throws Failure 404, the same for a car that does not exist and for one that the caller may not know of */
export async function requireCar(
  id: string,
  caller: Caller | null,
  viewer: Viewer | Promise<Viewer>,
): Promise<StoredCar> {
  const stored = await reachCar(id, caller, viewer);
  if (!stored) throw new Failure(404, 'not_found', "The car you're looking for doesn't exist.");
  return stored;
}

/**
 * The id under which the caller's marks hold a car; an ad's id is resolved first. Null when they may not know of the car.
 */
export async function markedId(id: string, caller: Caller): Promise<string | null> {
  if (listingIdIn(id) === null) return id;
  return (await reachCar(id, caller, readViewer(caller)))?.car.id ?? null;
}

export const noMarks: Marks = { stars: new Set(), hidden: new Set(), discoveredAt: new Map() };

export async function readViewerAndMarks(caller: Caller | null): Promise<[Viewer, Marks]> {
  if (!caller) return [anonymous, noMarks];
  const { plan, ...marks } = await readReader(caller.id);
  return [viewerOf(caller.id, plan, clock.now()), marks];
}

/** Includes marks made under the car's former ids. */
export function marksOf(
  marks: Marks,
  { id, formerIds }: Pick<Car, 'id'> & { formerIds: readonly string[] },
): ReaderMarks {
  const ids = [id, ...formerIds];
  const [discoveredAt = null] = ids.flatMap((each) => marks.discoveredAt.get(each) ?? []).sort();
  const isStarred = ids.some((each) => marks.stars.has(each));
  return { isStarred, discoveredAt, lookedAt: clock.now().toISOString() };
}

/** Whether a person hid the car, by its current or a former id. */
export const isHidden = (
  { hidden }: Marks,
  { id, formerIds }: Pick<Car, 'id'> & { formerIds: readonly string[] },
): boolean => [id, ...formerIds].some((each) => hidden.has(each));

export type ReadCar = { car: Car; viewer: Viewer; marks: Marks; plateTypedBy: PlateTypedBy };

/** A car with the plate that this reader typed, if they did. */
async function asTyped(
  stored: StoredCar,
  caller: Caller | null,
  viewer: Viewer,
): Promise<Pick<ReadCar, 'car' | 'plateTypedBy'>> {
  const { car, source } = stored;
  const now = clock.now();
  const typed =
    caller && !isLocked(viewer, car.rating)
      ? await findTypedPlate(caller.id, [car.id, ...car.formerIds], now)
      : null;
  if (typed) return { car: withTypedPlate(stored, typed, now.toISOString()), plateTypedBy: 'me' };
  return { car, plateTypedBy: source.identification.isTyped ? 'people' : null };
}

/** The car behind an id with its reader's access and marks. @throws Failure 404, as `requireCar` */
export async function readCar(id: string, caller: Caller | null): Promise<ReadCar> {
  const reading = readViewer(caller);
  const stored = await requireCar(id, caller, reading);
  const viewer = await reading;
  const { car } = stored;
  const [typed, marks] = await Promise.all([
    asTyped(stored, caller, viewer),
    caller ? readMarks(caller.id, [car.id, ...car.formerIds]) : noMarks,
  ]);
  return { ...typed, viewer, marks };
}

/** The comparables of the car's valuation that this viewer may know of. */
export async function comparablesOf(
  car: Pick<Car, 'rating'>,
  viewer: Viewer,
): Promise<NonNullable<WireCarDetail['why']>['comparables']> {
  if (!viewer.seesEstimates || isLocked(viewer, { deal: car.rating.deal })) return [];
  const { comparableIds, comparableFactors } = car.rating;
  const factors = new Map(comparableIds.map((id, place) => [id, comparableFactors[place] ?? 1]));
  const cars = await getCars(comparableIds);
  return cars
    .map(({ car: other }) => other)
    .filter((other) => !isLocked(viewer, { deal: other.rating.deal }))
    .map((other) => {
      const id = [other.id, ...other.formerIds].find((each) => factors.has(each));
      return toComparable(other, (id !== undefined && factors.get(id)) || 1);
    });
}

/** The car as this reader may see it. */
export const wireReadCar = async ({ car, viewer, marks, plateTypedBy }: ReadCar) =>
  wireCarDetail(car, viewer, { ...marksOf(marks, car), plateTypedBy }, await comparablesOf(car, viewer));

/** Of these ads' cars those that the caller may know of by them, by the ads' names: their own, else the catalog's. */
async function openCarsOf(
  ads: readonly AdName[],
  caller: Caller,
  viewer: Viewer,
): Promise<ReadonlyMap<string, Car>> {
  const [own, shared] = await Promise.all([likelyCarIdsOf(ads, caller.id), likelyCarIdsOf(ads, null)]);
  const cars = await getShownCars([...own.values(), ...shared.values()], viewer);
  const byId = new Map(cars.map((car) => [car.id, car]));
  return new Map(
    [...new Set([...own.keys(), ...shared.keys()])].flatMap((ad) => {
      const car = byId.get(own.get(ad) ?? '') ?? byId.get(shared.get(ad) ?? '');
      return car && !isLocked(viewer, car.rating) ? [[ad, car] as const] : [];
    }),
  );
}

/** The ad that a link leads to; null for any other link. */
function adOf(href: string): AdName | null {
  const read = readLink(href, { demoOrigin: demoOrigin() });
  return read.ok && read.link.itemId ? { source: read.link.source, id: read.link.itemId } : null;
}

/**
 * The cars of these links to ads, each with its link. Cars that are locked for the caller are left out like unknown ones, and
 * the answer takes as long.
 */
export async function findCarsByLinks(
  links: readonly string[],
  caller: Caller,
): Promise<{ viewer: Viewer; cars: { link: string; car: Car | null }[] }> {
  const viewer = await readViewer(caller);
  const adOfLink = new Map(links.map((link) => [link, adOf(link)]));
  const ads = [...new Map([...adOfLink.values()].flatMap((ad) => (ad ? [[adIdOf(ad), ad]] : []))).values()];
  let found: ReadonlyMap<string, Car> = new Map();
  await findSteadily(async () => {
    found = await openCarsOf(ads, caller, viewer);
    return found.size === ads.length ? found : null;
  });
  const carOf = (link: string) => {
    const ad = adOfLink.get(link);
    return (ad && found.get(adIdOf(ad))) ?? null;
  };
  return { viewer, cars: links.map((link) => ({ link, car: carOf(link) })) };
}
