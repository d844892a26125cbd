import { Failure } from '#core/failure.ts';
import { markRead } from '#functions/_adapters/dynamodb/notifications.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('PUT /api/notifications/{id}/read', async ({ params }, caller) => {
  if (!(await markRead(caller.id, params.id, clock.now().toISOString())))
    throw new Failure(404, 'not_found', 'This notification no longer exists.');
  return { success: true };
});
