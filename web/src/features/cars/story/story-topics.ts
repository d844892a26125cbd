import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { StoryTexts } from '../../../i18n/story-texts.ts';

type Topic = WireCarDetail['story']['asked'][number];

/** All that a register can be asked, with its name in the reader's language. */
export const storyTopicsOf = (t: StoryTexts): [Topic, string][] =>
  Object.entries(t.story.topic) as [Topic, string][];
