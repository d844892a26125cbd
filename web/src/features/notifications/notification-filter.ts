import type { Notification } from './use-notifications.ts';

export const readStates = ['all', 'unreadOnly', 'readOnly'] as const;
export const types = ['all', 'new_cars', 'amazing_deal', 'subscription_update', 'system'] as const;

export type Filter = { text: string; readState: (typeof readStates)[number]; type: (typeof types)[number] };

export const allNotifications: Filter = { text: '', readState: 'all', type: 'all' };

export function isFiltering({ text, readState, type }: Filter): boolean {
  return text.trim() !== '' || readState !== 'all' || type !== 'all';
}

/** What the client itself sifts out of a page: the words and the read state (docs/spec.md 7). */
export function matches(notification: Notification, { text, readState }: Filter): boolean {
  if (readState === 'readOnly' && !notification.is_read) return false;
  if (readState === 'unreadOnly' && notification.is_read) return false;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const said = `${notification.title} ${notification.message}`.toLowerCase();
  return words.every((word) => said.includes(word));
}
