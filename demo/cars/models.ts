import type { Model } from './model.ts';
import { asianModels } from './models-asian.ts';
import { frenchItalianModels } from './models-french-italian.ts';
import { germanModels } from './models-german.ts';
import { otherModels } from './models-other.ts';
import { volkswagenGroupModels } from './models-volkswagen-group.ts';

/** Cars as sold in Denmark. Prices, engines and frequencies are invented to look right, not copied from anywhere. */
export const models: readonly Model[] = [
  ...volkswagenGroupModels,
  ...germanModels,
  ...frenchItalianModels,
  ...asianModels,
  ...otherModels,
];
