import { useMemo } from 'react';
import { type CarTexts, useCarTexts } from './car-texts.ts';
import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/story.ts');
export type StoryTexts = CarTexts & OwnTexts;

/** What the register's story of a car says, and what to look out for. */
export const storyTexts = textPart<OwnTexts>({
  en: () => import('./en/story.ts'),
  da: () => import('./da/story.ts'),
});

/** The texts of a car's page and those of its story; waits for both. */
export function useStoryTexts(): StoryTexts {
  const { language } = useLanguage();
  const page = useCarTexts();
  const own = storyTexts.read(language);
  return useMemo(() => ({ ...page, ...own }), [page, own]);
}
