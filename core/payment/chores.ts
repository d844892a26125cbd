import { byPayment, bySubscriptionStart, isOpen, ownedLifetime, type StripeFacts } from './stripe-facts.ts';

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
    if (!one.isReversed && lifetime === null) standing++;
    const why = one.isReversed ? 'reversed' : isSecond ? 'second' : lifetime ? 'lifetime' : null;
    if (why === null) continue;
    // The refund comes first: once the subscription has ended, nobody looks at it again.
    if (why === 'second') refund(one.paymentId);
    chores.push({ kind: 'end-subscription', subscriptionId: one.id, why });
  }
  for (const product of ['lifetime', 'unlock_price'] as const) {
    const paid = facts.purchases.filter((one) => one.product === product && !one.isReversed);
    for (const one of paid.toSorted(byPayment).slice(1)) refund(one.paymentId);
  }
  return chores;
}
