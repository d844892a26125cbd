import { buildCar, type Identification } from '#core/car/build-car.ts';
import type { Car } from '#core/car/car.ts';
import { hasRatingMoved } from '#core/car/has-moved.ts';
import { ratedFrom, rateFrom, saidBy } from '#core/car/rating-basis.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import type { Model } from '#core/valuation/model.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';

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
  const isKept = previous !== null && !hasRatingMoved(saidBy(previous.rating), saidBy(rating));
  return { ...car, rating: isKept ? previous.rating : rating };
}
