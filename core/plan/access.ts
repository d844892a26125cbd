import { limits, type PlanType } from './plans.ts';

/** A person's plan as stored. `currentPeriodEnd` is an ISO instant, null for free and lifetime. */
export type Plan = {
  type: PlanType;
  status: string;
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  /** The beta unlock of estimated prices; null `until` does not expire. */
  priceUnlock: { until: string | null } | null;
  /** Ten days of premium beside or after another plan. */
  boostUntil: string | null;
};

export const freePlan: Plan = {
  type: 'free',
  status: 'active',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  priceUnlock: null,
  boostUntil: null,
};

const isFuture = (instant: string | null, now: Date) =>
  instant !== null && Date.parse(instant) > now.getTime();

/** Premium access: an active plan that is not free and not past its period end (spec section 4). */
export function hasPremium(plan: Plan, now: Date): boolean {
  if (isFuture(plan.boostUntil, now)) return true;
  if (plan.type === 'free' || plan.status !== 'active') return false;
  return plan.type === 'lifetime' || isFuture(plan.currentPeriodEnd, now);
}

/** Who sees estimates: premium, or a beta unlock that has not expired. */
export function seesEstimates(plan: Plan, now: Date): boolean {
  if (hasPremium(plan, now)) return true;
  return (
    plan.priceUnlock !== null && (plan.priceUnlock.until === null || isFuture(plan.priceUnlock.until, now))
  );
}

/** Imports a month; null is unlimited. */
export function scrapeLimit(
  plan: Plan,
  now: Date,
  freeScrapes: number = limits.freeScrapesPerMonth,
): number | null {
  return hasPremium(plan, now) ? null : freeScrapes;
}

export function searchLimit(plan: Plan, now: Date): number {
  return hasPremium(plan, now) ? limits.premiumSearches : limits.freeSearches;
}
