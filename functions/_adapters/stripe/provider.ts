import type Stripe from 'stripe';
import type { PaymentProvider } from '#core/payment/provider.ts';
import { checkouts } from './checkouts.ts';
import { asking, isKeyTaken, isMissing, keyFor } from './client.ts';
import { idOf, readCustomerObjects } from './customer-objects.ts';
import { factsOf } from './facts.ts';
import { unlessOver } from './failed-calls.ts';
import { historyOf } from './history.ts';
import { readPrices } from './prices.ts';
import { redeemCode } from './redeem.ts';

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
