import { removeFromList } from '#functions/_adapters/dynamodb/collections.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { noSuch } from './failures.ts';

export const handler = endpoint('DELETE /api/lists/{id}/cars/{carId}', async ({ params }, caller) => {
  if (!(await removeFromList(caller.id, params.id, params.carId))) throw noSuch('list');
  return { ok: true };
});
