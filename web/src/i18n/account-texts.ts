import type { Texts } from './en.ts';
import { useTexts } from './language.tsx';
import { textPart } from './text-part.ts';
import { useJoinedTexts } from './use-joined-texts.ts';

type OwnTexts = typeof import('./en/payments.ts') & typeof import('./en/profile.ts');

/** What only the profile, the upgrade dialog and the payment pages say. */
export const accountTexts = textPart<OwnTexts>({
  en: async () => ({ ...(await import('./en/payments.ts')), ...(await import('./en/profile.ts')) }),
  da: async () => ({ ...(await import('./da/payments.ts')), ...(await import('./da/profile.ts')) }),
});

/** The texts of every screen and those of the account; waits for the latter. */
export const useAccountTexts = (): Texts & OwnTexts => useJoinedTexts(useTexts(), accountTexts);
