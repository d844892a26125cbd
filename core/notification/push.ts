import type { OutgoingAlert } from './channel.ts';

/** What a browser is sent of an alert: written by the push channel, read by the service worker. `path` lies in the app. */
export type PushNote = { id: string; title: string; message: string; path: string };

export const pushNoteOf = ({ id, words }: OutgoingAlert): PushNote => ({
  id,
  title: words.title,
  message: words.message,
  path: words.path ?? '/notifications',
});
