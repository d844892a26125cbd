import type Stripe from 'stripe';
import { asDecimal, productIdOf, unitAmount } from './catalog.ts';
import { type AnyObject, newId, nulls, type World } from './store.ts';
import { badRequest } from './wire.ts';

export type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;
export type Period = { start: number; end: number };

const daySeconds = 86_400;

/** `count` calendar months on, on the same day or the month's last: the 31st of January ends on the 28th of February. */
function addMonths(moment: number, count: number): number {
  const date = new Date(moment * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  return Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()) / 1000;
}

function step(anchor: number, { interval, interval_count: count }: Interval, times: number): number {
  const by = count * times;
  switch (interval) {
    case 'day':
      return anchor + by * daySeconds;
    case 'week':
      return anchor + by * 7 * daySeconds;
    case 'year':
      return addMonths(anchor, by * 12);
    default:
      return addMonths(anchor, by);
  }
}

/** The end of the period that begins at `start`, counted from the anchor so that the day of the month never drifts. */
export function periodEnd(start: number, anchor: number, every: Interval): number {
  let times = 1;
  while (step(anchor, every, times) <= start) times += 1;
  return step(anchor, every, times);
}

/** The share of a period that is still to come, 0 to 1. */
export function shareLeft({ start, end }: Period, now: number): number {
  return end <= start ? 0 : Math.min(1, Math.max(0, (end - now) / (end - start)));
}

export const sameInterval = (a: Interval, b: Interval): boolean =>
  a.interval === b.interval && a.interval_count === b.interval_count;

/** "1 × Premium (at €9.00 / month)", as invoices say it. */
export function lineText(world: World, price: Stripe.Price, quantity: number): string {
  const product = world.store.find('product', String(price.product))?.name ?? String(price.product);
  const cost = `€${(unitAmount(price) / 100).toFixed(2)}`;
  if (!price.recurring) return product;
  const { interval, interval_count: count } = price.recurring;
  return `${quantity} × ${product} (at ${cost} / ${count === 1 ? interval : `every ${count} ${interval}s`})`;
}

/** Prices as the older plan objects, which subscription items still carry. */
function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    ...nulls('meter tiers_mode transform_usage trial_period_days'),
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: asDecimal(unitAmount(price)),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: productIdOf(price),
    usage_type: 'licensed',
  };
}

export const withPrice = (item: Stripe.SubscriptionItem, price: Stripe.Price): Stripe.SubscriptionItem => ({
  ...item,
  price,
  plan: planOf(price),
});

function itemOf(
  world: World,
  subscription: string,
  price: Stripe.Price,
  quantity: number,
  period: Period,
): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: world.now(),
    current_period_start: period.start,
    current_period_end: period.end,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

export type NewSubscription = {
  customer: string;
  price: Stripe.Price;
  quantity: number;
  metadata: Record<string, string>;
  paymentMethod: string | null;
};

/** A subscription that has not been paid for yet; its first period begins now. */
export function subscriptionOf(world: World, given: NewSubscription): Stripe.Subscription {
  const { price } = given;
  if (!price.recurring) {
    const words = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`;
    throw badRequest(words, 'items[0][price]');
  }
  const [id, now] = [newId('sub'), world.now()];
  const period = { start: now, end: periodEnd(now, now, price.recurring) };
  return {
    id,
    object: 'subscription',
    ...nulls('latest_invoice managed_payments application application_fee_percent'),
    ...nulls('billing_cycle_anchor_config billing_thresholds cancel_at canceled_at customer_account'),
    ...nulls('days_until_due default_source ended_at next_pending_invoice_item_invoice on_behalf_of'),
    ...nulls('pause_collection pending_invoice_item_interval pending_setup_intent pending_update'),
    ...nulls('schedule test_clock transfer_data trial_end'),
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_mode: { type: 'classic', flexible: null },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: given.customer,
    default_payment_method: given.paymentMethod,
    default_tax_rates: [],
    description: null,
    discounts: [],
    invoice_settings: {
      ...nulls('account_tax_ids custom_fields description footer'),
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [itemOf(world, id, price, given.quantity, period)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    livemode: false,
    metadata: given.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    start_date: now,
    status: 'incomplete',
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  };
}

/** The one item: subscriptions here have exactly one. */
export function itemIn(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw badRequest(`The subscription ${subscription.id} has no item.`);
  return item;
}

export const periodOf = (subscription: Stripe.Subscription): Period => {
  const item = itemIn(subscription);
  return { start: item.current_period_start, end: item.current_period_end };
};

/** The items with the one item changed. */
export const itemsWith = (
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Stripe.Subscription['items'] => ({
  ...subscription.items,
  data: [item],
});

const idOf = (held: string | { id: string } | null): string | null =>
  typeof held === 'string' ? held : (held?.id ?? null);

/** The card that a subscription is charged to: its own, else its customer's. */
export function methodFor(world: World, subscription: Stripe.Subscription): Stripe.PaymentMethod | null {
  const customer = world.store.find('customer', String(subscription.customer));
  const id =
    idOf(subscription.default_payment_method) ??
    idOf(customer?.invoice_settings?.default_payment_method ?? null);
  return (id !== null && world.store.find('payment_method', id)) || null;
}

export type EndReason = 'cancellation_requested' | 'payment_failed';

export const hasEnded = ({ status }: Stripe.Subscription): boolean => status === 'canceled';

/** Ends a subscription at this moment, for good. */
export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: EndReason,
): Stripe.Subscription {
  if (hasEnded(subscription)) {
    const words = `No such subscription: '${subscription.id}'`;
    throw badRequest(words, 'id', 'resource_missing');
  }
  const now = world.now();
  const ended: Stripe.Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancel_at: null,
    cancellation_details: {
      ...nulls('comment feedback feedback_option'),
      reason,
    },
  };
  world.store.save(ended);
  world.emit('customer.subscription.deleted', ended);
  return ended;
}

function subscriptionDue(subscription: Stripe.Subscription): number | null {
  if (hasEnded(subscription)) return null;
  return Math.min(periodOf(subscription).end, subscription.cancel_at ?? Number.POSITIVE_INFINITY);
}

/** When an object will change by itself, in epoch seconds; null when only somebody's doing can change it. */
export function dueOf(object: AnyObject): number | null {
  switch (object.object) {
    case 'subscription':
      return subscriptionDue(object);
    case 'invoice':
      return object.status === 'open' ? object.next_payment_attempt : null;
    case 'checkout.session':
      return object.status === 'open' ? object.expires_at : null;
    default:
      return null;
  }
}
