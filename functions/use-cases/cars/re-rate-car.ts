import { buildCar } from '#core/car/build-car.ts';
import type { Car } from '#core/car/car.ts';
import { hasMoved } from '#core/car/has-moved.ts';
import { isOutOfSight, retire } from '#core/car/retire.ts';
import type { Model } from '#core/valuation/model.ts';
import { type StoredCar, storeCar } from '#functions/_adapters/dynamodb/cars.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { unseenDays } from '#functions/_runtime/settings.ts';
import { confirmPlate } from './confirm-plate.ts';
import { joinCar } from './join-car.ts';
import { rate } from './rate-listing.ts';

/** A car whose register did not answer is asked for again and built anew. */
async function complete(stored: StoredCar, now: string): Promise<StoredCar> {
  if (stored.car.registerState !== 'pending') return stored;
  const { identification, ...known } = stored.source;
  const { listing, others } = known;
  const confirmed = await confirmPlate(identification.candidate, listing);
  if (confirmed.registerState === 'pending') return stored;
  const source = { ...known, identification: { photos: identification.photos, ...confirmed } };
  return {
    ...stored,
    source,
    car: buildCar(stored.car.id, listing, source.identification, stored.car, null, now, others),
  };
}

/**
 * Rates a car again and writes it where it says something else than before, is out of sight, or stands in the index in part.
 * The car as it is stored then and whether it was written; null where somebody else wrote it meanwhile.
 */
export async function reRateCar(
  stored: StoredCar,
  model: Model | null,
): Promise<{ stored: StoredCar; isWritten: boolean } | null> {
  const now = clock.now().toISOString();
  const { car, source } = await complete(stored, now);
  const rating = rate(car, model, source.identification.vehicle?.valuation ?? null, now);
  const rated: Car = { ...car, rating, scrapedAt: stored.car.scrapedAt, updatedAt: now };
  const isLost = isOutOfSight(rated, now, unseenDays());
  const after = isLost ? retire(rated) : rated;
  if (!isLost && !stored.isIndexedInPart && !hasMoved(stored.car, after)) return { stored, isWritten: false };
  if (!(await storeCar(after, source, stored.version))) return null;
  // Its plate came late: the car may be one that is known.
  if (stored.car.registerState !== after.registerState) await joinCar(after.id);
  return { stored: { car: after, source, version: stored.version + 1 }, isWritten: true };
}
