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
  updateSubscription(world, subscription.id, {
    items: [{ id: itemIn(subscription).id, price: price.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
}
