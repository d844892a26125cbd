import { useMemo } from 'react';
import {
  alerts as daAlerts,
  notifications as daNotifications,
  unsubscribe as daUnsubscribe,
} from './da/notifications.ts';
import { searches as daSearches } from './da/searches.ts';
import {
  alerts as enAlerts,
  notifications as enNotifications,
  unsubscribe as enUnsubscribe,
} from './en/notifications.ts';
import { searches as enSearches } from './en/searches.ts';
import type { Texts } from './en.ts';
import { useLanguage } from './language.tsx';
import type { Language } from './plural.ts';

const en = {
  notifications: enNotifications,
  alerts: enAlerts,
  searches: enSearches,
  unsubscribe: enUnsubscribe,
};

/** What only the notifications and the automated searches say: loaded with them, in both languages. */
export const inboxTexts: Record<Language, typeof en> = {
  en,
  da: { notifications: daNotifications, alerts: daAlerts, searches: daSearches, unsubscribe: daUnsubscribe },
};

/** The texts of every screen and those of the inbox. */
export function useInboxTexts(): Texts & typeof en {
  const { language, texts } = useLanguage();
  return useMemo(() => ({ ...texts, ...inboxTexts[language] }), [language, texts]);
}
