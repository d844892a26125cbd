import { limits, type PlanType } from './plans.ts';

/** A person's plan as stored. `currentPeriodEnd` is an ISO instant, null for free and lifetime. */
export type Plan = {
  type: PlanType;
  status: string;
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  /** Access goes on until then although the period has ended or its payment is late; null: no grace. */
  graceUntil: string | null;
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
  graceUntil: null,
  priceUnlock: null,
  boostUntil: null,
};

/** Why something is refused (docs/spec.md 4). */
export const accessReasons = [
  'not_logged_in',
  'no_active_subscription',
  'free_plan',
  'subscription_expired',
  'no_beta_access_purchased',
  'database_error',
  'limit_reached',
] as const;
export type AccessReason = (typeof accessReasons)[number];

const isFuture = (instant: string | null, now: Date) =>
  instant !== null && Date.parse(instant) > now.getTime();

/** Whether the plan itself gives access, without a boost. */
function isInForce(plan: Plan, now: Date): boolean {
  if (plan.type === 'free') return false;
  if (isFuture(plan.graceUntil, now)) return true;
  if (plan.status !== 'active') return false;
  return plan.type === 'lifetime' || isFuture(plan.currentPeriodEnd, now);
}

/** Premium access: an active plan that is not free and not past its period end (docs/spec.md 4), or a boost. */
export function hasPremium(plan: Plan, now: Date): boolean {
  return isFuture(plan.boostUntil, now) || isInForce(plan, now);
}

/** Why a signed-in person has no premium; null when they have it. */
export function premiumRefusal(plan: Plan, now: Date): AccessReason | null {
  if (hasPremium(plan, now)) return null;
  if (plan.type === 'free') return plan.boostUntil === null ? 'free_plan' : 'subscription_expired';
  return isFuture(plan.currentPeriodEnd, now) ? 'no_active_subscription' : 'subscription_expired';
}

/** Who sees estimates: premium, or a beta unlock that has not expired. */
export function seesEstimates(plan: Plan, now: Date): boolean {
  return hasPremium(plan, now) || hasPriceUnlock(plan, now);
}

/** Why a signed-in person sees no estimates; null when they do. */
export function estimatesRefusal(plan: Plan, now: Date): AccessReason | null {
  return seesEstimates(plan, now) ? null : 'no_beta_access_purchased';
}

export function hasPriceUnlock(plan: Plan, now: Date): boolean {
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

/**
 * Of how many prices one paid look at a plate is (decision 40), and at how many one car of a person's pages is rated in a day. The rating of price after price closes in on the estimate: who
 * does not see it has room for a slip and for what a seller answers; to others it tells nothing.
 */
export const pricesPerCar = (plan: Plan, now: Date): number => (seesEstimates(plan, now) ? 1000 : 3);

export function searchLimit(plan: Plan, now: Date): number {
  return hasPremium(plan, now) ? limits.premiumSearches : limits.freeSearches;
}

/** The plan that a person meets now: the one in force, else the boost, else the free plan. */
export function planInForce(plan: Plan, now: Date): Plan {
  if (isInForce(plan, now)) return plan;
  const { boostUntil, priceUnlock } = plan;
  if (!isFuture(boostUntil, now)) return { ...freePlan, priceUnlock };
  return { ...freePlan, type: 'deal_finder_boost', currentPeriodEnd: boostUntil, boostUntil, priceUnlock };
}
