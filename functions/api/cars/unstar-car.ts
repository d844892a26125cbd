import { heldIds } from '#functions/_adapters/dynamodb/merged-cars.ts';
import { unstarCar } from '#functions/_adapters/dynamodb/people.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { markedId } from '#functions/use-cases/cars/reach-car.ts';

export const handler = endpoint('DELETE /api/stars/{id}', async ({ params }, caller) => {
  // What nobody may know of is looked for by the id that was given: taking the same time, it takes no other car's star away.
  const carId = (await markedId(params.id, caller)) ?? params.id;
  for (const id of await heldIds(carId)) await unstarCar(caller.id, id);
  return { ok: true };
});
