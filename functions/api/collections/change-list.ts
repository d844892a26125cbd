import { changeCollection } from '#functions/_adapters/dynamodb/collections.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { requireDone } from './failures.ts';

export const handler = endpoint('PUT /api/lists/{id}', async ({ params, body }, caller) => {
  requireDone('list', await changeCollection(caller.id, 'list', params.id, body.name, clock.now()));
  return { ok: true };
});
