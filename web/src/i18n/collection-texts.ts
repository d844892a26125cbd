import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/collections.ts')['collections'];

/** What only lists and saved searches say. */
export const collectionTexts = textPart<OwnTexts>({
  en: async () => (await import('./en/collections.ts')).collections,
  da: async () => (await import('./da/collections.ts')).collections,
});

export function useCollectionTexts(): OwnTexts {
  return collectionTexts.read(useLanguage().language);
}
