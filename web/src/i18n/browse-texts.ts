import { useMemo } from 'react';
import { type CarTexts, useCarTexts } from './car-texts.ts';
import { compare as daCompare, keys as daKeys } from './da/browse.ts';
import { compare as enCompare, keys as enKeys } from './en/browse.ts';
import { useLanguage } from './language.tsx';
import type { Language } from './plural.ts';

const en = { compare: enCompare, keys: enKeys };

/** What only the comparison and the keyboard help say: loaded with them, in both languages. */
export const browseTexts: Record<Language, typeof en> = { en, da: { compare: daCompare, keys: daKeys } };

export type BrowseTexts = CarTexts & typeof en;

export function useBrowseTexts(): BrowseTexts {
  const { language } = useLanguage();
  const texts = useCarTexts();
  return useMemo(() => ({ ...texts, ...browseTexts[language] }), [language, texts]);
}
