import { textPart } from '../text-part.ts';
import type { PageText } from './page-text.ts';

export const changelog = textPart<PageText>({
  en: async () => (await import('../en/pages/changelog.ts')).changelog,
  da: async () => (await import('../da/pages/changelog.ts')).changelog,
});
