import { isPrivateCarId } from '#core/car/car-id.ts';
import { Failure } from '#core/failure.ts';
import { getCar } from '#functions/_adapters/dynamodb/cars.ts';
import { starCar } from '#functions/_adapters/dynamodb/people.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';

export const handler = endpoint('PUT /api/stars/{id}', async ({ params }, caller) => {
  const ownerId = isPrivateCarId(params.id) ? caller.id : null;
  if (!(await getCar(params.id, ownerId)))
    throw new Failure(404, 'not_found', "The car you're looking for doesn't exist.");
  await starCar(caller.id, params.id, clock.now().toISOString());
  return { ok: true };
});
