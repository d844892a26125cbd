import type { Language } from '#core/shared.ts';

/** What stands beside a page of text. */
export const pageWords: Record<Language, { contents: string }> = {
  en: { contents: 'On this page' },
  da: { contents: 'På denne side' },
};
