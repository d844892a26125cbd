import type { Texts } from './en.ts';
import { useTexts } from './language.tsx';
import { textPart } from './text-part.ts';
import { useJoinedTexts } from './use-joined-texts.ts';

type OwnTexts = typeof import('./en/rating.ts');

/** What only the page says that explains the ratings. */
export const ratingTexts = textPart<OwnTexts>({
  en: () => import('./en/rating.ts'),
  da: () => import('./da/rating.ts'),
});

export const useRatingTexts = (): Texts & OwnTexts => useJoinedTexts(useTexts(), ratingTexts);
