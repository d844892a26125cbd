import type { PushNote } from '#core/alerts/alert-words.ts';

/** What `showNotification` takes of a push. The same alert again takes the place of the first. */
export const notificationOf = ({ title, message, path, id }: PushNote): [string, NotificationOptions] => [
  title,
  { body: message, tag: id, icon: '/icons/icon-192.png', data: { path } },
];
