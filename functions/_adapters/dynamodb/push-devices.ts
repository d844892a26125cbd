import { userKeys } from './keys.ts';
import { deleteItem, putItem, queryAll } from './table.ts';

/** A browser that takes pushes (RFC 8030 subscription). */
export type PushDevice = {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  label: string;
  createdAt: string;
};

export async function listPushDevices(userId: string): Promise<PushDevice[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.pushDevicePrefix);
  return items.map(({ id, endpoint, keys, label, createdAt }) => ({
    id: String(id),
    endpoint: String(endpoint),
    keys: keys as PushDevice['keys'],
    label: String(label),
    createdAt: String(createdAt),
  }));
}

export async function savePushDevice(userId: string, device: PushDevice): Promise<void> {
  await putItem({ ...userKeys.pushDevice(userId, device.id), kind: 'PUSHDEVICE', ...device });
}

export const removePushDevice = (userId: string, id: string): Promise<void> =>
  deleteItem(userKeys.pushDevice(userId, id));
