import { buildCar, type Identification } from '#core/cars/build-car.ts';
import type { Car } from '#core/cars/car.ts';
import { hasMoved, hasRatingMoved, isOutOfSight, retire } from '#core/cars/listing-life.ts';
import { ratedFrom, rateFrom, saidBy } from '#core/cars/rating-basis.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import type { Model } from '#core/valuation/model.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import { joinCar } from '#functions/cars/join-cars.ts';
import { type StoredCar, storeCar } from '#functions/cars/store.ts';
import type { Draft } from '#functions/imports/draft-store.ts';
import { confirmPlate } from '#functions/plates/typed-plate.ts';
import { clock } from '#functions/platform/clock.ts';
import { unseenDays } from '#functions/platform/settings.ts';

/** Rates a car. `registerValuation` is the fallback where the catalog has too few cars. */
export function rate(
  car: Omit<Car, 'rating'>,
  model: Model | null,
  registerValuation: Vehicle['valuation'],
  now: string,
): Rating {
  return rateFrom(ratedFrom(car, registerValuation), model, now);
}

/** The identification of a car without a readable photo. */
export const unidentified: Identification = {
  photos: [],
  plate: null,
  candidate: null,
  vehicle: null,
  registerState: 'no_plate',
};

/** Builds and rates the car of a draft; `previous` is the same car as stored. */
export function rateDraft(
  draft: Draft,
  previous: Car | null,
  ownerId: string | null,
  model: Model | null,
  now: string,
  others: readonly Listing[] = [],
): Car {
  const identified = draft.identification ?? unidentified;
  const car = buildCar(draft.carId, draft.listing, identified, previous, ownerId, now, others);
  const valuation = identified.vehicle?.valuation ?? null;
  const rating = rate(car, model, valuation, now);
  // A small change of the market changes no rating: neither here nor when cars are rated again.
  const isKept = previous !== null && !hasRatingMoved(saidBy(previous.rating), rating);
  return { ...car, rating: isKept ? previous.rating : rating };
}

/** Asks the register again for a car whose register did not answer, and builds the car anew. */
async function complete(stored: StoredCar, now: string): Promise<StoredCar> {
  if (stored.car.registerState !== 'pending') return stored;
  const { identification, ...known } = stored.source;
  const { listing, others } = known;
  const confirmed = await confirmPlate(identification.candidate, listing);
  if (confirmed.registerState === 'pending') return stored;
  const source = { ...known, identification: { photos: identification.photos, ...confirmed } };
  const { id, ownerId, availability, goneAt } = stored.car;
  const built = buildCar(id, listing, source.identification, stored.car, ownerId, now, others);
  // The register says nothing of the ad: one that is gone stays so.
  return { ...stored, source, car: { ...built, availability, goneAt } };
}

/**
 * Rates a car again and writes it if its rating changed, its ad has not been seen for too long, or its index projection is
 * incomplete. Returns the stored car and whether it was written; null when it was changed concurrently.
 */
export async function reRateCar(
  stored: StoredCar,
  model: Model | null,
): Promise<{ stored: StoredCar; isWritten: boolean } | null> {
  const now = clock.now().toISOString();
  const { car, source } = await complete(stored, now);
  const rating = rate(car, model, source.identification.vehicle?.valuation ?? null, now);
  const rated: Car = { ...car, rating, scrapedAt: stored.car.scrapedAt, updatedAt: now };
  // A car of one's own page is gone when a page no longer shows it, not with time.
  const isLost = car.ownerId === null && isOutOfSight(rated, now, unseenDays());
  const after = isLost ? retire(rated) : rated;
  if (!isLost && !stored.isIndexedInPart && !hasMoved(stored.car, after)) return { stored, isWritten: false };
  if (!(await storeCar(after, source, stored.version))) return null;
  // Its plate has just been confirmed: the car may be a duplicate.
  if (car.ownerId === null && stored.car.registerState !== after.registerState) await joinCar(after.id);
  return { stored: { car: after, source, version: stored.version + 1 }, isWritten: true };
}
