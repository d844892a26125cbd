import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type PlateTexts = typeof import('./en/plate.ts');

/** What is said to who types the plate of a car. */
export const plateTexts = textPart<PlateTexts>({
  en: () => import('./en/plate.ts'),
  da: () => import('./da/plate.ts'),
});

export const usePlateTexts = (): PlateTexts => plateTexts.read(useLanguage().language);
