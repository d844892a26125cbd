import { Failure } from '#core/failure.ts';
import { deleteNotification } from '#functions/_adapters/dynamodb/notifications.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('DELETE /api/notifications/{id}', async ({ params }, caller) => {
  if (!(await deleteNotification(caller.id, params.id)))
    throw new Failure(404, 'not_found', 'This notification no longer exists.');
  return { success: true };
});
