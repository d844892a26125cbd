import type { Language } from '../language.ts';
import type { AlertFace } from './alert-face.ts';
import type { AlertWords } from './alert-words.ts';
import type { OutgoingChannelName } from './channel-names.ts';
import type { NotificationKind } from './kinds.ts';

/** An alert in the words of its reader, ready to leave the app. */
export type OutgoingAlert = {
  id: string;
  kind: NotificationKind;
  at: string;
  words: AlertWords;
  /** Of the car that it tells of, where its reader may see it. */
  face: AlertFace | null;
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
