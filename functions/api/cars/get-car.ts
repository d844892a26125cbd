import { wireCarDetail } from '#core/car/wire.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { comparablesOf } from '#functions/use-cases/cars/comparables-of.ts';
import { marksOf } from '#functions/use-cases/cars/marks.ts';
import { readCar } from '#functions/use-cases/cars/read-car.ts';

export const handler = endpoint('GET /api/cars/{id}', async ({ params }, caller) => {
  const { car, viewer, marks } = await readCar(params.id, caller);
  return wireCarDetail(car, viewer, marksOf(marks, car), await comparablesOf(car, viewer));
});
