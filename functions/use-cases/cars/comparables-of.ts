import type { Car } from '#core/car/car.ts';
import { toComparable } from '#core/car/comparable.ts';
import { isLocked, type Viewer } from '#core/car/viewer.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { getCars } from '#functions/_adapters/dynamodb/cars.ts';

/** The cars that the valuation compared with, as far as this viewer may know of them. */
export async function comparablesOf(
  car: Pick<Car, 'rating'>,
  viewer: Viewer,
): Promise<NonNullable<WireCarDetail['why']>['comparables']> {
  if (!viewer.seesEstimates || isLocked(viewer, { deal: car.rating.deal })) return [];
  const { comparableIds, comparableFactors } = car.rating;
  const factors = new Map(comparableIds.map((id, place) => [id, comparableFactors[place] ?? 1]));
  const cars = await getCars(comparableIds);
  return cars
    .map(({ car: other }) => other)
    .filter((other) => !isLocked(viewer, { deal: other.rating.deal }))
    .map((other) => toComparable(other, factors.get(other.id) ?? 1));
}
