import type Stripe from 'stripe';
import { unitAmount } from '../catalog/prices.ts';
import { badRequest, type StripeFailure } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { drawUpInvoice } from './draw-up-invoice.ts';
import type { LineDraft } from './invoice-lines.ts';
import { methodFor } from './method-for.ts';
import { payInvoice } from './pay-invoice.ts';
import { type Period, periodEnd, sameInterval, shareLeft } from './periods.ts';
import { lineText, periodLine } from './start-subscription.ts';
import { itemIn, itemsWith, periodOf, withPrice } from './subscription-object.ts';

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
