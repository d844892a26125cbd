import { type AlertSettings, completeSettings, type MailBlock } from '#core/notification/alert-settings.ts';
import { userKeys } from './keys.ts';
import { changeItem, deleteItem, getItem, type Item, putItem, queryAll } from './table.ts';

/** What a person chose, with what the service keeps beside it. */
export type StoredSettings = {
  settings: AlertSettings;
  mailBlock: MailBlock | null;
  /** Signs what is sent to the person's webhook; made anew with each new address. */
  webhookSecret: string | null;
  /** Deliveries to the webhook that failed since the last that arrived. */
  webhookFailures: number;
};

const toStored = (item: Item | null): StoredSettings => ({
  settings: completeSettings((item?.settings as Partial<AlertSettings> | undefined) ?? null),
  mailBlock: (item?.mailBlock as MailBlock | undefined) ?? null,
  webhookSecret: (item?.webhookSecret as string | undefined) ?? null,
  webhookFailures: Number(item?.webhookFailures ?? 0),
});

export async function getAlertSettings(userId: string): Promise<StoredSettings> {
  return toStored(await getItem(userKeys.alertSettings(userId)));
}

/** Stores new settings. `newWebhookSecret`: null keeps the one there is; choosing anew clears what failed before. */
export async function saveAlertSettings(
  userId: string,
  settings: AlertSettings,
  newWebhookSecret: string | null,
): Promise<StoredSettings> {
  const isNew = newWebhookSecret !== null;
  const item = await changeItem(userKeys.alertSettings(userId), {
    UpdateExpression: `SET kind = :kind, settings = :settings${isNew ? ', webhookSecret = :secret' : ''} REMOVE webhookFailures, mailBlock`,
    ExpressionAttributeValues: {
      ':kind': 'ALERTSETTINGS',
      ':settings': settings,
      ...(isNew && { ':secret': newWebhookSecret }),
    },
  });
  return toStored(item);
}

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
