import { removePushDevice } from '#functions/_adapters/dynamodb/push-devices.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('DELETE /api/push-subscriptions/{id}', async ({ params }, caller) => {
  await removePushDevice(caller.id, params.id);
  return { ok: true };
});
