import type { Language } from '#core/shared.ts';

/** Spec section 9: the legal pages are version 1.0 of 17 October 2025. */
export const legalNote: Record<Language, string> = {
  en: 'Version 1.0 · 17.10.2025',
  da: 'Version 1.0 · 17.10.2025',
};
