import type { NotificationSettingsWire } from '../contract/routes/notifications.ts';
import { type ChannelName, eachChannel } from './channel-names.ts';
import { type NotificationKind, notificationKinds } from './kinds.ts';

/** What a person chose to be told, and how; in the form in which they send it. */
export type AlertSettings = NotificationSettingsWire;

/** Why mails are not sent although the person may have them. */
export type MailBlock = 'bounced' | 'complained' | 'unsubscribed';

const everywhere = eachChannel(true);

/** Who has chosen nothing is told everything, on the channels that they have. */
export const defaultSettings: AlertSettings = {
  kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, everywhere])) as AlertSettings['kinds'],
  quiet_hours: null,
  muted_searches: [],
  webhook: null,
};

/** Stored settings with the kinds and channels that were added to the product since: told, like to who chose nothing. */
export const completeSettings = (stored: Partial<AlertSettings> | null): AlertSettings => ({
  ...defaultSettings,
  ...stored,
  kinds: Object.fromEntries(
    notificationKinds.map((kind) => [kind, { ...everywhere, ...stored?.kinds?.[kind] }]),
  ) as AlertSettings['kinds'],
});

export const isWanted = (settings: AlertSettings, kind: NotificationKind, channel: ChannelName): boolean =>
  settings.kinds[kind][channel];
