import type Stripe from 'stripe';
import { type Offer, redeem, unitAmount } from './catalog.ts';
import { attachMethod, livingCustomer, methodNamed } from './customers.ts';
import { drawUpInvoice, type LineDraft, payInvoice, scheduleAttempt, voidInvoice } from './invoices.ts';
import {
  type AnyObject,
  change,
  listPage,
  type Moments,
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

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';
export type PriceChange = {
  price: Stripe.Price;
  quantity: number;
  prorations: ProrationBehavior;
  startsAnew: boolean;
  refusesFailure: boolean;
};
/** Lines that wait for the next invoice. */
type Hidden = { pending: LineDraft[] };

/** What waits for the next invoice of a subscription; taking it takes it away. */
export function takePendingLines(world: World, subscription: string): LineDraft[] {
  const { pending = [] } = world.store.hidden<Hidden>(subscription);
  if (pending.length > 0) world.store.setHidden(subscription, {});
  return pending;
}

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

/** Another price or quantity for the rest of the period; another interval begins a period of its own and is paid at once. */
export function changePrice(
  world: World,
  before: Stripe.Subscription,
  wanted: PriceChange,
): Stripe.Subscription {
  const { price, quantity, prorations } = wanted;
  if (!price.recurring) throw badRequest('Only recurring prices can be subscribed to.', 'items[0][price]');
  if (price.currency !== before.currency)
    throw badRequest('The currency of a subscription cannot be changed.', 'items[0][price]');
  const [item, now, old] = [itemIn(before), world.now(), periodOf(before)];
  const startsAnew =
    wanted.startsAnew || !sameInterval(price.recurring, item.price.recurring ?? price.recurring);
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
  const lines: LineDraft[] = [];
  if (prorations !== 'none') lines.push(prorationLine(world, before, item.price, oldQuantity, credit));
  if (startsAnew) lines.push(periodLine(world, after));
  else if (prorations !== 'none') {
    lines.push(prorationLine(world, after, price, quantity, Math.round(unitAmount(price) * quantity * left)));
  }
  if (startsAnew || prorations === 'always_invoice') {
    if (lines.length > 0) invoiceNow(world, after, lines, wanted.refusesFailure);
  } else if (lines.length > 0) {
    const { pending = [] } = world.store.hidden<Hidden>(after.id);
    world.store.setHidden(after.id, { pending: [...pending, ...lines] });
  }
  return world.store.get('subscription', before.id);
}

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
const newSubscription = field.shapeOf<Stripe.SubscriptionCreateParams>()({
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
const changedSubscription = field.shapeOf<Stripe.SubscriptionUpdateParams>()({
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
const soughtSubscriptions = field.shapeOf<Stripe.SubscriptionListParams>()({
  ...field.paging,
  customer: field.text,
  price: field.text,
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
  input: field.Parameters<typeof changedSubscription>,
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
  input: field.Parameters<typeof changedSubscription>,
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

/** An changedSubscription as the API and the portal make it. */
export function updateSubscription(
  world: World,
  id: string,
  input: field.Parameters<typeof changedSubscription>,
): Stripe.Subscription {
  const subscription = world.store.get('subscription', id);
  if (hasEnded(subscription)) {
    const words =
      'A canceled subscription can only changedSubscription its cancellation_details and metadata.';
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
  'POST /v1/subscriptions': route(newSubscription, createSubscription),
  'GET /v1/subscriptions/{id}': retrieve('subscription'),
  'POST /v1/subscriptions/{id}': route(changedSubscription, (world, input, id) =>
    updateSubscription(world, id, input),
  ),
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
  'GET /v1/subscriptions': route(soughtSubscriptions, (world, { customer, price, status, ...page }) => {
    const fits = (one: Stripe.Subscription) => {
      if (price !== undefined && itemIn(one).price.id !== price) return false;
      if (status === 'all') return true;
      if (status === 'ended') return hasEnded(one);
      return status === undefined ? one.status !== 'canceled' : one.status === status;
    };
    return listPage(world, 'subscription', '/v1/subscriptions', page, fits, customer);
  }),
};
