import { Failure } from '#core/failure.ts';
import { cancelSearch } from '#functions/_adapters/dynamodb/searches.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('DELETE /api/subscriptions/{id}', async ({ params }, caller) => {
  if (!(await cancelSearch(caller.id, params.id)))
    throw new Failure(404, 'not_found', 'This automated search no longer exists.');
  return { ok: true };
});
