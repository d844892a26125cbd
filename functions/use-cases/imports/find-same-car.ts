import { buildCar } from '#core/car/build-car.ts';
import { isForSale } from '#core/car/for-sale.ts';
import { traitsOf } from '#core/car/same-car.ts';
import { pointAdTo } from '#functions/_adapters/dynamodb/car-ids.ts';
import { getCar } from '#functions/_adapters/dynamodb/cars.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { findTwin } from '#functions/use-cases/cars/find-twin.ts';
import { unidentified } from '#functions/use-cases/cars/rate-listing.ts';

/**
 * The car of the catalog that an ad sells: the one that it led to before; else one that is the same by plate, chassis number
 * or photos (a second ad for it, on the same marketplace or another); else the one that the ad was given. Safe to repeat.
 */
export async function findSameCar({ carId, listing, identification }: Draft): Promise<string> {
  const stored = await getCar(carId, null);
  if (stored) return stored.car.id;
  if (!isForSale(listing)) return carId;
  const now = clock.now().toISOString();
  const car = buildCar(carId, listing, identification ?? unidentified, null, null, now);
  const twin = await findTwin(carId, traitsOf(car, [listing]));
  if (!twin) return carId;
  await pointAdTo(listing, twin.car.id);
  return twin.car.id;
}
