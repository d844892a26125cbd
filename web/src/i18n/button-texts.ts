import { useImportTexts } from './import-texts.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';
import { useJoinedTexts } from './use-joined-texts.ts';

type OwnTexts = typeof import('./en/button.ts');

/** What only the Bilfund button's two screens say. */
export const buttonTexts = textPart<OwnTexts>({
  en: () => import('./en/button.ts'),
  da: () => import('./da/button.ts'),
});

export function useButtonTexts(): ReturnType<typeof useImportTexts> & OwnTexts {
  // Asked for before the others, so that neither waits for the other.
  void buttonTexts.load(useLanguage().language);
  return useJoinedTexts(useImportTexts(), buttonTexts);
}
