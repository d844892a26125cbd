import { Failure } from '#core/failure.ts';
import { setMatchRemoved } from '#functions/_adapters/dynamodb/people.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';

export const handler = endpoint('PUT /api/discoveries/{id}', async ({ params }, caller) => {
  if (!(await setMatchRemoved(caller.id, params.id, null)))
    throw new Failure(404, 'not_found', 'This car is not among your discoveries.');
  return { ok: true };
});
