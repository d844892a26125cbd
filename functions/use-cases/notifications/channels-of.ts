import type { Channel } from '#core/notification/channel.ts';
import { outgoingChannelNames } from '#core/notification/channel-names.ts';
import type { StoredSettings } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { listPushDevices } from '#functions/_adapters/dynamodb/push-devices.ts';

/** The ways out of the app that a person has: mails are part of premium, the others of having set them up. */
export async function channelsOf(
  userId: string,
  { settings, mailBlock }: StoredSettings,
  isPremium: boolean,
): Promise<Channel['name'][]> {
  const has: Record<Channel['name'], boolean> = {
    email: isPremium && !mailBlock,
    push: (await listPushDevices(userId)).length > 0,
    webhook: settings.webhook !== null,
  };
  return outgoingChannelNames.filter((name) => has[name]);
}
