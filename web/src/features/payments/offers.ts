import type { PlanType } from '#core/plan/plans.ts';

export const planOffers = ['premium_monthly', 'premium_quarterly', 'lifetime'] as const;
export type PlanOffer = (typeof planOffers)[number];

export type QuickOffer = 'deal_finder_boost' | 'unlock_price';

const rank: Record<PlanType, number> = {
  free: 0,
  deal_finder_boost: 0,
  premium: 1,
  premium_monthly: 1,
  premium_quarterly: 2,
  lifetime: 3,
};

/**
 * What an offer is to somebody on the plan `current`: something to choose, a step up to switch to, the plan they have, or
 * `below` it (a step down is made in the customer portal, where the rest of a period is reckoned).
 */
export function standingOf(offer: PlanOffer, current: PlanType): 'choose' | 'switch' | 'current' | 'below' {
  if (offer === current) return 'current';
  if (rank[current] === 0) return 'choose';
  return rank[offer] > rank[current] ? 'switch' : 'below';
}
