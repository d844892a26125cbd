import type { Car } from './car.ts';

/** A car is written again only when its estimate moved by more than this share, or its deal changed. */
const movedShare = 0.01;

const isAdjusted = ({ rating }: Car): boolean => rating.comparableFactors.length > 0;

/** Whether a car that was rated again says something else than before. */
export function hasMoved(before: Car, after: Car): boolean {
  if (before.rating.deal !== after.rating.deal || before.rating.reason !== after.rating.reason) return true;
  if (before.registerState !== after.registerState) return true;
  // A rating from before comparables were adjusted shows them as they ask: it is written again once.
  if (isAdjusted(before) !== isAdjusted(after)) return true;
  const [a, b] = [before.rating.avgDkk, after.rating.avgDkk];
  return a !== b && (a === null || b === null || Math.abs(a - b) > movedShare * a);
}
