import type Stripe from 'stripe';
import type { Checkout, NewCheckout } from '#core/payment/provider.ts';
import { productKeys, products } from '#core/plan/plans.ts';
import { isKeyTaken, isMissing, isRefused, keyFor } from './client.ts';
import { idOf } from './customer-objects.ts';
import { orConflict } from './failed-calls.ts';
import { readPrices } from './prices.ts';

function toCheckout(session: Stripe.Checkout.Session): Checkout {
  return {
    id: session.id,
    product: productKeys.find((key) => key === session.metadata?.product) ?? null,
    status: (['complete', 'expired'] as const).find((status) => status === session.status) ?? 'open',
    language: session.locale,
    url: session.url,
  };
}

/** The checkout page of a product: what is bought, by whom, and where the person comes back to. */
function checkoutParams(wish: NewCheckout, price: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { userId: wish.userId, product: wish.product };
  const isSubscription = products[wish.product].recurring !== null;
  const pages = `${wish.origin}/${isSubscription ? 'subscription' : 'payment'}`;
  return {
    mode: isSubscription ? 'subscription' : 'payment',
    customer: wish.customerId,
    client_reference_id: wish.userId,
    line_items: [{ price, quantity: 1 }],
    allow_promotion_codes: true,
    locale: wish.language,
    metadata,
    ...(isSubscription ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    success_url: `${pages}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${pages}/cancelled`,
  };
}

export function checkouts(stripe: Stripe) {
  return {
    async readCheckouts(customer: string) {
      const { data } = await stripe.checkout.sessions.list({ customer, limit: 20 });
      const open = data.filter((session) => session.status === 'open').map(toCheckout);
      return { open, newestId: data[0]?.id ?? null };
    },
    async readCheckout(checkoutId: string) {
      try {
        const session = await stripe.checkout.sessions.retrieve(checkoutId);
        const isPaid = session.status === 'complete' && session.payment_status !== 'unpaid';
        return { customerId: idOf(session.customer), isPaid, product: toCheckout(session).product };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async createCheckout(wish: NewCheckout) {
      const price = (await readPrices(stripe)).idOf(wish.product);
      const key = keyFor(wish.idempotencyKey);
      return orConflict(isKeyTaken, async () =>
        toCheckout(await stripe.checkout.sessions.create(checkoutParams(wish, price), key)),
      );
    },
    async expireCheckout(checkoutId: string) {
      await orConflict(isRefused, () => stripe.checkout.sessions.expire(checkoutId));
    },
  };
}
