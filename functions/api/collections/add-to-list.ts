import { Failure } from '#core/failure.ts';
import { limits } from '#core/plan/plans.ts';
import { getCollection } from '#functions/_adapters/dynamodb/collections.ts';
import { addToList } from '#functions/_adapters/dynamodb/list-cars.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { requireCar } from '#functions/use-cases/cars/reach-car.ts';
import { readViewer } from '#functions/use-cases/cars/read-viewer.ts';
import { noSuch } from './failures.ts';

export const handler = endpoint('PUT /api/lists/{id}/cars/{carId}', async ({ params }, caller) => {
  const { car } = await requireCar(params.carId, caller, readViewer(caller));
  const list = car.formerIds.length > 0 ? await getCollection(caller.id, 'list', params.id) : null;
  // It stands there already, with an id that it had.
  if (list && car.formerIds.some((id) => list.carIds.has(id))) return { ok: true };
  const result = await addToList(caller.id, params.id, car.id);
  if (result === 'absent') throw noSuch('list');
  if (result === 'full')
    throw new Failure(403, 'list_full', `A list holds up to ${limits.carsPerList} cars.`);
  return { ok: true };
});
