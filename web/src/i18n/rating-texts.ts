import { useMemo } from 'react';
import type { Texts } from './en.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/rating.ts');

/** What only the page says that explains the ratings. */
export const ratingTexts = textPart<OwnTexts>({
  en: () => import('./en/rating.ts'),
  da: () => import('./da/rating.ts'),
});

export function useRatingTexts(): Texts & OwnTexts {
  const { language, texts } = useLanguage();
  const own = ratingTexts.read(language);
  return useMemo(() => ({ ...texts, ...own }), [texts, own]);
}
