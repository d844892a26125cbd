/** What Stripe holds of one customer, reduced to what a plan is made of. Instants are ISO. */
export type StripeFacts = {
  subscriptions: readonly SubscriptionFact[];
  /** Paid one-time purchases, free ones by promotion code among them. */
  purchases: readonly PurchaseFact[];
};

export type SubscriptionFact = {
  id: string;
  /** The one item whose price changes when the plan is switched. */
  itemId: string;
  /** `premium`: a recurring price that is none of ours, treated as monthly. */
  product: 'premium' | 'premium_monthly' | 'premium_quarterly';
  /** Stripe's own word: active, trialing, past_due, unpaid, paused, incomplete, incomplete_expired, canceled. */
  status: string;
  startedAt: string;
  periodEnd: string;
  /** When it was told to end; null while it renews. */
  endsAt: string | null;
  endedAt: string | null;
  /** What was paid for the current period; null when nothing was or it is not paid yet. */
  paymentId: string | null;
  /** That payment was refunded in full or is disputed. */
  isReversed: boolean;
};

export type PurchaseFact = {
  /** The checkout's or, for a redeemed code, the invoice's id. */
  id: string;
  product: 'lifetime' | 'deal_finder_boost' | 'unlock_price';
  paidAt: string;
  /** Null when a promotion code covered the price. */
  paymentId: string | null;
  isReversed: boolean;
};

/** A subscription that gives access. A late payment keeps it until Stripe has given up trying. */
export const givesAccess = (one: SubscriptionFact): boolean =>
  ['active', 'trialing', 'past_due'].includes(one.status) && !one.isReversed;

/** A subscription that could still be charged for. */
export const isOpen = (one: SubscriptionFact): boolean =>
  ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(one.status);

/** The oldest first; ids decide between equals, so that everybody computes the same. */
export const bySubscriptionStart = (a: SubscriptionFact, b: SubscriptionFact): number =>
  a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id);
export const byPayment = (a: PurchaseFact, b: PurchaseFact): number =>
  a.paidAt.localeCompare(b.paidAt) || a.id.localeCompare(b.id);

export function ownedLifetime(facts: StripeFacts): PurchaseFact | null {
  const owned = facts.purchases.filter((one) => one.product === 'lifetime' && !one.isReversed);
  return owned.toSorted(byPayment)[0] ?? null;
}

/** The subscription that stands when there are several: the first one. The others are ended (chores.ts). */
export function openSubscription(facts: StripeFacts): SubscriptionFact | null {
  return facts.subscriptions.filter(isOpen).toSorted(bySubscriptionStart)[0] ?? null;
}
