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

/** Rates a car as it stands. `registerValuation` serves where the catalog is too small to tell. */
export function rate(
  car: Omit<Car, 'rating'>,
  model: Model | null,
  registerValuation: Vehicle['valuation'],
  now: string,
): Rating {
  return rateFrom(ratedFrom(car, registerValuation), model, now);
}

/** A car of which no photo could be read. */
export const unidentified: Identification = {
  photos: [],
  plate: null,
  candidate: null,
  vehicle: null,
  registerState: 'no_plate',
};

/** The rated car that a draft becomes; `previous` is the same car as stored. */
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
  // A market that moved a little turns no label: neither here nor where cars are rated again.
  const isKept = previous !== null && !hasRatingMoved(saidBy(previous.rating), rating);
  return { ...car, rating: isKept ? previous.rating : rating };
}

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
