import { currentCarId } from '#functions/_adapters/dynamodb/car-ids.ts';
import { removeFromList } from '#functions/_adapters/dynamodb/collections.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { ownerOf } from '#functions/api/cars/reach-car.ts';
import { noSuch } from './failures.ts';

export const handler = endpoint('DELETE /api/lists/{id}/cars/{carId}', async ({ params }, caller) => {
  const carId = await currentCarId(params.carId, ownerOf(params.carId, caller));
  if (!(await removeFromList(caller.id, params.id, carId))) throw noSuch('list');
  return { ok: true };
});
