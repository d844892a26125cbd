import type Stripe from 'stripe';
import { livingCustomer } from '../customers.ts';
import { attachMethod, methodNamed } from '../payments/payment-methods.ts';
import * as field from '../wire/parameters.ts';
import { listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest, notModelled } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { changePrice, type PriceChange } from './change-subscription.ts';
import { endSubscription, hasEnded } from './end-subscription.ts';
import { methodFor } from './method-for.ts';
import { payInvoice } from './pay-invoice.ts';
import { activate, openSubscription } from './start-subscription.ts';
import { itemIn, periodOf } from './subscription-object.ts';

const cancellationDetails = field.group(
  field.shapeOf<Stripe.SubscriptionUpdateParams.CancellationDetails>()({
    comment: field.clearable(field.text),
    feedback: field.clearable(
      field.choice(
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ),
    ),
  }),
);
const create = field.shapeOf<Stripe.SubscriptionCreateParams>()({
  customer: field.required(field.text),
  items: field.required(
    field.list(field.group({ price: field.required(field.text), quantity: field.whole })),
  ),
  default_payment_method: field.text,
  description: field.text,
  metadata: field.metadata,
  payment_behavior: field.choice('allow_incomplete', 'error_if_incomplete', 'default_incomplete'),
  off_session: field.flag,
});
const update = field.shapeOf<Stripe.SubscriptionUpdateParams>()({
  items: field.list(field.group({ id: field.text, price: field.text, quantity: field.whole })),
  proration_behavior: field.choice('create_prorations', 'always_invoice', 'none'),
  billing_cycle_anchor: field.choice('now', 'unchanged'),
  payment_behavior: field.choice('allow_incomplete', 'error_if_incomplete'),
  cancel_at_period_end: field.flag,
  cancel_at: field.clearable(field.whole),
  cancellation_details: cancellationDetails,
  default_payment_method: field.text,
  description: field.clearable(field.text),
  metadata: field.metadata,
});
const cancel = field.shapeOf<Stripe.SubscriptionCancelParams>()({
  cancellation_details: cancellationDetails,
  invoice_now: field.flag,
  prorate: field.flag,
});
const statuses = field.choice(
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'paused',
  'all',
  'ended',
);
const find = field.shapeOf<Stripe.SubscriptionListParams>()({
  ...field.paging,
  customer: field.text,
  price: field.text,
  status: statuses,
});
const findItems = field.shapeOf<Stripe.SubscriptionItemListParams>()({
  ...field.paging,
  subscription: field.required(field.text),
});

function createSubscription(world: World, input: field.Parameters<typeof create>): Stripe.Subscription {
  const customer = livingCustomer(world, input.customer, 'customer');
  const [item, second] = input.items;
  if (!item) throw badRequest('Missing required param: items.', 'items', 'parameter_missing');
  if (second) throw notModelled('subscriptions with more than one item', 'items[1]');
  const method = input.default_payment_method
    ? attachMethod(
        world,
        methodNamed(world, input.default_payment_method, 'default_payment_method'),
        customer.id,
      )
    : null;
  const { subscription, invoice } = openSubscription(world, {
    customer: customer.id,
    price: world.store.get('price', item.price, 'items[0][price]'),
    quantity: item.quantity ?? 1,
    metadata: field.mergeMetadata(null, input.metadata),
    description: input.description ?? null,
    paymentMethod: method?.id ?? null,
  });
  if (input.payment_behavior === 'default_incomplete') return subscription;
  const card = method ?? methodFor(world, subscription);
  if (!card) {
    const words =
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.';
    throw badRequest(words, undefined, 'resource_missing');
  }
  const { invoice: after, outcome } = payInvoice(world, invoice, card, { onSession: !input.off_session });
  if (after.status === 'paid') return activate(world, subscription);
  if (input.payment_behavior === 'error_if_incomplete' && outcome?.failure) throw outcome.failure;
  return world.store.get('subscription', subscription.id);
}

