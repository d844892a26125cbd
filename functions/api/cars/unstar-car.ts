import { userKeys } from '#functions/_adapters/dynamodb/keys.ts';
import { deleteItem } from '#functions/_adapters/dynamodb/table.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';

export const handler = endpoint('DELETE /api/stars/{id}', async ({ params }, caller) => {
  await deleteItem(userKeys.star(caller.id, params.id));
  return { ok: true };
});
