import type Stripe from 'stripe';
import type { AnyObject } from '../object-store.ts';
import { change, type Moments, type World } from '../world.ts';
import { takePendingLines } from './change-subscription.ts';
import { drawUpInvoice } from './draw-up-invoice.ts';
import { endSubscription, hasEnded } from './end-subscription.ts';
import { methodFor } from './method-for.ts';
import { payInvoice, scheduleAttempt, voidInvoice } from './pay-invoice.ts';
import { periodEnd } from './periods.ts';
import { activeDiscounts, periodLine, withoutSpentDiscounts } from './start-subscription.ts';
import { itemIn, itemsWith, periodOf } from './subscription-object.ts';

const daySeconds = 86_400;
/** Days from one failed attempt to the next; after the last one the subscription ends as the account says. */
const retryAfterDays = [3, 5, 7];
function giveUp(world: World, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  scheduleAttempt(world, invoice, null);
  if (world.afterFailedRenewals === 'cancel') endSubscription(world, subscription, 'payment_failed');
  else change(world, 'customer.subscription.updated', subscription, { status: 'unpaid' });
}

/** Charges an open renewal invoice; the subscription follows its outcome. */
function attempt(world: World, invoice: Stripe.Invoice, subscriptionId: string): void {
  const subscription = world.store.get('subscription', subscriptionId);
  const { invoice: after } = payInvoice(world, invoice, methodFor(world, subscription), { onSession: false });
  const current = world.store.get('subscription', subscriptionId);
  if (after.status === 'paid') {
    change(world, 'customer.subscription.updated', current, { status: 'active' });
    return;
  }
  const waitDays = retryAfterDays[after.attempt_count - 1];
  if (waitDays === undefined) {
    giveUp(world, current, after);
    return;
  }
  scheduleAttempt(world, after, world.now() + waitDays * daySeconds);
  change(world, 'customer.subscription.updated', current, { status: 'past_due' });
}

/** The next period: it begins whether or not it is paid, as with Stripe. */
function renew(world: World, subscription: Stripe.Subscription): void {
  const item = itemIn(subscription);
  const start = item.current_period_end;
  const end = periodEnd(start, subscription.billing_cycle_anchor, item.price.recurring!);
  const moved = change(world, 'customer.subscription.updated', subscription, {
    items: itemsWith(subscription, { ...item, current_period_start: start, current_period_end: end }),
  });
  const drawn = drawUpInvoice(world, {
    customer: world.store.get('customer', String(moved.customer)),
    currency: moved.currency,
    reason: 'subscription_cycle',
    lines: [...takePendingLines(world, moved.id), periodLine(world, moved)],
    discounts: activeDiscounts(world, moved),
    period: periodOf(subscription),
    subscription: { id: moved.id, metadata: moved.metadata },
  });
  const discounts = withoutSpentDiscounts(world, moved);
  world.store.save({ ...world.store.get('subscription', moved.id), latest_invoice: drawn.id, discounts });
  if (moved.status === 'unpaid') return;
  attempt(world, drawn, moved.id);
}

function giveUpFirstPayment(world: World, subscription: Stripe.Subscription): void {
  const invoice = world.store.find('invoice', String(subscription.latest_invoice));
  if (invoice?.status === 'open') voidInvoice(world, invoice);
  endSubscription(world, subscription, 'payment_failed');
}

function stepSubscription(world: World, subscription: Stripe.Subscription): void {
  if (subscription.status === 'incomplete') {
    giveUpFirstPayment(world, subscription);
    return;
  }
  const isEnding = (subscription.cancel_at ?? Number.POSITIVE_INFINITY) <= world.now();
  if (isEnding || subscription.cancel_at_period_end)
    endSubscription(world, subscription, 'cancellation_requested');
  else renew(world, subscription);
}

function stepInvoice(world: World, invoice: Stripe.Invoice): void {
  const of = invoice.parent?.subscription_details?.subscription;
  const subscription = of ? world.store.find('subscription', String(of)) : undefined;
  // Nobody is charged for what has ended.
  if (!subscription || hasEnded(subscription)) scheduleAttempt(world, invoice, null);
  else attempt(world, invoice, subscription.id);
}

function expire(world: World, session: Stripe.Checkout.Session): void {
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired', url: null };
  world.store.save(expired);
  world.emit('checkout.session.expired', expired);
}

function stepOn(world: World, object: AnyObject): void {
  if (object.object === 'subscription') stepSubscription(world, object);
  if (object.object === 'invoice') stepInvoice(world, object);
  if (object.object === 'checkout.session') expire(world, object);
}

/**
 * Lives through everything that fell due up to now, in its order and each at its own moment. Returns how many things
 * happened.
 */
export function catchUp(world: World, moments: Moments): number {
  const now = moments.now();
  for (let count = 0; ; count++) {
    const due = world.store.firstDue(now);
    if (!due) return count;
    moments.at(due.at, () => stepOn(world, due.object));
  }
}
