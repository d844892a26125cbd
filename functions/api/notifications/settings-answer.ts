import type { Output } from '#core/contract/table.ts';
import type { MailBlock } from '#core/notification/alert-settings.ts';
import type { StoredSettings } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { listPushDevices } from '#functions/_adapters/dynamodb/push-devices.ts';
import { readPushKey } from '#functions/_adapters/push-key.ts';
import { readViewer } from '#functions/use-cases/cars/read-viewer.ts';

function emailState(isPremium: boolean, block: MailBlock | null) {
  return isPremium ? (block ?? 'ok') : 'premium_only';
}

function webhookState({ settings, webhookFailures }: StoredSettings) {
  if (!settings.webhook) return 'none';
  return webhookFailures > 0 ? 'failing' : 'ok';
}

/** What a person is told, with the state of each channel. */
export async function settingsAnswer(
  userId: string,
  stored: StoredSettings,
): Promise<Output<'GET /api/notification-settings'>> {
  const [viewer, key, devices] = await Promise.all([
    readViewer({ id: userId }),
    readPushKey(),
    listPushDevices(userId),
  ]);
  return {
    settings: stored.settings,
    email_state: emailState(viewer.isPremium, stored.mailBlock),
    webhook_secret: stored.settings.webhook && stored.webhookSecret,
    webhook_state: webhookState(stored),
    push: {
      public_key: key.publicKey.toString('base64url'),
      devices: devices.map(({ id, label, createdAt }) => ({ id, label, created_at: createdAt })),
    },
  };
}
