import { collections as da } from './da/collections.ts';
import { collections as en } from './en/collections.ts';
import { useLanguage } from './language.tsx';
import type { Language } from './plural.ts';

/** What only lists and saved searches say: loaded with them, in both languages. */
export const collectionTexts: Record<Language, typeof en> = { en, da };

export function useCollectionTexts(): typeof en {
  return collectionTexts[useLanguage().language];
}
