import { normalPlate } from '#core/plate/plate.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { readCar } from '#functions/use-cases/cars/read-car.ts';
import { typePlate } from '#functions/use-cases/cars/type-plate.ts';
import { wireReadCar } from '#functions/use-cases/cars/wire-read-car.ts';
import { senderOf } from '#functions/use-cases/imports/sender-of.ts';

export const handler = endpoint('PUT /api/cars/{id}/plate', async ({ params, body }, caller, request) => {
  await typePlate(params.id, caller, {
    plate: normalPlate(body.plate),
    isConfirmed: body.confirmed ?? false,
    readSender: () => senderOf(caller.id, request.clientAddress),
  });
  return wireReadCar(await readCar(params.id, caller));
});
