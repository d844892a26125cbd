import type { FailureCode } from '#core/failure.ts';
import { compareTexts } from '#core/shared.ts';
import { freePlan, limits, type Plan, type ProductKey, type Purchase } from './plan.ts';

/**
 * The state of a payment. `disputed`: the bank has taken the money back until it decides; `lost`: for good; `won`: it was
 * returned to us.
 */
export type PaymentState = 'stands' | 'disputed' | 'lost' | 'refunded' | 'won';

/** The state of one customer at Stripe, reduced to what determines the plan. Instants are ISO. */
export type StripeFacts = {
  subscriptions: readonly SubscriptionFact[];
  /** Paid one-time purchases, including free ones by promotion code. */
  purchases: readonly PurchaseFact[];
};

export type SubscriptionFact = {
  id: string;
  /** The subscription item whose price changes when the plan is switched. */
  itemId: string;
  /** `premium`: a recurring price that is not one of ours, treated as monthly. */
  product: 'premium' | 'premium_monthly' | 'premium_quarterly';
  /** Stripe's status: active, trialing, past_due, unpaid, paused, incomplete, incomplete_expired, canceled. */
  status: string;
  startedAt: string;
  periodEnd: string;
  /** When it was set to end; null while it renews. */
  endsAt: string | null;
  endedAt: string | null;
  /** The payment of the current period; null if there was none or it is not paid yet. */
  paymentId: string | null;
  /** The state of that payment; `stands` if there was none. */
  payment: PaymentState;
};

export type PurchaseFact = {
  /** The id of the checkout or, for a redeemed code, the invoice. */
  id: string;
  product: 'lifetime' | 'deal_finder_boost' | 'unlock_price';
  paidAt: string;
  /** Null if a promotion code covered the price. */
  paymentId: string | null;
  payment: PaymentState;
};

/** Whether the money was returned, temporarily or for good, which also ends what it paid for. */
export const isReversed = ({ payment }: Pick<PurchaseFact, 'payment'>): boolean =>
  payment === 'disputed' || payment === 'lost' || payment === 'refunded';

/**
 * Whether a subscription gives access. With a late payment it does until Stripe stops retrying. A dispute ends it at Stripe;
 * if the dispute is won, access lasts until the end of the paid period.
 */
export const givesAccess = (one: SubscriptionFact): boolean =>
  one.payment === 'won' || (['active', 'trialing', 'past_due'].includes(one.status) && !isReversed(one));

/** Whether a subscription could still be charged. */
export const isOpen = (one: SubscriptionFact): boolean =>
  ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(one.status);

/** Sorts oldest first; ids break ties, so that the result is deterministic. */
export const bySubscriptionStart = (a: SubscriptionFact, b: SubscriptionFact): number =>
  a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id);
export const byPayment = (a: PurchaseFact, b: PurchaseFact): number =>
  a.paidAt.localeCompare(b.paidAt) || a.id.localeCompare(b.id);

export function ownedLifetime(facts: StripeFacts): PurchaseFact | null {
  const owned = facts.purchases.filter((one) => one.product === 'lifetime' && !isReversed(one));
  return owned.toSorted(byPayment)[0] ?? null;
}

/** The subscription that is kept if there are several: the first one. The others are ended (`choresOf`). */
export function openSubscription(facts: StripeFacts): SubscriptionFact | null {
  return facts.subscriptions.filter(isOpen).toSorted(bySubscriptionStart)[0] ?? null;
}

/** A time span in milliseconds since 1970; `to` may be Infinity. */
export type Span = { from: number; to: number };

const boostMs = limits.boostDays * 24 * 3600_000;

/**
 * When boosts end, in milliseconds; null without a boost, or if they never begin. A boost runs only while nothing else gives
 * premium: during a subscription it waits for the end, and a second boost follows the first.
 */
