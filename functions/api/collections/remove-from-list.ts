import { removeFromList } from '#functions/_adapters/dynamodb/list-cars.ts';
import { heldIds } from '#functions/_adapters/dynamodb/merged-cars.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { markedId } from '#functions/use-cases/cars/reach-car.ts';
import { noSuch } from './failures.ts';

export const handler = endpoint('DELETE /api/lists/{id}/cars/{carId}', async ({ params }, caller) => {
  // As a star is taken away.
  const carId = (await markedId(params.carId, caller)) ?? params.carId;
  if (!(await removeFromList(caller.id, params.id, await heldIds(carId)))) throw noSuch('list');
  return { ok: true };
});
