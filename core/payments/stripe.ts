import { compareTexts } from '#core/shared.ts';
import { freePlan, limits, type Plan, type Purchase } from './plan.ts';

/**
 * What became of a payment. `disputed`: the card's bank has taken the money back until it has decided; `lost`: for good;
 * `won`: it gave the money back to us.
 */
export type PaymentState = 'stands' | 'disputed' | 'lost' | 'refunded' | 'won';

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
  /** What became of that payment; `stands` where there was none. */
  payment: PaymentState;
};

export type PurchaseFact = {
  /** The checkout's or, for a redeemed code, the invoice's id. */
  id: string;
  product: 'lifetime' | 'deal_finder_boost' | 'unlock_price';
  paidAt: string;
  /** Null when a promotion code covered the price. */
  paymentId: string | null;
  payment: PaymentState;
};

/** The money went back, for now or for good, and with it what it paid for. */
export const isReversed = ({ payment }: Pick<PurchaseFact, 'payment'>): boolean =>
  payment === 'disputed' || payment === 'lost' || payment === 'refunded';

/**
 * A subscription that gives access. A late payment keeps it until Stripe has given up trying. A dispute ended it at Stripe;
 * when the dispute is won, the payment gives what is left of its period.
 */
export const givesAccess = (one: SubscriptionFact): boolean =>
  one.payment === 'won' || (['active', 'trialing', 'past_due'].includes(one.status) && !isReversed(one));

/** A subscription that could still be charged for. */
export const isOpen = (one: SubscriptionFact): boolean =>
  ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(one.status);

/** The oldest first; ids decide between equals, so that everybody computes the same. */
export const bySubscriptionStart = (a: SubscriptionFact, b: SubscriptionFact): number =>
  a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id);
export const byPayment = (a: PurchaseFact, b: PurchaseFact): number =>
  a.paidAt.localeCompare(b.paidAt) || a.id.localeCompare(b.id);

export function ownedLifetime(facts: StripeFacts): PurchaseFact | null {
  const owned = facts.purchases.filter((one) => one.product === 'lifetime' && !isReversed(one));
  return owned.toSorted(byPayment)[0] ?? null;
}

/** The subscription that stands when there are several: the first one. The others are ended (chores.ts). */
export function openSubscription(facts: StripeFacts): SubscriptionFact | null {
  return facts.subscriptions.filter(isOpen).toSorted(bySubscriptionStart)[0] ?? null;
}

/** A span of time in milliseconds since the epoch; `to` may be Infinity. */
export type Span = { from: number; to: number };

const boostMs = limits.boostDays * 24 * 3600_000;

/**
 * Until when boosts give premium, in milliseconds; null without a boost or behind time that never ends. A boost's days run
 * only while nothing else gives premium: on top of a subscription they wait for its end, and a second boost follows the first.
 */
export function boostEnd(boughtAtMs: readonly number[], covered: readonly Span[]): number | null {
  const spans = covered.toSorted((a, b) => a.from - b.from);
  let until: number | null = null;
  for (const boughtAt of boughtAtMs.toSorted((a, b) => a - b))
    until = spend(Math.max(boughtAt, until ?? 0), spans);
  return until === Number.POSITIVE_INFINITY ? null : until;
}

/** The moment at which one boost's days are used up when they may begin at `start`. */
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
 * A renewing plan stays in force this long after its period: Stripe's word of the renewal may be late, and nobody who has
 * paid is locked out for that. A plan that was told to end ends to the second.
 */
const renewalGraceMs = 24 * 3600_000;
const dayMs = 24 * 3600_000;

const iso = (ms: number) => new Date(ms).toISOString();

/** Subscriptions that were paid for at least once. */
const begunAmong = (subscriptions: readonly SubscriptionFact[]): SubscriptionFact[] =>
  subscriptions.filter((one) => !one.status.startsWith('incomplete'));

/** The subscription a person's plan shows: one that runs and gives access before others, else the one that began last. */
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
  const cancelAtPeriodEnd = one.endsAt !== null || !isOpen(one);
  return {
    type,
    status: one.status === 'past_due' ? one.status : 'active',
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
  const owned = facts.purchases.filter((one) => one.product === 'unlock_price' && !isReversed(one));
  if (owned.length === 0) return null;
  if (limits.unlockDays === null) return { until: null };
  const lastMs = Math.max(...owned.map((one) => Date.parse(one.paidAt)));
  return { until: iso(lastMs + limits.unlockDays * dayMs) };
}

/** What was bought, and whether it still stands. */
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
 * The plan that Stripe's objects make, and nothing else does: no clock, no earlier plan, no event. Whoever computes it, in
 * whatever order they were told, comes to the same.
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

/** What Stripe is to tell the webhook, as its dashboard names events; `*` stands for every event below. */
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

/** Something to be put right at Stripe, so that nobody pays twice or for what they do not get. */
export type Chore =
  | { kind: 'end-subscription'; subscriptionId: string; why: 'lifetime' | 'reversed' | 'second' }
  | { kind: 'refund'; paymentId: string; why: 'second' };

/**
 * What must be done at Stripe before its objects say what they should. Lifetime ends a running subscription; a refund or a
 * dispute ends what it paid for; a second subscription, lifetime or unlock (two tabs paid at once) is ended and refunded.
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
    // The refund comes first: once the subscription has ended, nobody looks at it again.
    if (why === 'second') refund(one.paymentId);
    chores.push({ kind: 'end-subscription', subscriptionId: one.id, why });
  }
  for (const product of ['lifetime', 'unlock_price'] as const) {
    const paid = facts.purchases.filter((one) => one.product === product && !isReversed(one));
    for (const one of paid.toSorted(byPayment).slice(1)) refund(one.paymentId);
  }
  return chores;
}
