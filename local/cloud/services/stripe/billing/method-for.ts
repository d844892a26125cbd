import type Stripe from 'stripe';
import type { World } from '../world.ts';

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