/** What cancelling at the end, or at a moment, or taking it back does to the fields. */
function cancellationPatch(
  world: World,
  subscription: Stripe.Subscription,
  input: field.Parameters<typeof update>,
): Partial<Stripe.Subscription> {
  const { cancel_at_period_end: atEnd, cancel_at: at, cancellation_details: details } = input;
  if (atEnd !== undefined && at)
    throw badRequest(
      'cancel_at and cancel_at_period_end cannot both be set.',
      'cancel_at',
      'parameters_exclusive',
    );
  const before = subscription.cancellation_details;
  if (atEnd === undefined && at === undefined)
    return details ? { cancellation_details: { ...before!, ...details } } : {};
  if (typeof at === 'number' && at <= world.now())
    throw badRequest('cancel_at must be a future timestamp.', 'cancel_at');
  const isEnding = atEnd === true || typeof at === 'number';
  return {
    cancel_at_period_end: atEnd ?? false,
    cancel_at: atEnd ? periodOf(subscription).end : (at ?? null),
    canceled_at: isEnding ? (subscription.canceled_at ?? world.now()) : null,
    cancellation_details: {
      comment: details?.comment ?? null,
      feedback: details?.feedback ?? null,
      feedback_option: null,
      reason: isEnding ? 'cancellation_requested' : null,
    },
  };
}

function wantedPrice(
  world: World,
  subscription: Stripe.Subscription,
  input: field.Parameters<typeof update>,
): PriceChange | undefined {
  const [sent, second] = input.items ?? [];
  if (second) throw notModelled('subscriptions with more than one item', 'items[1]');
  const startsAnew = input.billing_cycle_anchor === 'now';
  if (!sent && !startsAnew) return undefined;
  const item = itemIn(subscription);
  if (sent && sent.id === undefined)
    throw notModelled('adding items: name the item to change by its id', 'items[0][id]');
  if (sent && sent.id !== item.id)
    throw badRequest(`No such subscription item: '${sent.id}'`, 'items[0][id]', 'resource_missing');
  return {
    price: sent?.price ? world.store.get('price', sent.price, 'items[0][price]') : item.price,
    quantity: sent?.quantity ?? item.quantity ?? 1,
    prorations: input.proration_behavior ?? 'create_prorations',
    startsAnew,
    refusesFailure: input.payment_behavior === 'error_if_incomplete',
  };
}

/** An update as the API and the portal make it. */
export function updateSubscription(
  world: World,
  id: string,
  input: field.Parameters<typeof update>,
): Stripe.Subscription {
  const subscription = world.store.get('subscription', id);
  if (hasEnded(subscription)) {
    const words = 'A canceled subscription can only update its cancellation_details and metadata.';
    const isOther = Object.keys(input).some((name) => name !== 'metadata' && name !== 'cancellation_details');
    if (isOther) throw badRequest(words, undefined, 'invalid_canceled_subscription_fields');
  }
  if (input.default_payment_method) {
    const method = world.store.get('payment_method', input.default_payment_method, 'default_payment_method');
    if (method.customer !== subscription.customer) {
      throw badRequest('The customer does not have a payment method with this ID.', 'default_payment_method');
    }
  }
  const wanted = wantedPrice(world, subscription, input);
  const priced = wanted ? changePrice(world, subscription, wanted) : subscription;
  return change(world, 'customer.subscription.updated', priced, {
    ...cancellationPatch(world, priced, input),
    ...(input.default_payment_method && { default_payment_method: input.default_payment_method }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.metadata && { metadata: field.mergeMetadata(priced.metadata, input.metadata) }),
  });
}

export const subscriptionRoutes: Routes = {
  'POST /v1/subscriptions': route(create, createSubscription),
  'GET /v1/subscriptions/{id}': retrieve('subscription'),
  'POST /v1/subscriptions/{id}': route(update, (world, input, id) => updateSubscription(world, id, input)),
  'DELETE /v1/subscriptions/{id}': route(cancel, (world, input, id) => {
    if (input.prorate) throw notModelled('prorations when a subscription is cancelled at once', 'prorate');
    if (input.invoice_now)
      throw notModelled('a last invoice when a subscription is cancelled at once', 'invoice_now');
    const { comment, feedback } = input.cancellation_details ?? {};
    const subscription = world.store.get('subscription', id);
    return endSubscription(world, subscription, 'cancellation_requested', {
      comment: comment ?? null,
      feedback: feedback ?? null,
    });
  }),
  'GET /v1/subscriptions': route(find, (world, { customer, price, status, ...page }) => {
    const fits = (one: Stripe.Subscription) => {
      if (price !== undefined && itemIn(one).price.id !== price) return false;
      if (status === 'all') return true;
      if (status === 'ended') return hasEnded(one);
      return status === undefined ? one.status !== 'canceled' : one.status === status;
    };
    return listPage(world, 'subscription', '/v1/subscriptions', page, fits, customer);
  }),
  'GET /v1/subscription_items': route(findItems, (world, { subscription }) => {
    return world.store.get('subscription', subscription, 'subscription').items;
  }),
};
