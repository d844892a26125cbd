import { useMemo } from 'react';
import { payments as daPayments } from './da/payments.ts';
import { profile as daProfile } from './da/profile.ts';
import { payments as enPayments } from './en/payments.ts';
import { profile as enProfile } from './en/profile.ts';
import type { Texts } from './en.ts';
import { useLanguage } from './language.tsx';
import type { Language } from './plural.ts';

const en = { payments: enPayments, profile: enProfile };

/** What only the profile, the upgrade dialog and the payment pages say: loaded with them, in both languages. */
export const accountTexts: Record<Language, typeof en> = {
  en,
  da: { payments: daPayments, profile: daProfile },
};

/** The texts of every screen and those of the account. */
export function useAccountTexts(): Texts & typeof en {
  const { language, texts } = useLanguage();
  return useMemo(() => ({ ...texts, ...accountTexts[language] }), [language, texts]);
}
