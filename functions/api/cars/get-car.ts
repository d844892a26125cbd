import type { Car } from '#core/car/car.ts';
import { isPrivateCarId } from '#core/car/car-id.ts';
import { isLocked, type Viewer } from '#core/car/viewer.ts';
import { wireCarDetail } from '#core/car/wire.ts';
import { Failure } from '#core/failure.ts';
import { getCar, getCars } from '#functions/_adapters/dynamodb/cars.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { marksOf, readViewerAndMarks } from './marks.ts';

const shownComparables = 40;

/** The cars that the valuation compared with, as far as this viewer may know of them. */
async function comparablesOf(car: Car, viewer: Viewer) {
  if (!viewer.seesEstimates || isLocked(viewer, { deal: car.rating.deal })) return [];
  const cars = await getCars(car.rating.comparableIds.slice(0, shownComparables));
  return cars
    .map(({ car: other }) => other)
    .filter((other) => !isLocked(viewer, { deal: other.rating.deal }))
    .map(({ id, title, priceDkk, year, mileageKm }) => ({
      id,
      title,
      price: priceDkk,
      year,
      mileage: mileageKm,
    }));
}

export const handler = endpoint('GET /api/cars/{id}', async ({ params }, caller) => {
  const isPrivate = isPrivateCarId(params.id);
  const [stored, [viewer, marks]] = await Promise.all([
    isPrivate && !caller ? null : getCar(params.id, isPrivate ? caller!.id : null),
    readViewerAndMarks(caller),
  ]);
  if (!stored) throw new Failure(404, 'not_found', "The car you're looking for doesn't exist.");
  return wireCarDetail(
    stored.car,
    viewer,
    marksOf(marks, params.id),
    await comparablesOf(stored.car, viewer),
  );
});
