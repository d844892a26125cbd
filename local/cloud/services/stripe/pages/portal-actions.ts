import type Stripe from 'stripe';
import { hasEnded } from '../billing/end-subscription.ts';
import { itemIn } from '../billing/subscription-object.ts';
import { updateSubscription } from '../billing/subscription-routes.ts';
import { attachMethod } from '../payments/payment-methods.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { typedCard } from './checkout-actions.ts';
import { otherPrices } from './portal-page.ts';

function ownSubscription(
  world: World,
  session: Stripe.BillingPortal.Session,
  id: string,
): Stripe.Subscription {
  const subscription = world.store.get('subscription', id);
  if (subscription.customer !== session.customer) throw badRequest(`No such subscription: '${id}'`);
  return subscription;
}

function changeCard(world: World, session: Stripe.BillingPortal.Session, form: URLSearchParams): void {
  const customer = world.store.get('customer', session.customer);
  const method = attachMethod(world, typedCard(world, form, customer.email), customer.id);
  change(world, 'customer.updated', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  });
  for (const subscription of world.store.all('subscription', (one) => !hasEnded(one), customer.id)) {
    change(world, 'customer.subscription.updated', subscription, { default_payment_method: method.id });
  }
}

/** What a click in the portal does. */
export function runPortalAction(
  world: World,
  session: Stripe.BillingPortal.Session,
  form: URLSearchParams,
): void {
  const action = form.get('action');
  if (action === 'card') {
    changeCard(world, session, form);
    return;
  }
  const subscription = ownSubscription(world, session, form.get('subscription') ?? '');
  if (action === 'cancel') updateSubscription(world, subscription.id, { cancel_at_period_end: true });
  if (action === 'keep') updateSubscription(world, subscription.id, { cancel_at_period_end: false });
  if (action !== 'switch') return;
  const price = otherPrices(world, subscription).find((one) => one.id === form.get('price'));
  if (!price) throw badRequest('No such price.', 'price');
  switchPrice(world, subscription.id, price.id, 1);
}

/** Another price from today on: what is left of the old period is taken off, and the rest is paid now or nothing happens. */
function switchPrice(world: World, id: string, price: string, quantity: number): Stripe.Subscription {
  const item = itemIn(world.store.get('subscription', id));
  return updateSubscription(world, id, {
    items: [{ id: item.id, price, quantity }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
}

export type PlannedSwitch = { subscription: Stripe.Subscription; price: Stripe.Price; quantity: number };

/** The change that a session was opened for; undefined when it is for the whole portal, or the change was made already. */
export function plannedSwitch(
  world: World,
  { flow }: Stripe.BillingPortal.Session,
): PlannedSwitch | undefined {
  const wanted = flow?.subscription_update_confirm;
  const [item] = wanted?.items ?? [];
  if (!wanted || !item?.price) return undefined;
  const subscription = world.store.get('subscription', wanted.subscription);
  if (hasEnded(subscription) || itemIn(subscription).price.id === item.price) return undefined;
  return { subscription, price: world.store.get('price', item.price), quantity: item.quantity ?? 1 };
}

/** The invoice that a planned change would bring, without bringing it. */
export function rehearseSwitch(
  world: World,
  { subscription, price, quantity }: PlannedSwitch,
): Stripe.Invoice | undefined {
  return world.store.rehearse(() => {
    const changed = updateSubscription(world, subscription.id, {
      items: [{ id: itemIn(subscription).id, price: price.id, quantity }],
      proration_behavior: 'always_invoice',
    });
    const isNew = changed.latest_invoice !== subscription.latest_invoice;
    return isNew ? world.store.find('invoice', String(changed.latest_invoice)) : undefined;
  });
}

export function confirmSwitch(world: World, { subscription, price, quantity }: PlannedSwitch): void {
  switchPrice(world, subscription.id, price.id, quantity);
}
