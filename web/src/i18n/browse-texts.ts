import { useMemo } from 'react';
import { type CarTexts, useCarTexts } from './car-texts.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/browse.ts');
export type BrowseTexts = CarTexts & OwnTexts;

/** What only the comparison and the keyboard help say. */
export const browseTexts = textPart<OwnTexts>({
  en: () => import('./en/browse.ts'),
  da: () => import('./da/browse.ts'),
});

export function useBrowseTexts(): BrowseTexts {
  const { language } = useLanguage();
  // Asked for before the car's, so that neither waits for the other.
  void browseTexts.load(language);
  const texts = useCarTexts();
  const own = browseTexts.read(language);
  return useMemo(() => ({ ...texts, ...own }), [texts, own]);
}
