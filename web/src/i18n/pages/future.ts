import { textPart } from '../text-part.ts';
import type { PageText } from './page-text.ts';

export const future = textPart<PageText>({
  en: async () => (await import('../en/pages/future.ts')).future,
  da: async () => (await import('../da/pages/future.ts')).future,
});
