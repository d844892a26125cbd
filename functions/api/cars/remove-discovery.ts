import { Failure } from '#core/failure.ts';
import { setMatchRemoved } from '#functions/_adapters/dynamodb/people.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';

export const handler = endpoint('DELETE /api/discoveries/{id}', async ({ params }, caller) => {
  if (!(await setMatchRemoved(caller.id, params.id, clock.now().toISOString())))
    throw new Failure(404, 'not_found', 'This car is not among your discoveries.');
  return { ok: true };
});
