import { Failure } from '#core/failure.ts';
import { setMatchRemoved } from '#functions/_adapters/dynamodb/matches.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { markedId } from '#functions/use-cases/cars/reach-car.ts';

export const handler = endpoint('PUT /api/discoveries/{id}', async ({ params }, caller) => {
  const carId = await markedId(params.id, caller);
  if (carId === null || !(await setMatchRemoved(caller.id, carId, null)))
    throw new Failure(404, 'not_found', 'This car is not among your discoveries.');
  return { ok: true };
});
