import { textPart } from '../text-part.ts';
import type { PageText } from './page-text.ts';

export const privacy = textPart<PageText>({
  en: async () => (await import('../en/pages/privacy.ts')).privacy,
  da: async () => (await import('../da/pages/privacy.ts')).privacy,
});
