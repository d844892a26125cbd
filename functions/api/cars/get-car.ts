import { endpoint } from '#functions/api/endpoint.ts';
import { readCar } from '#functions/use-cases/cars/read-car.ts';
import { wireReadCar } from '#functions/use-cases/cars/wire-read-car.ts';

export const handler = endpoint('GET /api/cars/{id}', async ({ params }, caller) =>
  wireReadCar(await readCar(params.id, caller)),
);
