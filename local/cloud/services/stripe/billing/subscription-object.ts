import type Stripe from 'stripe';
import { asDecimal, productIdOf, unitAmount } from '../catalog/prices.ts';
import { newId } from '../object-store.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import type { World } from '../world.ts';
import { type Period, periodEnd } from './periods.ts';

/** Prices as the older plan objects, which subscription items still carry. */
function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
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
    meter: null,
    nickname: price.nickname,
    product: productIdOf(price),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
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
  description: string | null;
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
    ...{ application: null, application_fee_percent: null },
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    ...{ billing_cycle_anchor: now, billing_cycle_anchor_config: null },
    billing_mode: { type: 'classic', flexible: null },
    ...{ billing_schedules: [], billing_thresholds: null },
    ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null },
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    ...{ customer: given.customer, customer_account: null, days_until_due: null },
    ...{ default_payment_method: given.paymentMethod, default_source: null, default_tax_rates: [] },
    ...{ description: given.description, discounts: [], ended_at: null },
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [itemOf(world, id, price, given.quantity, period)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    ...{ next_pending_invoice_item_invoice: null, on_behalf_of: null, pause_collection: null },
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    ...{
      pending_invoice_item_interval: null,
      pending_setup_intent: null,
      pending_update: null,
      schedule: null,
    },
    start_date: now,
    status: 'incomplete',
    ...{ test_clock: null, transfer_data: null, trial_end: null },
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
