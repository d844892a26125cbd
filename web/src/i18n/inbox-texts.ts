import type { Texts } from './en.ts';
import { useTexts } from './language.tsx';
import { textPart } from './text-part.ts';
import { useJoinedTexts } from './use-joined-texts.ts';

type OwnTexts = typeof import('./en/notifications.ts') & typeof import('./en/searches.ts');

/** What only the notifications and the automated searches say. */
export const inboxTexts = textPart<OwnTexts>({
  en: async () => ({ ...(await import('./en/notifications.ts')), ...(await import('./en/searches.ts')) }),
  da: async () => ({ ...(await import('./da/notifications.ts')), ...(await import('./da/searches.ts')) }),
});

/** The texts of every screen and those of the inbox; waits for the latter. */
export const useInboxTexts = (): Texts & OwnTexts => useJoinedTexts(useTexts(), inboxTexts);
