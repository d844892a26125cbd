import { hasPremium, type Plan, seesEstimates } from '../plan/access.ts';
import type { Deal } from '../valuation/valuation.ts';

/** Who looks: all that decides what may leave the server (design: "Who sees what"). */
export type Viewer = { id: string | null; isPremium: boolean; seesEstimates: boolean };

export const anonymous: Viewer = { id: null, isPremium: false, seesEstimates: false };

export function viewerOf(userId: string, plan: Plan, now: Date): Viewer {
  return { id: userId, isPremium: hasPremium(plan, now), seesEstimates: seesEstimates(plan, now) };
}

/** Amazing cars belong to premium; a person's own dropped pages are no exception, else they would be a free oracle. */
export function isLocked(viewer: Pick<Viewer, 'isPremium'>, car: { deal: Deal }): boolean {
  return car.deal === 'amazing' && !viewer.isPremium;
}

/** Plates are personal data of a kind: signed-in people only. */
export const seesPlates = (viewer: Viewer): boolean => viewer.id !== null;
