import { textPart } from '../text-part.ts';
import type { PageText } from './page-text.ts';

export const guide = textPart<PageText>({
  en: async () => (await import('../en/pages/guide.ts')).guide,
  da: async () => (await import('../da/pages/guide.ts')).guide,
});
