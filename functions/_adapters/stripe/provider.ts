import type Stripe from 'stripe';
import {
  type Checkout,
  type NewCheckout,
  PaymentConflict,
  type PaymentProvider,
} from '#core/payment/provider.ts';
import { productKeys, products } from '#core/plan/plans.ts';
import { asking, isKeyTaken, isMissing, isRefused, keyFor } from './client.ts';
import { idOf, readCustomerObjects } from './customer-objects.ts';
import { factsOf } from './facts.ts';
import { historyOf } from './history.ts';
import { readPrices } from './prices.ts';
import { redeemCode } from './redeem.ts';

const isOver = (error: unknown) => isMissing(error) || isRefused(error);

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

/** Errors that mean "somebody else was faster" become a `PaymentConflict`. */
async function orConflict<T>(isConflict: (error: unknown) => boolean, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isConflict(error)) throw new PaymentConflict(error instanceof Error ? error.message : '');
    throw error;
  }
}

/** What it names is gone or over already: that is what was wanted. */
async function unlessOver(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isOver(error)) throw error;
  }
}

function checkouts(stripe: Stripe) {
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
        return { customerId: idOf(session.customer), isPaid };
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

function portal(stripe: Stripe) {
  return {
    async portalUrl({ customerId, language, origin }: Parameters<PaymentProvider['portalUrl']>[0]) {
      const session = await stripe.billingPortal.sessions.create({
        customer: customerId,
        locale: language,
        return_url: `${origin}/profile`,
      });
      return session.url;
    },
    async switchUrl(change: Parameters<PaymentProvider['switchUrl']>[0]) {
      const price = (await readPrices(stripe)).idOf(change.product);
      const { customerId, subscriptionId, itemId, language, origin } = change;
      const session = await stripe.billingPortal.sessions.create({
        customer: customerId,
        locale: language,
        return_url: `${origin}/profile`,
        flow_data: {
          type: 'subscription_update_confirm',
          subscription_update_confirm: {
            subscription: subscriptionId,
            items: [{ id: itemId, price, quantity: 1 }],
          },
          after_completion: {
            type: 'redirect',
            redirect: { return_url: `${origin}/subscription/success?plan=${change.product}` },
          },
        },
      });
      return session.url;
    },
  };
}

function subscriptions(stripe: Stripe) {
  return {
    async setEndsWithPeriod(subscriptionId: string, endsWithPeriod: boolean) {
      const one = await stripe.subscriptions.retrieve(subscriptionId);
      // A date that was set elsewhere (the portal does so for some accounts) is taken back as a date.
      const isDated = !endsWithPeriod && !one.cancel_at_period_end && one.cancel_at !== null;
      const change = isDated ? { cancel_at: '' as const } : { cancel_at_period_end: endsWithPeriod };
      await stripe.subscriptions.update(subscriptionId, change);
    },
    async endSubscription(subscriptionId: string) {
      await unlessOver(() => stripe.subscriptions.cancel(subscriptionId));
    },
    async refund(paymentId: string) {
      const params = { payment_intent: paymentId, reason: 'duplicate' as const };
      await unlessOver(() => stripe.refunds.create(params, keyFor(`refund-${paymentId}`)));
    },
    async customerOfPayment(paymentId: string) {
      try {
        return idOf((await stripe.paymentIntents.retrieve(paymentId)).customer);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  };
}

function customers(stripe: Stripe) {
  return {
    async createCustomer({ userId, email }: { userId: string; email: string }) {
      const params = { email, metadata: { userId } };
      const create = (intent: string) => stripe.customers.create(params, keyFor(intent));
      try {
        return (await create(`customer-${userId}`)).id;
      } catch (error) {
        if (!isKeyTaken(error)) throw error;
        // The address was changed within an hour of the first try.
        return (await create(`customer-${userId}-${email}`)).id;
      }
    },
    async deleteCustomer(customerId: string) {
      await unlessOver(() => stripe.customers.del(customerId));
    },
    readFacts: async (customerId: string) => factsOf(await readCustomerObjects(stripe, customerId)),
    readHistory: async (customerId: string, limit: number) =>
      historyOf(await readCustomerObjects(stripe, customerId), limit),
    redeem: (redemption: Parameters<PaymentProvider['redeem']>[0]) => redeemCode(stripe, redemption),
  };
}

/** The payment service over Stripe's API. */
export function createStripeProvider(stripe: Stripe): PaymentProvider {
  const calls: PaymentProvider = {
    ...customers(stripe),
    ...checkouts(stripe),
    ...portal(stripe),
    ...subscriptions(stripe),
  };
  const guarded = Object.entries(calls).map(([name, call]) => [
    name,
    (...input: never[]) => asking(() => (call as (...input: never[]) => Promise<unknown>)(...input)),
  ]);
  return Object.fromEntries(guarded) as PaymentProvider;
}
