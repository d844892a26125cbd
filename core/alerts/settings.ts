import type { NotificationSettingsWire } from '#core/contract/routes/alerts.ts';
import type { Language } from '#core/shared.ts';
import { calendarDay, wallClockMs } from '#core/shared.ts';
import { isMailed, type NotificationKind, notificationKinds } from './alert.ts';
import type { AlertWords } from './alert-words.ts';

/** All channels. Routes, settings, senders and the web app derive from this list. */
export const channelNames = ['in_app', 'email', 'push', 'webhook'] as const;
export type ChannelName = (typeof channelNames)[number];
export type OutgoingChannelName = Exclude<ChannelName, 'in_app'>;
export const outgoingChannelNames = channelNames.filter(
  (name): name is OutgoingChannelName => name !== 'in_app',
);

export const eachChannel = <T>(value: T): Record<ChannelName, T> =>
  Object.fromEntries(channelNames.map((name) => [name, value])) as Record<ChannelName, T>;

/** A person's choices, in the form of the API. */
export type AlertSettings = NotificationSettingsWire;

/** Why mails are not sent although the person's plan includes them. */
export type MailBlock = 'bounced' | 'complained' | 'unsubscribed';

const everywhere = eachChannel(true);

/** Without choices, a person is told everything on all channels that they have. */
export const defaultSettings: AlertSettings = {
  kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, everywhere])) as AlertSettings['kinds'],
  quiet_hours: null,
  daily_digest: null,
  muted_searches: [],
  webhook: null,
};

type Kinds = AlertSettings['kinds'];

/** The kinds with the channels that were chosen; what is left out stays as it is. */
export const withChosen = (
  kinds: Kinds,
  chosen: Partial<Record<NotificationKind, Partial<Kinds[NotificationKind]>>>,
): Kinds =>
  Object.fromEntries(notificationKinds.map((kind) => [kind, { ...kinds[kind], ...chosen[kind] }])) as Kinds;

/** Completes stored settings: kinds and channels added since are on, as in the defaults. */
export const completeSettings = (stored: Partial<AlertSettings> | null): AlertSettings => ({
  ...defaultSettings,
  ...stored,
  kinds: Object.fromEntries(
    notificationKinds.map((kind) => [kind, { ...everywhere, ...stored?.kinds?.[kind] }]),
  ) as AlertSettings['kinds'],
});

/** Whether a person is told of a kind on a channel: they chose it, and their plan includes it. */
export const isWanted = (
  { kinds }: AlertSettings,
  kind: NotificationKind,
  channel: ChannelName,
  isPremium: boolean,
): boolean => kinds[kind][channel] && (channel !== 'email' || isMailed(kind, isPremium));

/** An alert in its reader's language, ready to be sent. */
export type OutgoingAlert = {
  id: string;
  kind: NotificationKind;
  at: string;
  words: AlertWords;
};

export type Delivery = {
  userId: string;
  language: Language;
  /** One or more alerts that the person wants on this channel. */
  alerts: readonly OutgoingAlert[];
};

/**
 * A channel outside the app. Resolves also if there is nobody to send to (no device, mails refused), and is then not
 * retried. Throws if a retry may succeed.
 */
export type Channel = { name: OutgoingChannelName; deliver(delivery: Delivery): Promise<void> };

export type QuietHours = { from: string; to: string };

const minuteMs = 60_000;

/** Whether the time in Copenhagen is between these times; they may span midnight. */
function isQuiet(at: Date, { from, to }: QuietHours): boolean {
  const wall = new Date(wallClockMs(at)).toISOString().slice(11, 16);
  return from <= to ? wall >= from && wall < to : wall >= from || wall < to;
}

/**
 * When a person may be disturbed: `now`, or the first minute after it outside their quiet hours. The wall clock is checked
 * minute by minute, because two nights of the year skip or repeat an hour. Equal times mean no quiet hours.
 */
export function undisturbedFrom(now: Date, quiet: QuietHours | null): Date {
  if (!quiet) return now;
  let at = now;
  while (isQuiet(at, quiet)) at = new Date((Math.floor(at.getTime() / minuteMs) + 1) * minuteMs);
  return at;
}

/**
 * The first minute when the wall clock in Copenhagen, as if it were UTC, is not before this: one instant, also on the nights
 * that skip or repeat an hour.
 */
function firstWhenWallIs(wallMs: number): Date {
  // The wall clock is at most two hours ahead.
  let at = new Date(wallMs - 2 * 60 * minuteMs);
  while (wallClockMs(at) < wallMs) at = new Date(at.getTime() + minuteMs);
  return at;
}

const notOfCars: readonly NotificationKind[] = [
  'search_paused',
  'search_ending',
  'search_expired',
  'plan_changed',
];

/**
 * When alerts of these kinds leave the app: at once, or with the day's digest, which is never late with a search that ends or
 * a payment; in both cases outside quiet hours.
 */
export function sentFrom(
  now: Date,
  kinds: readonly NotificationKind[],
  { daily_digest: digest, quiet_hours: quiet }: Pick<AlertSettings, 'daily_digest' | 'quiet_hours'>,
): Date {
  if (!digest || kinds.some((kind) => notOfCars.includes(kind))) return undisturbedFrom(now, quiet);
  const wallMs = Date.parse(`${calendarDay(now.toISOString())}T${digest}:00.000Z`);
  const today = firstWhenWallIs(wallMs);
  return undisturbedFrom(today >= now ? today : firstWhenWallIs(wallMs + 24 * 60 * minuteMs), quiet);
}
