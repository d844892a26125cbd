import type Stripe from 'stripe';
import { type Offer, redeem } from '../catalog/discounts.ts';
import { unitAmount } from '../catalog/prices.ts';
import { change, type World } from '../world.ts';
import { drawUpInvoice } from './draw-up-invoice.ts';
import type { LineDraft } from './invoice-lines.ts';
import { itemIn, type NewSubscription, periodOf, subscriptionOf } from './subscription-object.ts';

/** "1 × Premium (at €9.00 / month)", as invoices say it. */
export function lineText(world: World, price: Stripe.Price, quantity: number): string {
  const product = world.store.find('product', String(price.product))?.name ?? String(price.product);
  const cost = `€${(unitAmount(price) / 100).toFixed(2)}`;
  if (!price.recurring) return product;
  const { interval, interval_count: count } = price.recurring;
  return `${quantity} × ${product} (at ${cost} / ${count === 1 ? interval : `every ${count} ${interval}s`})`;
}

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
