import { randomBytes } from 'node:crypto';
import type { Channel, OutgoingAlert } from '#core/notification/channel.ts';
import { pushNoteOf } from '#core/notification/push.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { env } from '#functions/_runtime/env.ts';
import { log } from '#functions/_runtime/log.ts';
import { listPushDevices, type PushDevice, removePushDevice } from '../dynamodb/push-devices.ts';
import { readPushKey } from '../push-key.ts';
import { postOutside } from './post-outside.ts';
import { encryptPush, pushAuthorization } from './push-message.ts';

/** A phone that was off for longer has its inbox instead. */
const keptSeconds = 24 * 3600;

const payloadOf = (alert: OutgoingAlert) => Buffer.from(JSON.stringify(pushNoteOf(alert)));

async function pushTo(userId: string, device: PushDevice, alert: OutgoingAlert): Promise<void> {
  const key = await readPushKey();
  const origin = env('PUBLIC_ORIGIN');
  const status = await postOutside(device.endpoint, {
    headers: {
      authorization: pushAuthorization(device.endpoint, origin, key, clock.now().getTime()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
      urgency: 'normal',
      // The same alert twice replaces itself while the device has not taken it.
      topic: Buffer.from(alert.id).toString('base64url').slice(0, 32),
    },
    body: encryptPush(payloadOf(alert), device.keys, randomBytes(16), randomBytes(32)),
  });
  if (status === 404 || status === 410) {
    log.info('a browser takes no pushes any more', { status });
    return removePushDevice(userId, device.id);
  }
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`);
  if (status >= 400) log.warn('a push was refused', { status });
}

/** Web push to every browser that the person let us push to (VAPID). */
export const pushChannel: Channel = {
  name: 'push',
  async deliver({ userId, alerts }) {
    for (const device of await listPushDevices(userId))
      for (const alert of alerts) await pushTo(userId, device, alert);
  },
};
