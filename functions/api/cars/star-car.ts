import { starCar } from '#functions/_adapters/dynamodb/people.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { requireCar } from '#functions/use-cases/cars/reach-car.ts';
import { readViewer } from '#functions/use-cases/cars/read-viewer.ts';

export const handler = endpoint('PUT /api/stars/{id}', async ({ params }, caller) => {
  const { car } = await requireCar(params.id, caller, readViewer(caller));
  await starCar(caller.id, car.id, clock.now().toISOString());
  return { ok: true };
});
