import { freePlan, type Plan } from '../plan/access.ts';
import { limits } from '../plan/plans.ts';
import { boostEnd, type Span } from './boost.ts';
import {
  bySubscriptionStart,
  givesAccess,
  ownedLifetime,
  type StripeFacts,
  type SubscriptionFact,
} from './stripe-facts.ts';

/**
 * A renewing plan stays in force this long after its period: Stripe's word of the renewal may be late, and nobody who has
 * paid is locked out for that. A plan that was told to end ends to the second.
 */
const renewalGraceMs = 24 * 3600_000;
const dayMs = 24 * 3600_000;

const iso = (ms: number) => new Date(ms).toISOString();

/** The subscription a person's plan shows: one that gives access before others, else the one that ended last. */
function shownSubscription(subscriptions: readonly SubscriptionFact[]): SubscriptionFact | null {
  const paidOnce = subscriptions.filter((one) => !one.status.startsWith('incomplete'));
  const inOrder = paidOnce.toSorted(bySubscriptionStart);
  return inOrder.find(givesAccess) ?? inOrder.at(-1) ?? null;
}

const endOf = (one: SubscriptionFact): string =>
  one.endsAt !== null && one.endsAt < one.periodEnd ? one.endsAt : one.periodEnd;

function subscribed(
  one: SubscriptionFact,
): Pick<Plan, 'type' | 'status' | 'currentPeriodEnd'> & Partial<Plan> {
  const type = one.product;
  if (!givesAccess(one))
    return {
      type,
      status: one.isReversed ? 'canceled' : one.status,
      currentPeriodEnd: one.endedAt ?? one.periodEnd,
    };
  const currentPeriodEnd = endOf(one);
  const cancelAtPeriodEnd = one.endsAt !== null;
  return {
    type,
    status: one.status === 'trialing' ? 'active' : one.status,
    currentPeriodEnd,
    cancelAtPeriodEnd,
    graceUntil: cancelAtPeriodEnd ? null : iso(Date.parse(currentPeriodEnd) + renewalGraceMs),
  };
}

/** The time during which a subscription or lifetime gave or gives premium. */
function coveredTime(facts: StripeFacts): Span[] {
  const spans = facts.subscriptions.map((one) => ({
    from: Date.parse(one.startedAt),
    to: Date.parse(givesAccess(one) ? endOf(one) : (one.endedAt ?? one.startedAt)),
  }));
  const lifetime = ownedLifetime(facts);
  if (lifetime) spans.push({ from: Date.parse(lifetime.paidAt), to: Number.POSITIVE_INFINITY });
  return spans;
}

function priceUnlock(facts: StripeFacts): Plan['priceUnlock'] {
  const owned = facts.purchases.filter((one) => one.product === 'unlock_price' && !one.isReversed);
  if (owned.length === 0) return null;
  if (limits.unlockDays === null) return { until: null };
  const lastMs = Math.max(...owned.map((one) => Date.parse(one.paidAt)));
  return { until: iso(lastMs + limits.unlockDays * dayMs) };
}

/**
 * The plan that Stripe's objects make, and nothing else does: no clock, no earlier plan, no event. Whoever computes it, in
 * whatever order they were told, comes to the same.
 */
export function planFromStripe(facts: StripeFacts): Plan {
  const boosts = facts.purchases.filter((one) => one.product === 'deal_finder_boost' && !one.isReversed);
  const boostMs = boostEnd(
    boosts.map((one) => Date.parse(one.paidAt)),
    coveredTime(facts),
  );
  const rest = { priceUnlock: priceUnlock(facts), boostUntil: boostMs === null ? null : iso(boostMs) };
  if (ownedLifetime(facts)) return { ...freePlan, ...rest, type: 'lifetime' };
  const subscription = shownSubscription(facts.subscriptions);
  return subscription ? { ...freePlan, ...subscribed(subscription), ...rest } : { ...freePlan, ...rest };
}
