import { endpoint } from '#functions/api/endpoint.ts';
import { readCar } from '#functions/use-cases/cars/read-car.ts';
import { takePlateBack } from '#functions/use-cases/cars/type-plate.ts';
import { wireReadCar } from '#functions/use-cases/cars/wire-read-car.ts';

export const handler = endpoint('DELETE /api/cars/{id}/plate', async ({ params }, caller) => {
  await takePlateBack(params.id, caller);
  return wireReadCar(await readCar(params.id, caller));
});
