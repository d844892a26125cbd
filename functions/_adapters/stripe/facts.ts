import type Stripe from 'stripe';
import type { PurchaseFact, StripeFacts, SubscriptionFact } from '#core/payment/stripe-facts.ts';
import { productKeys } from '#core/plan/plans.ts';
import { type CustomerObjects, chargeOf, idOf, paymentOf } from './customer-objects.ts';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

// A price whose amount was changed has given its lookup key to its successor: its interval still tells what it is.
function subscribedProduct(price: Stripe.Price, { prices }: CustomerObjects): SubscriptionFact['product'] {
  const known = prices.productOf(price.id);
  if (known === 'premium_monthly' || known === 'premium_quarterly') return known;
  if (price.recurring?.interval !== 'month') return 'premium';
  return (
    { 1: 'premium_monthly' as const, 3: 'premium_quarterly' as const }[price.recurring.interval_count] ??
    'premium'
  );
}

function subscriptionFact(one: Stripe.Subscription, objects: CustomerObjects): SubscriptionFact | null {
  const item = one.items.data[0];
  if (!item) return null;
  const invoice = typeof one.latest_invoice === 'object' ? one.latest_invoice : null;
  const paymentId = invoice && paymentOf(invoice);
  const endsAt = one.cancel_at ?? (one.cancel_at_period_end ? item.current_period_end : null);
  return {
    id: one.id,
    itemId: item.id,
    product: subscribedProduct(item.price, objects),
    status: one.status,
    startedAt: iso(one.start_date),
    periodEnd: iso(item.current_period_end),
    endsAt: endsAt === null ? null : iso(endsAt),
    endedAt: one.ended_at === null ? null : iso(one.ended_at),
    paymentId,
    isReversed: paymentId !== null && objects.reversed.has(paymentId),
  };
}

const boughtOnce = (name: string | undefined): PurchaseFact['product'] | null => {
  const product = productKeys.find((key) => key === name);
  return product === 'lifetime' || product === 'deal_finder_boost' || product === 'unlock_price'
    ? product
    : null;
};

/** A checkout whose money has come; null while it has not (some ways of paying take days). */
function checkoutFact(one: Stripe.Checkout.Session, objects: CustomerObjects): PurchaseFact | null {
  const product = boughtOnce(one.metadata?.product);
  if (one.mode !== 'payment' || product === null || one.payment_status === 'unpaid') return null;
  const paymentId = idOf(one.payment_intent);
  const charge = paymentId === null ? null : chargeOf(objects.payments.get(paymentId));
  return {
    id: one.id,
    product,
    paidAt: iso(charge?.created ?? one.created),
    paymentId,
    isReversed: paymentId !== null && objects.reversed.has(paymentId),
  };
}

/** A product that was booked by a promotion code: an invoice over nothing. */
function redemptionFact(invoice: Stripe.Invoice): PurchaseFact | null {
  const product = boughtOnce(invoice.metadata?.product);
  const paidAt = invoice.status_transitions.paid_at;
  if (product === null || invoice.status !== 'paid' || paidAt === null) return null;
  return { id: invoice.id, product, paidAt: iso(paidAt), paymentId: null, isReversed: false };
}

const isFact = <T>(fact: T | null): fact is T => fact !== null;

export function factsOf(objects: CustomerObjects): StripeFacts {
  return {
    subscriptions: objects.subscriptions.map((one) => subscriptionFact(one, objects)).filter(isFact),
    purchases: [
      ...objects.checkouts.map((one) => checkoutFact(one, objects)),
      ...objects.invoices.map(redemptionFact),
    ].filter(isFact),
  };
}
