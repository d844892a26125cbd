import type { Texts } from './en.ts';
import { useTexts } from './language.tsx';
import { textPart } from './text-part.ts';
import { useJoinedTexts } from './use-joined-texts.ts';

type OwnTexts = typeof import('./en/car-page.ts');
export type CarTexts = Texts & OwnTexts;

/** What only a car's page and the comparison say. */
export const carTexts = textPart<OwnTexts>({
  en: () => import('./en/car-page.ts'),
  da: () => import('./da/car-page.ts'),
});

/** The texts of every screen and those of a car's page; waits for the latter. */
export const useCarTexts = (): CarTexts => useJoinedTexts(useTexts(), carTexts);
