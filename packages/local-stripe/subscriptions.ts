import type Stripe from 'stripe';
import { type Offer, redeem, unitAmount } from './catalog.ts';
import { attachMethod, livingCustomer, methodNamed } from './customers.ts';
import { drawUpInvoice, type LineDraft, payInvoice, scheduleAttempt } from './invoices.ts';
import {
  type AnyObject,
  change,
  listPage,
  type Moments,
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
  type NewSubscription,
  type Period,
  periodEnd,
  periodOf,
  sameInterval,
  shareLeft,
  subscriptionOf,
  withPrice,
} from './subscription-object.ts';
import * as field from './wire.ts';
import { badRequest, notModelled, type StripeFailure } from './wire.ts';

/** The line that a whole period of a subscription makes. */
export function periodLine(world: World, subscription: Stripe.Subscription): LineDraft {
  const item = itemIn(subscription);
  const quantity = item.quantity ?? 1;
  return {
    cents: unitAmount(item.price) * quantity,
    description: lineText(world, item.price, quantity),
    price: item.price,
    quantity,
    period: periodOf(subscription),
    subscriptionItem: { subscription: subscription.id, item: item.id },
  };
}

/** The discounts that still count at this moment. */
export function activeDiscounts(world: World, { discounts }: Stripe.Subscription): Stripe.Discount[] {
  return discounts
    .map((one) => world.store.find('discount', typeof one === 'string' ? one : one.id))
    .filter(
      (one): one is Stripe.Discount => one !== undefined && (one.end === null || one.end > world.now()),
    );
}

/** A coupon for one payment has done its work with the first invoice. */
export function withoutSpentDiscounts(world: World, subscription: Stripe.Subscription): string[] {
  return activeDiscounts(world, subscription)
    .filter(({ source }) => world.store.find('coupon', String(source.coupon))?.duration !== 'once')
    .map((discount) => discount.id);
}

/** A new subscription with its first invoice, both still unpaid. The caller collects and then calls `activate`. */
export function openSubscription(
  world: World,
  given: NewSubscription,
  { offer, session }: { offer?: Offer | undefined; session?: string } = {},
): { subscription: Stripe.Subscription; invoice: Stripe.Invoice } {
  const { store } = world;
  const draft = subscriptionOf(world, given);
  const holder = { customer: given.customer, subscription: draft.id, ...(session && { session }) };
  const discount = offer && redeem(world, offer, holder);
  const opened = store.insert({ ...draft, discounts: discount ? [discount.id] : [] });
  const invoice = drawUpInvoice(world, {
    customer: store.get('customer', given.customer),
    currency: opened.currency,
    reason: 'subscription_create',
    lines: [periodLine(world, opened)],
    discounts: discount ? [discount] : [],
    period: { start: world.now(), end: world.now() },
    subscription: { id: opened.id, metadata: opened.metadata },
    paymentMethod: given.paymentMethod,
  });
  const subscription = store.save({
    ...opened,
    latest_invoice: invoice.id,
    discounts: withoutSpentDiscounts(world, opened),
  });
  world.emit('customer.subscription.created', subscription);
  return { subscription, invoice };
}

/** The first payment came: the subscription counts from now on. */
export function activate(world: World, subscription: Stripe.Subscription): Stripe.Subscription {
  const current = world.store.get('subscription', subscription.id);
  return change(world, 'customer.subscription.updated', current, { status: 'active' });
}

export type PriceChange = { price: Stripe.Price; quantity: number; refusesFailure: boolean };

const dateText = (moment: number) => new Date(moment * 1000).toISOString().slice(0, 10);

function prorationLine(
  world: World,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  quantity: number,
  cents: number,
): LineDraft {
  const words = cents < 0 ? 'Unused time on' : 'Remaining time on';
  return {
    cents,
    description: `${words} ${lineText(world, price, quantity)} after ${dateText(world.now())}`,
    price,
    quantity,
    period: { start: world.now(), end: periodOf(subscription).end },
    isProration: true,
    subscriptionItem: { subscription: subscription.id, item: itemIn(subscription).id },
  };
}

