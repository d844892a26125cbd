import { textPart } from '../text-part.ts';

/** What the guide, the questions, the plans for the future and the support page say. */
export const helpTexts = textPart<typeof import('../en/pages/help.ts')['help']>({
  en: async () => (await import('../en/pages/help.ts')).help,
  da: async () => (await import('../da/pages/help.ts')).help,
});
