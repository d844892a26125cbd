import type Stripe from 'stripe';
import { asDecimal, productName, unitAmount } from './catalog.ts';
import { type AnyObject, newId, nulls, type World } from './store.ts';
import { badRequest } from './wire.ts';

export type Period = { start: number; end: number };

/** `count` calendar months on, on the same day or the month's last: the 31st of January ends on the 28th of February. */
function addMonths(moment: number, count: number): number {
  const date = new Date(moment * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  return Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()) / 1000;
}

/** The end of the period that begins at `start`, counted from the anchor so that the day of the month never drifts. */
export function periodEnd(start: number, anchor: number, months: number): number {
  let times = 1;
  while (addMonths(anchor, months * times) <= start) times += 1;
  return addMonths(anchor, months * times);
}

/** How many months a price pays for. */
export const monthsOf = (price: Stripe.Price): number => price.recurring?.interval_count ?? 1;

/** The share of a period that is still to come, 0 to 1. */
export function shareLeft({ start, end }: Period, now: number): number {
  return end <= start ? 0 : Math.min(1, Math.max(0, (end - now) / (end - start)));
}

/** "1 × Premium (at €9.00 / month)", as invoices say it. */
export function lineText(world: World, price: Stripe.Price): string {
  const product = productName(world, price);
  if (!price.recurring) return product;
  const months = monthsOf(price);
  const every = months === 1 ? 'month' : `every ${months} months`;
  return `1 × ${product} (at €${(unitAmount(price) / 100).toFixed(2)} / ${every})`;
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
    interval: 'month',
    interval_count: monthsOf(price),
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: 'licensed',
  };
}

/** An item with another price. */
export const withPrice = (
  item: Stripe.SubscriptionItem,
  price: Stripe.Price,
  { start, end }: Period,
): Stripe.SubscriptionItem => ({
  ...item,
  ...{ price, plan: planOf(price), current_period_start: start, current_period_end: end },
});

function itemOf(
  world: World,
  subscription: string,
  price: Stripe.Price,
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
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

export type NewSubscription = {
  customer: string;
  price: Stripe.Price;
  metadata: Record<string, string>;
  paymentMethod: string;
};

/** A subscription that has not been paid for yet; its first period begins now. */
export function subscriptionOf(world: World, given: NewSubscription): Stripe.Subscription {
  const { price } = given;
  const [id, now] = [newId('sub'), world.now()];
  const period = { start: now, end: periodEnd(now, now, monthsOf(price)) };
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
      data: [itemOf(world, id, price, period)],
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

/** The card that a subscription is charged to. */
export const methodFor = (world: World, subscription: Stripe.Subscription): Stripe.PaymentMethod =>
  world.store.get('payment_method', String(subscription.default_payment_method));

export const hasEnded = ({ status }: Stripe.Subscription): boolean => status === 'canceled';

/** Ends a subscription at this moment, for good. */
export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
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
    cancellation_details: { ...nulls('comment feedback feedback_option'), reason },
  };
  world.store.save(ended);
  world.emit('customer.subscription.deleted', ended);
  return ended;
}

/** When an object will change by itself, in epoch seconds; null when only somebody's doing can change it. */
export function dueOf(object: AnyObject): number | null {
  switch (object.object) {
    case 'subscription':
      return hasEnded(object) ? null : periodOf(object).end;
    case 'invoice':
      return object.status === 'open' ? object.next_payment_attempt : null;
    case 'checkout.session':
      return object.status === 'open' ? object.expires_at : null;
    default:
      return null;
  }
}
