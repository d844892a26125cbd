import { useMemo } from 'react';
import { type CarTexts, useCarTexts } from './car-texts.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/check.ts');

/** What only the page says on which one car is valued by its plate. */
export const checkTexts = textPart<OwnTexts>({
  en: () => import('./en/check.ts'),
  da: () => import('./da/check.ts'),
});

export function useCheckTexts(): CarTexts & OwnTexts {
  const { language } = useLanguage();
  // Asked for before those of the cars, so that neither waits for the other.
  void checkTexts.load(language);
  const texts = useCarTexts();
  const own = checkTexts.read(language);
  return useMemo(() => ({ ...texts, ...own }), [texts, own]);
}
