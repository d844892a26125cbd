import { currentCarId } from '#functions/_adapters/dynamodb/car-ids.ts';
import { userKeys } from '#functions/_adapters/dynamodb/keys.ts';
import { deleteItem } from '#functions/_adapters/dynamodb/table.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { ownerOf } from './reach-car.ts';

export const handler = endpoint('DELETE /api/stars/{id}', async ({ params }, caller) => {
  await deleteItem(userKeys.star(caller.id, await currentCarId(params.id, ownerOf(params.id, caller))));
  return { ok: true };
});
