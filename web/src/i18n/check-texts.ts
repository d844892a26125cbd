import { type CarTexts, useCarTexts } from './car-texts.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';
import { useJoinedTexts } from './use-joined-texts.ts';

type OwnTexts = typeof import('./en/check.ts');

/** What only the page says on which one car is valued by its plate. */
export const checkTexts = textPart<OwnTexts>({
  en: () => import('./en/check.ts'),
  da: () => import('./da/check.ts'),
});

export function useCheckTexts(): CarTexts & OwnTexts {
  // Asked for before the others, so that neither waits for the other.
  void checkTexts.load(useLanguage().language);
  return useJoinedTexts(useCarTexts(), checkTexts);
}
