import type { Model } from './model.ts';
import { frenchItalianModels } from './models-french-italian.ts';
import { germanModels } from './models-german.ts';
import { japaneseModels } from './models-japanese.ts';
import { koreanModels } from './models-korean.ts';
import { mercedesModels } from './models-mercedes.ts';
import { otherModels } from './models-other.ts';
import { volkswagenGroupModels } from './models-volkswagen-group.ts';

/** Cars as sold in Denmark. Prices, engines and frequencies are invented to look right, not copied from anywhere. */
export const models: readonly Model[] = [
  ...volkswagenGroupModels,
  ...germanModels,
  ...mercedesModels,
  ...frenchItalianModels,
  ...japaneseModels,
  ...koreanModels,
  ...otherModels,
];
