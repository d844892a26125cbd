import type { RatingReason } from '../valuation/valuation.ts';
import type { Car } from './car.ts';
import { type Said, saidBy } from './rating-basis.ts';

/**
 * A car is written again only when its estimate moved by more than this share. A new fit moves most
 * estimates by one or two in a hundred, and each is wrong by six at the median (decision 57).
 */
const movedShare = 0.02;
/**
 * A dead band: the label of a car of which nothing has changed stays, with the value and the comparables it was given by,
 * until its estimate moved by more than this share. Half of all estimates err by six in a hundred: a smaller move tells nothing.
 */
const turnedShare = 0.1;

/** Where the market alone decides. What an ad or the register says of a car turns its label at once. */
const marketReasons: readonly RatingReason[] = [
  'rated',
  'uncertain',
  'thin_evidence',
  'mixed_evidence',
  'version_untold',
  'too_good_to_be_true',
  'far_above_market',
];

/** Whether a rating says something else than the one before. */
export function hasRatingMoved(before: Said, after: Said): boolean {
  // Ratings of before do not say it: they are written again once.
  if (before.restsOn !== after.restsOn) return true;
  const [a, b] = [before.avgDkk, after.avgDkk];
  if (a === null || b === null) return a !== b || before.reason !== after.reason;
  const isByMarket = [before, after].every(({ reason }) => marketReasons.includes(reason));
  if (before.deal !== after.deal) return !isByMarket || Math.abs(a - b) > turnedShare * a;
  return before.reason !== after.reason || Math.abs(a - b) > movedShare * a;
}

/** Whether a car that was rated again says something else than before. */
export const hasMoved = (before: Car, after: Car): boolean =>
  before.registerState !== after.registerState || hasRatingMoved(saidBy(before.rating), saidBy(after.rating));
