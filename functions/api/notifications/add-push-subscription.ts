import { Failure } from '#core/failure.ts';
import { requirePublicHttps } from '#functions/_adapters/channels/outgoing-address.ts';
import { listPushDevices, savePushDevice } from '#functions/_adapters/dynamodb/push-devices.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { hashLink } from '#functions/use-cases/searches/hash-link.ts';

const mostDevices = 10;

/** The same browser again is the same device. */
export const handler = endpoint('POST /api/push-subscriptions', async ({ body }, caller) => {
  requirePublicHttps(body.endpoint);
  const id = hashLink(body.endpoint);
  const others = (await listPushDevices(caller.id)).filter((device) => device.id !== id);
  if (others.length >= mostDevices)
    throw new Failure(
      403,
      'too_many_devices',
      `Pushes go to ${mostDevices} devices at most. Remove one first.`,
    );
  const createdAt = clock.now().toISOString();
  await savePushDevice(caller.id, {
    id,
    endpoint: body.endpoint,
    keys: body.keys,
    label: body.label ?? '',
    createdAt,
  });
  return { id };
});