export function boostEnd(boughtAtMs: readonly number[], covered: readonly Span[]): number | null {
  const spans = covered.toSorted((a, b) => a.from - b.from);
  let until: number | null = null;
  for (const boughtAt of boughtAtMs.toSorted((a, b) => a - b))
    until = spend(Math.max(boughtAt, until ?? 0), spans);
  return until === Number.POSITIVE_INFINITY ? null : until;
}

/** When the days of one boost that may begin at `start` are used up. */
function spend(start: number, spans: readonly Span[]): number {
  let at = start;
  let left = boostMs;
  for (const { from, to } of spans) {
    if (to <= at) continue;
    const free = from - at;
    if (free >= left) break;
    left -= Math.max(0, free);
    at = to;
  }
  return at + left;
}

/**
 * How long a renewing plan stays in force after its period, because Stripe's event of the renewal may be late. A plan that
 * was set to end ends exactly on time.
 */
const renewalGraceMs = 24 * 3600_000;
const dayMs = 24 * 3600_000;

const iso = (ms: number) => new Date(ms).toISOString();

/** Subscriptions that were paid at least once. */
const begunAmong = (subscriptions: readonly SubscriptionFact[]): SubscriptionFact[] =>
  subscriptions.filter((one) => !one.status.startsWith('incomplete'));

/** The subscription that a person's plan shows: a running one that gives access, else the latest. */
function shownSubscription(subscriptions: readonly SubscriptionFact[]): SubscriptionFact | null {
  const inOrder = begunAmong(subscriptions).toSorted(bySubscriptionStart);
  const running = inOrder.find((one) => isOpen(one) && givesAccess(one));
  return running ?? inOrder.findLast(givesAccess) ?? inOrder.at(-1) ?? null;
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
      status: isReversed(one) ? 'canceled' : one.status,
      currentPeriodEnd: one.endedAt ?? one.periodEnd,
    };
  const currentPeriodEnd = endOf(one);
  // Its payment's dispute was won: it stays in force for what was paid, and cannot be resumed.
  if (!isOpen(one))
    return {
      ...{ type, status: 'canceled', currentPeriodEnd },
      ...{ cancelAtPeriodEnd: true, graceUntil: currentPeriodEnd },
    };
  const cancelAtPeriodEnd = one.endsAt !== null;
  return {
    type,
    status: one.status === 'past_due' ? one.status : 'active',
    currentPeriodEnd,
    cancelAtPeriodEnd,
    graceUntil: cancelAtPeriodEnd ? null : iso(Date.parse(currentPeriodEnd) + renewalGraceMs),
  };
}

/** The time spans in which a subscription or lifetime gave or gives premium. */
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
  const owned = facts.purchases.filter((one) => one.product === 'unlock_price' && !isReversed(one));
  if (owned.length === 0) return null;
  if (limits.unlockDays === null) return { until: null };
  const lastMs = Math.max(...owned.map((one) => Date.parse(one.paidAt)));
  return { until: iso(lastMs + limits.unlockDays * dayMs) };
}

/** The purchases, and whether each is still valid. */
function purchasesOf({ subscriptions, purchases }: StripeFacts): Purchase[] {
  const stateOf = (payment: PaymentState) => (payment === 'stands' || payment === 'won' ? 'active' : payment);
  const all = [
    ...begunAmong(subscriptions).map((one): Purchase => {
      const state = isReversed(one) || givesAccess(one) ? stateOf(one.payment) : 'ended';
      return { id: one.id, product: one.product, state };
    }),
    ...purchases.map(({ id, product, payment }): Purchase => ({ id, product, state: stateOf(payment) })),
  ];
  return all.toSorted((a, b) => compareTexts(a.id, b.id));
}

/**
 * Computes the plan from Stripe's state alone, without a clock, an earlier plan or an event. The result is therefore the
 * same in whatever order events arrive.
 */
