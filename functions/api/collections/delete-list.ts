import { deleteCollection } from '#functions/_adapters/dynamodb/collection-deletion.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { noSuch } from './failures.ts';

export const handler = endpoint('DELETE /api/lists/{id}', async ({ params }, caller) => {
  if (!(await deleteCollection(caller.id, 'list', params.id, clock.now()))) throw noSuch('list');
  return { ok: true };
});
