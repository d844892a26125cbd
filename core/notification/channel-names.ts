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