/** Bills the lines at once. A failed payment leaves the subscription past due, or undoes everything when that is asked. */
function invoiceNow(
  world: World,
  subscription: Stripe.Subscription,
  lines: LineDraft[],
  refusesFailure: boolean,
): StripeFailure | undefined {
  const customer = world.store.get('customer', String(subscription.customer));
  const drawn = drawUpInvoice(world, {
    customer,
    currency: subscription.currency,
    reason: 'subscription_update',
    lines,
    discounts: [],
    period: periodOf(subscription),
    subscription: { id: subscription.id, metadata: subscription.metadata },
  });
  world.store.save({ ...world.store.get('subscription', subscription.id), latest_invoice: drawn.id });
  const { invoice, outcome } = payInvoice(world, drawn, methodFor(world, subscription), { onSession: false });
  if (invoice.status === 'paid') return undefined;
  if (refusesFailure)
    throw (
      outcome?.failure ??
      badRequest('This customer has no attached payment source or default payment method.')
    );
  const current = world.store.get('subscription', subscription.id);
  change(world, 'customer.subscription.updated', current, { status: 'past_due' });
  return undefined;
}

/** Another price or quantity from now on, paid at once; another interval begins a period of its own. */
export function changePrice(
  world: World,
  before: Stripe.Subscription,
  wanted: PriceChange,
): Stripe.Subscription {
  const { price, quantity } = wanted;
  if (!price.recurring) throw badRequest('Only recurring prices can be subscribed to.', 'items[0][price]');
  if (price.currency !== before.currency)
    throw badRequest('The currency of a subscription cannot be changed.', 'items[0][price]');
  const [item, now, old] = [itemIn(before), world.now(), periodOf(before)];
  const startsAnew = !sameInterval(price.recurring, item.price.recurring ?? price.recurring);
  const period: Period = startsAnew ? { start: now, end: periodEnd(now, now, price.recurring) } : old;
  const left = shareLeft(old, now);
  const oldQuantity = item.quantity ?? 1;
  const credit = -Math.round(unitAmount(item.price) * oldQuantity * left);
  const changed = {
    ...withPrice(item, price),
    quantity,
    current_period_start: period.start,
    current_period_end: period.end,
  };
  const after = change(world, 'customer.subscription.updated', before, {
    items: itemsWith(before, changed),
    ...(startsAnew && { billing_cycle_anchor: now }),
    ...(before.cancel_at_period_end && { cancel_at: period.end }),
  });
  const rest = Math.round(unitAmount(price) * quantity * left);
  const lines = [
    prorationLine(world, before, item.price, oldQuantity, credit),
    startsAnew ? periodLine(world, after) : prorationLine(world, after, price, quantity, rest),
  ];
  invoiceNow(world, after, lines, wanted.refusesFailure);
  return world.store.get('subscription', before.id);
}

const daySeconds = 86_400;
/** Days from one failed attempt to the next; after the last one the subscription ends. */
const retryAfterDays = [3, 5, 7];

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
    scheduleAttempt(world, after, null);
    endSubscription(world, current, 'payment_failed');
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
    lines: [periodLine(world, moved)],
    discounts: activeDiscounts(world, moved),
    period: periodOf(subscription),
    subscription: { id: moved.id, metadata: moved.metadata },
  });
  const discounts = withoutSpentDiscounts(world, moved);
  world.store.save({ ...world.store.get('subscription', moved.id), latest_invoice: drawn.id, discounts });
  attempt(world, drawn, moved.id);
}

