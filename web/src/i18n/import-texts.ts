import { useMemo } from 'react';
import type { Texts } from './en.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/imports.ts');

/** What only imports, their history and the searches that repeat them say. */
export const importTexts = textPart<OwnTexts>({
  en: () => import('./en/imports.ts'),
  da: () => import('./da/imports.ts'),
});

/** The texts of every screen and those of the imports; waits for the latter. */
export function useImportTexts(): Texts & OwnTexts {
  const { language, texts } = useLanguage();
  const own = importTexts.read(language);
  return useMemo(() => ({ ...texts, ...own }), [texts, own]);
}
