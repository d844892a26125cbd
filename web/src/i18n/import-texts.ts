import type { Texts } from './en.ts';
import { useTexts } from './language.tsx';
import { textPart } from './text-part.ts';
import { useJoinedTexts } from './use-joined-texts.ts';

type OwnTexts = typeof import('./en/imports.ts');

/** What only imports, their history and the searches that repeat them say. */
export const importTexts = textPart<OwnTexts>({
  en: () => import('./en/imports.ts'),
  da: () => import('./da/imports.ts'),
});

/** The texts of every screen and those of the imports; waits for the latter. */
export const useImportTexts = (): Texts & OwnTexts => useJoinedTexts(useTexts(), importTexts);
