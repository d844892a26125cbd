import { removeFromList } from '#functions/_adapters/dynamodb/collections.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { markedId } from '#functions/api/cars/reach-car.ts';
import { noSuch } from './failures.ts';

export const handler = endpoint('DELETE /api/lists/{id}/cars/{carId}', async ({ params }, caller) => {
  // As a star is taken away.
  const carId = (await markedId(params.carId, caller)) ?? params.carId;
  if (!(await removeFromList(caller.id, params.id, carId))) throw noSuch('list');
  return { ok: true };
});
