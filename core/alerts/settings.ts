import type { NotificationSettingsWire } from '#core/contract/routes/alerts.ts';
import { wallClockMs } from '#core/shared.ts';
import type { Language } from '#core/shared.ts';
import { isMailed, type NotificationKind, notificationKinds } from './alert.ts';
import type { AlertWords } from './alert-words.ts';

/** Where a person can be told: in the app, and by the ways out of it. Routes, settings, senders and the web derive from it. */
export const channelNames = ['in_app', 'email', 'push', 'webhook'] as const;
export type ChannelName = (typeof channelNames)[number];
/** A way out of the app. */
export type OutgoingChannelName = Exclude<ChannelName, 'in_app'>;
export const outgoingChannelNames = channelNames.filter(
  (name): name is OutgoingChannelName => name !== 'in_app',
);

/** One value for each channel. */
export const eachChannel = <T>(value: T): Record<ChannelName, T> =>
  Object.fromEntries(channelNames.map((name) => [name, value])) as Record<ChannelName, T>;

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

/** Whether somebody is told of a kind on a channel: they chose it, and their plan has it. */
export const isWanted = (
  { kinds }: AlertSettings,
  kind: NotificationKind,
  channel: ChannelName,
  isPremium: boolean,
): boolean => kinds[kind][channel] && (channel !== 'email' || isMailed(kind, isPremium));

/** An alert in the words of its reader, ready to leave the app. */
export type OutgoingAlert = {
  id: string;
  kind: NotificationKind;
  at: string;
  words: AlertWords;
};

export type Delivery = {
  userId: string;
  language: Language;
  /** At least one, those that the person wants on this channel. */
  alerts: readonly OutgoingAlert[];
};

/**
 * A way out of the app. `sent` includes that there is nobody to send to (no device, mails refused): it is not tried again.
 * Throws when it is worth another try.
 */
export type Channel = { name: OutgoingChannelName; deliver(delivery: Delivery): Promise<void> };

export type QuietHours = { from: string; to: string };

const minuteMs = 60_000;

/** Whether the clock on the wall in Copenhagen shows a time between these; they may span midnight. */
function isQuiet(at: Date, { from, to }: QuietHours): boolean {
  const wall = new Date(wallClockMs(at)).toISOString().slice(11, 16);
  return from <= to ? wall >= from && wall < to : wall >= from || wall < to;
}

/**
 * When a person may be disturbed from `now` on: now itself, or the first minute after it that is outside of their quiet hours.
 * Each minute is asked what the clock shows, because two nights of the year skip or repeat an hour. The same time twice means
 * never quiet.
 */
export function undisturbedFrom(now: Date, quiet: QuietHours | null): Date {
  if (!quiet) return now;
  let at = now;
  while (isQuiet(at, quiet)) at = new Date((Math.floor(at.getTime() / minuteMs) + 1) * minuteMs);
  return at;
}
