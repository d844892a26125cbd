import { Failure } from '#core/failure.ts';
import { setDiscoveryRemoved } from '#functions/_adapters/dynamodb/discoveries.ts';
import { heldIds } from '#functions/_adapters/dynamodb/merged-cars.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { markedId } from '#functions/use-cases/cars/reach-car.ts';

export const handler = endpoint('PUT /api/discoveries/{id}', async ({ params }, caller) => {
  const carId = await markedId(params.id, caller);
  const ids = carId === null ? [] : await heldIds(carId);
  const marked = await Promise.all(ids.map((id) => setDiscoveryRemoved(caller.id, id, null)));
  if (!marked.includes(true)) throw new Failure(404, 'not_found', 'This car is not among your discoveries.');
  return { ok: true };
});