function stepSubscription(world: World, subscription: Stripe.Subscription): void {
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

const newSubscription = field.shapeOf<Stripe.SubscriptionCreateParams>()({
  customer: field.required(field.text),
  items: field.required(
    field.list(field.group({ price: field.required(field.text), quantity: field.whole })),
  ),
  default_payment_method: field.text,
  metadata: field.metadata,
});
const changedSubscription = field.shapeOf<Stripe.SubscriptionUpdateParams>()({
  items: field.list(field.group({ id: field.text, price: field.text, quantity: field.whole })),
  proration_behavior: field.choice('always_invoice'),
  payment_behavior: field.choice('allow_incomplete', 'error_if_incomplete'),
  cancel_at_period_end: field.flag,
  cancel_at: field.clearable(field.whole),
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
const soughtSubscriptions = field.shapeOf<Stripe.SubscriptionListParams>()({
  ...field.paging,
  customer: field.text,
  status: statuses,
});
function createSubscription(
  world: World,
  input: field.Parameters<typeof newSubscription>,
): Stripe.Subscription {
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
    paymentMethod: method?.id ?? null,
  });
  const card = method ?? methodFor(world, subscription);
  if (!card) {
    const words =
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.';
    throw badRequest(words, undefined, 'resource_missing');
  }
  const { invoice: after, outcome } = payInvoice(world, invoice, card, { onSession: true });
  if (after.status === 'paid') return activate(world, subscription);
  throw outcome?.failure ?? notModelled('subscriptions whose first payment waits', 'payment_behavior');
}

/** What cancelling at the end, or at a moment, or taking it back does to the fields. */
function cancellationPatch(
  world: World,
  subscription: Stripe.Subscription,
  input: field.Parameters<typeof changedSubscription>,
): Partial<Stripe.Subscription> {
  const { cancel_at_period_end: atEnd, cancel_at: at } = input;
  if (atEnd !== undefined && at)
    throw badRequest(
      'cancel_at and cancel_at_period_end cannot both be set.',
      'cancel_at',
      'parameters_exclusive',
    );
  if (atEnd === undefined && at === undefined) return {};
  if (typeof at === 'number' && at <= world.now())
    throw badRequest('cancel_at must be a future timestamp.', 'cancel_at');
  const isEnding = atEnd === true || typeof at === 'number';
  return {
    cancel_at_period_end: atEnd ?? false,
    cancel_at: atEnd ? periodOf(subscription).end : (at ?? null),
    canceled_at: isEnding ? (subscription.canceled_at ?? world.now()) : null,
    cancellation_details: {
      ...nulls('comment feedback feedback_option'),
      reason: isEnding ? 'cancellation_requested' : null,
    },
  };
}

function wantedPrice(
  world: World,
  subscription: Stripe.Subscription,
  input: field.Parameters<typeof changedSubscription>,
): PriceChange | undefined {
  const [sent, second] = input.items ?? [];
  if (second) throw notModelled('subscriptions with more than one item', 'items[1]');
  if (!sent) return undefined;
  if (input.proration_behavior === undefined)
    throw notModelled('changes that are not invoiced at once', 'proration_behavior');
  const item = itemIn(subscription);
  if (sent.id === undefined)
    throw notModelled('adding items: name the item to change by its id', 'items[0][id]');
  if (sent.id !== item.id)
    throw badRequest(`No such subscription item: '${sent.id}'`, 'items[0][id]', 'resource_missing');
  return {
    price: sent.price ? world.store.get('price', sent.price, 'items[0][price]') : item.price,
    quantity: sent.quantity ?? item.quantity ?? 1,
    refusesFailure: input.payment_behavior === 'error_if_incomplete',
  };
}

/** A change as the API and the portal make it. */
export function updateSubscription(
  world: World,
  id: string,
  input: field.Parameters<typeof changedSubscription>,
): Stripe.Subscription {
  const subscription = world.store.get('subscription', id);
  if (hasEnded(subscription)) {
    const words = 'A canceled subscription can only update its cancellation_details and metadata.';
    throw badRequest(words, undefined, 'invalid_canceled_subscription_fields');
  }
  const wanted = wantedPrice(world, subscription, input);
  const priced = wanted ? changePrice(world, subscription, wanted) : subscription;
  return change(world, 'customer.subscription.updated', priced, cancellationPatch(world, priced, input));
}

export const subscriptionRoutes: Routes = {
  'POST /v1/subscriptions': route(newSubscription, createSubscription),
  'GET /v1/subscriptions/{id}': retrieve('subscription'),
  'POST /v1/subscriptions/{id}': route(changedSubscription, (world, input, id) =>
    updateSubscription(world, id, input),
  ),
  'DELETE /v1/subscriptions/{id}': route({}, (world, _, id) =>
    endSubscription(world, world.store.get('subscription', id), 'cancellation_requested'),
  ),
  'GET /v1/subscriptions': route(soughtSubscriptions, (world, { customer, status, ...page }) => {
    const fits = (one: Stripe.Subscription) => {
      if (status === 'all') return true;
      if (status === 'ended') return hasEnded(one);
      return status === undefined ? one.status !== 'canceled' : one.status === status;
    };
    return listPage(world, 'subscription', '/v1/subscriptions', page, fits, customer);
  }),
};