export function planFromStripe(facts: StripeFacts): Plan {
  const boosts = facts.purchases.filter((one) => one.product === 'deal_finder_boost' && !isReversed(one));
  const boostMs = boostEnd(
    boosts.map((one) => Date.parse(one.paidAt)),
    coveredTime(facts),
  );
  const rest = {
    priceUnlock: priceUnlock(facts),
    boostUntil: boostMs === null ? null : iso(boostMs),
    purchases: purchasesOf(facts),
  };
  if (ownedLifetime(facts)) return { ...freePlan, ...rest, type: 'lifetime' };
  const subscription = shownSubscription(facts.subscriptions);
  return subscription ? { ...freePlan, ...subscribed(subscription), ...rest } : { ...freePlan, ...rest };
}

/** The events that Stripe must send to the webhook, by Stripe's names; `*` stands for all events below a name. */
export const webhookEvents = [
  'checkout.session.*',
  'customer.deleted',
  'customer.subscription.*',
  'invoice.*',
  'charge.*',
  'refund.*',
  'payment_intent.succeeded',
] as const;

export function isWebhookEvent(type: string): boolean {
  return webhookEvents.some((pattern) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

/** A correction to make at Stripe, so that nobody pays twice or for something that they do not get. */
export type Chore =
  | { kind: 'end-subscription'; subscriptionId: string; why: 'lifetime' | 'reversed' | 'second' }
  | { kind: 'refund'; paymentId: string; why: 'second' };

/**
 * The corrections to make at Stripe. Lifetime ends a running subscription; a refund or dispute ends what it paid for; a
 * second subscription, lifetime or unlock (paid in two tabs at once) is ended and refunded.
 */
export function choresOf(facts: StripeFacts): Chore[] {
  const lifetime = ownedLifetime(facts);
  const chores: Chore[] = [];
  const refund = (paymentId: string | null) => {
    if (paymentId !== null) chores.push({ kind: 'refund', paymentId, why: 'second' });
  };
  let standing = 0;
  for (const one of facts.subscriptions.filter(isOpen).toSorted(bySubscriptionStart)) {
    const isSecond = lifetime !== null ? one.startedAt > lifetime.paidAt : standing > 0;
    if (!isReversed(one) && lifetime === null) standing++;
    const why = isReversed(one) ? 'reversed' : isSecond ? 'second' : lifetime ? 'lifetime' : null;
    if (why === null) continue;
    // Refund first: once the subscription has ended, it is not processed again.
    if (why === 'second') refund(one.paymentId);
    chores.push({ kind: 'end-subscription', subscriptionId: one.id, why });
  }
  for (const product of ['lifetime', 'unlock_price'] as const) {
    const paid = facts.purchases.filter((one) => one.product === product && !isReversed(one));
    for (const one of paid.toSorted(byPayment).slice(1)) refund(one.paymentId);
  }
  return chores;
}

/** What happens when a person wants to buy a product. */
export type Offer =
  | { kind: 'checkout' }
  /** A subscription is running: its price is changed, because there is never a second one. */
  | { kind: 'switch'; subscription: SubscriptionFact }
  /** A renewal could not be charged and must be paid first. */
  | { kind: 'settle-debt' }
  | { kind: 'refused'; code: FailureCode; message: string };

const owned: Offer = { kind: 'refused', code: 'already_owned', message: 'You already own this.' };
const hasThisPlan: Offer = {
  kind: 'refused',
  code: 'already_subscribed',
  message: 'You already have this plan.',
};

/** What buying a product means for a person with this state at Stripe. */
export function offerFor(product: ProductKey, facts: StripeFacts): Offer {
  if (ownedLifetime(facts)) return owned;
  const isUnlocked = facts.purchases.some((one) => one.product === 'unlock_price' && !isReversed(one));
  if (product === 'unlock_price') return isUnlocked ? owned : { kind: 'checkout' };
  if (product === 'lifetime' || product === 'deal_finder_boost') return { kind: 'checkout' };
  const subscription = openSubscription(facts);
  if (!subscription) return { kind: 'checkout' };
  if (subscription.status !== 'active' && subscription.status !== 'trialing') return { kind: 'settle-debt' };
  return subscription.product === product ? hasThisPlan : { kind: 'switch', subscription };
}
