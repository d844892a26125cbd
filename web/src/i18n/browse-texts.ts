import { type CarTexts, useCarTexts } from './car-texts.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';
import { useJoinedTexts } from './use-joined-texts.ts';

type OwnTexts = typeof import('./en/browse.ts');
export type BrowseTexts = CarTexts & OwnTexts;

/** What only the comparison and the keyboard help say. */
export const browseTexts = textPart<OwnTexts>({
  en: () => import('./en/browse.ts'),
  da: () => import('./da/browse.ts'),
});

export function useBrowseTexts(): BrowseTexts {
  // Asked for before the others, so that neither waits for the other.
  void browseTexts.load(useLanguage().language);
  return useJoinedTexts(useCarTexts(), browseTexts);
}
