import { textPart } from '../text-part.ts';
import type { PageText } from './page-text.ts';

export const terms = textPart<PageText>({
  en: async () => (await import('../en/pages/terms.ts')).terms,
  da: async () => (await import('../da/pages/terms.ts')).terms,
});
