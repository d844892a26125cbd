import { useMemo } from 'react';
import type { Texts } from './en.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/car-page.ts');
export type CarTexts = Texts & OwnTexts;

/** What only a car's page and the comparison say. */
export const carTexts = textPart<OwnTexts>({
  en: () => import('./en/car-page.ts'),
  da: () => import('./da/car-page.ts'),
});

/** The texts of every screen and those of a car's page; waits for the latter. */
export function useCarTexts(): CarTexts {
  const { language, texts } = useLanguage();
  const own = carTexts.read(language);
  return useMemo(() => ({ ...texts, ...own }), [texts, own]);
}
