import type { RatingReason } from './valuation.ts';

/** Why an ordinary car on sale has no rating. After other reasons nothing is said of its market: it is no such car or sale. */
const ordinary: readonly RatingReason[] = [
  'no_price',
  'placeholder_price',
  'down_payment',
  'few_comparables',
  'uncertain',
  'too_good_to_be_true',
  'far_above_market',
];
export const hasOutlook = (reason: RatingReason): boolean => ordinary.includes(reason);

/** Reasons that pass as more cars are seen. */
const passing: readonly RatingReason[] = ['few_comparables', 'uncertain', 'small_pool'];
export const mayBeRatedLater = (reason: RatingReason): boolean => passing.includes(reason);
