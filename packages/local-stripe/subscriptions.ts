import type Stripe from 'stripe';
import { countUse, discountBy, unitAmount, usableCode } from './catalog.ts';
import { drawUpInvoice, type LineDraft, payInvoice, scheduleAttempt } from './invoices.ts';
import {
  type AnyObject,
  change,
  listPage,
  newId,
  nulls,
  type Routes,
  retrieve,
  route,
  type World,
} from './store.ts';
import {
  endSubscription,
  hasEnded,
  itemIn,
  itemsWith,
  lineText,
  methodFor,
  monthsOf,
  type NewSubscription,
  periodEnd,
  periodOf,
  shareLeft,
  subscriptionOf,
  withPrice,
} from './subscription-object.ts';
import * as field from './wire.ts';
import { badRequest } from './wire.ts';

/** The line that a whole period of a subscription makes. */
function periodLine(world: World, subscription: Stripe.Subscription): LineDraft {
  const { id: item, price } = itemIn(subscription);
  return {
    cents: unitAmount(price),
    description: lineText(world, price),
    price,
    period: periodOf(subscription),
    subscriptionItem: { subscription: subscription.id, item },
  };
}

type Billed = {
  reason: Stripe.Invoice.BillingReason;
  lines: LineDraft[];
  period: { start: number; end: number };
};

/** An invoice for a subscription, which names it as its latest. */
function bill(
  world: World,
  subscription: Stripe.Subscription,
  billed: Billed,
  discount?: { id: string; cents: number },
): Stripe.Invoice {
  const { store } = world;
  const invoice = drawUpInvoice(world, {
    ...billed,
    customer: store.get('customer', String(subscription.customer)),
    subscription,
    ...(discount && { discount }),
  });
  store.save({ ...store.get('subscription', subscription.id), latest_invoice: invoice.id });
  return invoice;
}

/**
 * A new subscription with its first invoice, both still unpaid; the code takes something off this invoice alone. The
 * caller collects and then calls `activate`.
 */
export function openSubscription(
  world: World,
  given: NewSubscription,
  code: string | undefined,
): { subscription: string; invoice: Stripe.Invoice } {
  const { id } = world.store.insert(subscriptionOf(world, given));
  const opened = world.store.get('subscription', id);
  const discount =
    code === undefined ? undefined : { id: newId('di'), cents: discountBy(world, code, given.price) };
  if (code !== undefined) countUse(world, usableCode(world, code));
  const [lines, period] = [[periodLine(world, opened)], { start: world.now(), end: world.now() }];
  const invoice = bill(world, opened, { reason: 'subscription_create', lines, period }, discount);
  world.emit('customer.subscription.created', world.store.get('subscription', id));
  return { subscription: id, invoice };
}

/** Saves a change of a subscription and tells it. */
export const changeSubscription = (
  world: World,
  id: string,
  patch: Partial<Stripe.Subscription>,
): Stripe.Subscription =>
  change(world, 'customer.subscription.updated', world.store.get('subscription', id), patch);

/** Another price from now on, which begins a period of its own. Gives the invoice, not paid yet. */
export function changePrice(world: World, before: Stripe.Subscription, price: Stripe.Price): Stripe.Invoice {
  const [item, now, old] = [itemIn(before), world.now(), periodOf(before)];
  const period = { start: now, end: periodEnd(now, now, monthsOf(price)) };
  const after = changeSubscription(world, before.id, {
    items: itemsWith(before, withPrice(item, price, period)),
    billing_cycle_anchor: now,
    ...(before.cancel_at_period_end && { cancel_at: period.end }),
  });
  const unused: LineDraft = {
    cents: -Math.round(unitAmount(item.price) * shareLeft(old, now)),
    description: `Unused time on ${lineText(world, item.price)} after ${new Date(now * 1000).toISOString().slice(0, 10)}`,
    price: item.price,
    period: { start: now, end: old.end },
    isProration: true,
    subscriptionItem: { subscription: before.id, item: item.id },
  };
  return bill(world, after, {
    reason: 'subscription_update',
    lines: [unused, periodLine(world, after)],
    period,
  });
}

/** Changes the price and charges the card: the rest is paid now, or nothing happens and the refusal is thrown. */
export function switchPrice(world: World, before: Stripe.Subscription, price: Stripe.Price): void {
  const { refusal } = payInvoice(world, changePrice(world, before, price), methodFor(world, before));
  if (refusal) throw badRequest(refusal);
}

