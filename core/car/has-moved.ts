import type { Car } from './car.ts';
import { type Said, saidBy } from './rating-basis.ts';

/**
 * A car is written again only when its estimate moved by more than this share, or its deal changed. A new fit moves most
 * estimates by one or two in a hundred, and each is wrong by six at the median (decision 57).
 */
const movedShare = 0.02;

/** Whether a rating says something else than the one before. */
export function hasRatingMoved(before: Said, after: Said): boolean {
  if (before.deal !== after.deal || before.reason !== after.reason) return true;
  // A rating from before comparables were adjusted shows them as they ask: it is written again once.
  if (before.isAdjusted !== after.isAdjusted) return true;
  const [a, b] = [before.avgDkk, after.avgDkk];
  return a !== b && (a === null || b === null || Math.abs(a - b) > movedShare * a);
}

/** Whether a car that was rated again says something else than before. */
export const hasMoved = (before: Car, after: Car): boolean =>
  before.registerState !== after.registerState || hasRatingMoved(saidBy(before.rating), saidBy(after.rating));
