import { isPrivateCarId } from '#core/car/car-id.ts';
import { Failure } from '#core/failure.ts';
import { limits } from '#core/plan/plans.ts';
import { getCar } from '#functions/_adapters/dynamodb/cars.ts';
import { addToList } from '#functions/_adapters/dynamodb/collections.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { noSuch } from './failures.ts';

export const handler = endpoint('PUT /api/lists/{id}/cars/{carId}', async ({ params }, caller) => {
  const ownerId = isPrivateCarId(params.carId) ? caller.id : null;
  if (!(await getCar(params.carId, ownerId)))
    throw new Failure(404, 'not_found', "The car you're looking for doesn't exist.");
  const result = await addToList(caller.id, params.id, params.carId);
  if (result === 'absent') throw noSuch('list');
  if (result === 'full')
    throw new Failure(403, 'list_full', `A list holds up to ${limits.carsPerList} cars.`);
  return { ok: true };
});