const daySeconds = 86_400;
/** Days from one failed attempt to the next; after the last one the subscription ends. */
const retryAfterDays = [3, 5, 7];

/** Charges an open renewal invoice; the subscription follows its outcome. */
function attempt(world: World, invoice: Stripe.Invoice, subscription: Stripe.Subscription): void {
  const { invoice: after } = payInvoice(world, invoice, methodFor(world, subscription));
  if (after.status === 'paid') {
    changeSubscription(world, subscription.id, { status: 'active' });
    return;
  }
  const waitDays = retryAfterDays[after.attempt_count - 1];
  if (waitDays === undefined) {
    scheduleAttempt(world, after, null);
    endSubscription(world, world.store.get('subscription', subscription.id), 'payment_failed');
    return;
  }
  scheduleAttempt(world, after, world.now() + waitDays * daySeconds);
  changeSubscription(world, subscription.id, { status: 'past_due' });
}

/** The next period: it begins whether or not it is paid, as with Stripe. */
function renew(world: World, subscription: Stripe.Subscription): void {
  const item = itemIn(subscription);
  const { end: start } = periodOf(subscription);
  const end = periodEnd(start, subscription.billing_cycle_anchor, monthsOf(item.price));
  const moved = changeSubscription(world, subscription.id, {
    items: itemsWith(subscription, { ...item, current_period_start: start, current_period_end: end }),
  });
  const billed = { lines: [periodLine(world, moved)], period: periodOf(subscription) };
  attempt(world, bill(world, moved, { reason: 'subscription_cycle', ...billed }), moved);
}

function stepInvoice(world: World, invoice: Stripe.Invoice): void {
  const subscription = world.store.get(
    'subscription',
    String(invoice.parent!.subscription_details!.subscription),
  );
  // Nobody is charged for what has ended.
  if (hasEnded(subscription)) scheduleAttempt(world, invoice, null);
  else attempt(world, invoice, subscription);
}

/** What an object does by itself when it falls due. */
export function stepOn(world: World, object: AnyObject): void {
  if (object.object === 'invoice') stepInvoice(world, object);
  if (object.object === 'checkout.session')
    change(world, 'checkout.session.expired', object, { status: 'expired', url: null });
  if (object.object !== 'subscription') return;
  if (object.cancel_at_period_end) endSubscription(world, object, 'cancellation_requested');
  else renew(world, object);
}

/** Cancels a subscription at the end of its period, or takes that back. */
export function setEnding(world: World, id: string, isEnding: boolean): Stripe.Subscription {
  const subscription = world.store.get('subscription', id);
  if (hasEnded(subscription)) {
    const words = 'A canceled subscription can only update its cancellation_details and metadata.';
    throw badRequest(words, undefined, 'invalid_canceled_subscription_fields');
  }
  return changeSubscription(world, id, {
    cancel_at_period_end: isEnding,
    cancel_at: isEnding ? periodOf(subscription).end : null,
    canceled_at: isEnding ? (subscription.canceled_at ?? world.now()) : null,
    cancellation_details: {
      ...nulls('comment feedback feedback_option'),
      reason: isEnding ? 'cancellation_requested' : null,
    },
  });
}

const changedSubscription = field.shapeOf<Stripe.SubscriptionUpdateParams>()({
  cancel_at_period_end: field.required(field.flag),
});
const soughtSubscriptions = field.shapeOf<Stripe.SubscriptionListParams>()({
  ...field.paging,
  customer: field.text,
  status: field.choice('all'),
});

export const subscriptionRoutes: Routes = {
  'GET /v1/subscriptions/{id}': retrieve('subscription'),
  'POST /v1/subscriptions/{id}': route(changedSubscription, (world, input, id) =>
    setEnding(world, id, input.cancel_at_period_end),
  ),
  'DELETE /v1/subscriptions/{id}': route({}, (world, _, id) =>
    endSubscription(world, world.store.get('subscription', id), 'cancellation_requested'),
  ),
  'GET /v1/subscriptions': route(soughtSubscriptions, (world, { customer, status, ...page }) => {
    const fits = (one: Stripe.Subscription) => status === 'all' || !hasEnded(one);
    return listPage(world, 'subscription', page, fits, customer);
  }),
};
