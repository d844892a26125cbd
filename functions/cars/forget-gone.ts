import type { Car } from '#core/cars/car.ts';
import { isForgotten, isForSale } from '#core/cars/listing-life.ts';
import { rotated } from '#core/shared.ts';
import { listStargazers } from '#functions/accounts/store.ts';
import { log } from '#functions/platform/log.ts';
import { carFolder, deletePhotos } from '#functions/platform/photos.ts';
import { endTakenOut, getCar, getTakenOut, takeOutCar } from './store.ts';

/** What is not for sale, such as an ad for parts, never counts as gone: its last sighting decides. */
const leftAt = (car: Car): string | null => car.goneAt ?? (isForSale(car) ? null : car.scrapedAt);

/**
 * Takes the first of two steps on a car: out of sight; the second, on another day, deletes its photos. Between them ends whatever
 * import had begun before the first, and a car that it stores keeps its photos. True after the second step; nothing is done where the
 * car was seen again, or somebody starred it.
 */
async function forget(carId: string, now: string): Promise<boolean> {
  const stored = await getCar(carId, null);
  if (!stored) {
    const takenOut = await getTakenOut(carId);
    if (!takenOut) return false;
    const { car, source } = takenOut;
    for (const id of [carId, ...car.formerIds, ...(source.adIds ?? [])]) await deletePhotos(carFolder(id));
    return endTakenOut(takenOut, now);
  }
  const goneAt = leftAt(stored.car);
  // A merged car's id leads to the car that is left.
  if (stored.car.id !== carId || !goneAt || !isForgotten(goneAt, now)) return false;
  if ((await listStargazers([carId, ...stored.car.formerIds])).length === 0) await takeOutCar(stored, goneAt);
  return false;
}

const atOnce = 8;

/**
 * Forgets those of these cars that have been gone for thirteen months, until `untilMs` of `performance.now()`; the rest, and those that
 * failed, are left to another day. It begins with another car each time, so that none is always left out. Returns how many.
 */
export async function forgetGone(carIds: readonly string[], now: string, untilMs: number): Promise<number> {
  const turn = rotated(carIds, Math.random());
  let count = 0;
  for (let from = 0; from < turn.length && performance.now() < untilMs; from += atOnce) {
    const some = turn.slice(from, from + atOnce).map((carId) =>
      forget(carId, now).catch((error) => {
        log.failure('a car that is long gone could not be forgotten', error, { carId });
        return false;
      }),
    );
    count += (await Promise.all(some)).filter(Boolean).length;
  }
  return count;
}
