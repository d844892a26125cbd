import { markAllRead } from '#functions/_adapters/dynamodb/notifications.ts';
import { requireSelf } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('PUT /api/notifications/{id}/read-all', async ({ params }, caller) => {
  requireSelf(caller, params.id);
  await markAllRead(caller.id, clock.now().toISOString());
  return { success: true };
});
