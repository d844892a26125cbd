import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type Part = typeof import('./en/collections.ts');

/** What only lists and saved searches say. */
export const collectionTexts = textPart<Part>({
  en: () => import('./en/collections.ts'),
  da: () => import('./da/collections.ts'),
});

export function useCollectionTexts(): Part['collections'] {
  return collectionTexts.read(useLanguage().language).collections;
}
