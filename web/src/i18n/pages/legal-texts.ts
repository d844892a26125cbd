import { textPart } from '../text-part.ts';

/** What the terms, the privacy page and the changelog say. */
export const legalTexts = textPart<typeof import('../en/pages/legal.ts')['legal']>({
  en: async () => (await import('../en/pages/legal.ts')).legal,
  da: async () => (await import('../da/pages/legal.ts')).legal,
});
