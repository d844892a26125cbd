import type { Car } from '#core/cars/car.ts';
import { isForgotten, isForSale } from '#core/cars/listing-life.ts';
import { listStargazers } from '#functions/accounts/store.ts';
import { log } from '#functions/platform/log.ts';
import { carFolder } from '#functions/platform/photo-keys.ts';
import { deletePhotos } from './delete-photos.ts';
import { getCar, takeOutCar } from './store.ts';

/** What is not for sale, such as an ad for parts, never counts as gone: its last sighting decides. */
const leftAt = (car: Car): string | null => car.goneAt ?? (isForSale(car) ? null : car.scrapedAt);

/** Forgets a car with its photos. False when it is not forgotten: it was seen again, or somebody starred it. */
async function forget(carId: string, now: string): Promise<boolean> {
  const stored = await getCar(carId, null);
  // A merged car's id leads to the car that is left.
  if (stored?.car.id !== carId || !isForgotten(leftAt(stored.car), now)) return false;
  const ids = [carId, ...stored.car.formerIds];
  if ((await listStargazers(ids)).length > 0) return false;
  for (const id of ids) await deletePhotos(carFolder(id));
  return takeOutCar(stored, now);
}

const atOnce = 8;

/**
 * Forgets those of these cars that have been gone for thirteen months, until `untilMs` of `performance.now()`; the rest, and those that
 * failed, are left to another day. Returns how many.
 */
export async function forgetGone(carIds: readonly string[], now: string, untilMs: number): Promise<number> {
  let count = 0;
  for (let from = 0; from < carIds.length && performance.now() < untilMs; from += atOnce) {
    const some = carIds.slice(from, from + atOnce).map((carId) =>
      forget(carId, now).catch((error) => {
        log.failure('a car that is long gone could not be forgotten', error, { carId });
        return false;
      }),
    );
    count += (await Promise.all(some)).filter(Boolean).length;
  }
  return count;
}
