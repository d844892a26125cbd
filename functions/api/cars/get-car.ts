import type { Car } from '#core/car/car.ts';
import { isLocked, type Viewer } from '#core/car/viewer.ts';
import { wireCarDetail } from '#core/car/wire.ts';
import { getCars } from '#functions/_adapters/dynamodb/cars.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { marksOf } from '#functions/use-cases/cars/marks.ts';
import { readCar } from '#functions/use-cases/cars/read-car.ts';

/** The cars that the valuation compared with, as far as this viewer may know of them. */
async function comparablesOf(car: Car, viewer: Viewer) {
  if (!viewer.seesEstimates || isLocked(viewer, { deal: car.rating.deal })) return [];
  const { comparableIds, comparableFactors } = car.rating;
  const factors = new Map(comparableIds.map((id, place) => [id, comparableFactors[place] ?? 1]));
  const cars = await getCars(comparableIds);
  return cars
    .map(({ car: other }) => other)
    .filter((other) => !isLocked(viewer, { deal: other.rating.deal }))
    .map(({ id, title, priceDkk, year, mileageKm }) => ({
      id,
      title,
      price: priceDkk,
      adjusted_price: Math.round(priceDkk * (factors.get(id) ?? 1)),
      year,
      mileage: mileageKm,
    }));
}

export const handler = endpoint('GET /api/cars/{id}', async ({ params }, caller) => {
  const { car, viewer, marks } = await readCar(params.id, caller);
  return wireCarDetail(car, viewer, marksOf(marks, car.id), await comparablesOf(car, viewer));
});
