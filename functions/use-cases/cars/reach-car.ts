import { isPrivateCarId, isReachable, listingIdIn } from '#core/car/car-id.ts';
import { isLocked, type Viewer } from '#core/car/viewer.ts';
import { Failure } from '#core/failure.ts';
import { findCar } from '#functions/_adapters/dynamodb/car-ids.ts';
import type { StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import type { Caller } from '#functions/_runtime/caller.ts';
import { findSteadily } from '#functions/_runtime/steady-answer.ts';
import { readViewer } from './read-viewer.ts';

/** Whose own car an id can only be; null for one of the catalog. */
const ownerOf = (id: string, caller: Caller): string | null => (isPrivateCarId(id) ? caller.id : null);

/** By the id of an ad nobody learns whether there is a car that is not for them, by the answer or by when it comes. */
export const findUntold = <T>(id: string, find: () => Promise<T | null>): Promise<T | null> =>
  listingIdIn(id) === null ? find() : findSteadily(find);

/** Of a locked car nobody learns an id that they did not have: who asks by one that it had is answered with that. */
const asAsked = (id: string, stored: StoredCar, viewer: Viewer): StoredCar =>
  listingIdIn(id) === null && isLocked(viewer, stored.car.rating)
    ? { ...stored, car: { ...stored.car, id } }
    : stored;

/** The car that an id names, where this caller may know of it by that id: a shared one, or one of their own. */
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

/** @throws Failure 404, the same for a car that does not exist and for one that the caller may not know of. */
export async function requireCar(
  id: string,
  caller: Caller | null,
  viewer: Viewer | Promise<Viewer>,
): Promise<StoredCar> {
  const stored = await reachCar(id, caller, viewer);
  if (!stored) throw new Failure(404, 'not_found', "The car you're looking for doesn't exist.");
  return stored;
}

/** An id as the caller's marks hold it: that of an ad is looked up first. Null when there is nothing they may know of. */
export async function markedId(id: string, caller: Caller): Promise<string | null> {
  if (listingIdIn(id) === null) return id;
  return (await reachCar(id, caller, readViewer(caller)))?.car.id ?? null;
}
