import { type CarTexts, useCarTexts } from './car-texts.ts';
import { textPart } from './text-part.ts';
import { useJoinedTexts } from './use-joined-texts.ts';

type OwnTexts = typeof import('./en/story.ts');
export type StoryTexts = CarTexts & OwnTexts;

/** What the register's story of a car says, and what to look out for. */
export const storyTexts = textPart<OwnTexts>({
  en: () => import('./en/story.ts'),
  da: () => import('./da/story.ts'),
});

/** The texts of a car's page and those of its story; waits for both. */
export const useStoryTexts = (): StoryTexts => useJoinedTexts(useCarTexts(), storyTexts);
