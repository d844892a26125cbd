import { useMemo } from 'react';
import { useImportTexts } from './import-texts.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/button.ts');

/** What only the Bilfund button's two screens say. */
export const buttonTexts = textPart<OwnTexts>({
  en: () => import('./en/button.ts'),
  da: () => import('./da/button.ts'),
});

export function useButtonTexts(): ReturnType<typeof useImportTexts> & OwnTexts {
  const { language } = useLanguage();
  // Asked for before those of the imports, so that neither waits for the other.
  void buttonTexts.load(language);
  const texts = useImportTexts();
  const own = buttonTexts.read(language);
  return useMemo(() => ({ ...texts, ...own }), [texts, own]);
}
