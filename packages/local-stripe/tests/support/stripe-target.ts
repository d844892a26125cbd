import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type StripeServer, startStripeServer } from '../../local-stripe.ts';

/**
 * `LOCAL_STRIPE_CONTRACT_TARGET=stripe` with `STRIPE_SECRET_KEY=sk_test_…` points the contract test at Stripe's test mode.
 * What it makes there carries names of its own and stays; nothing else of the account is touched.
 */
export const againstStripe = process.env.LOCAL_STRIPE_CONTRACT_TARGET === 'stripe';

export const webhookSecret = 'whsec_of_the_test';
const secretKey = 'sk_test_of_the_test';

/** An event as it came over the wire. */
export type Received = { body: string; signature: string };

export type Shop = {
  stripe: Stripe;
  server: StripeServer;
  /** Moves time forward, lives through what falls due and waits until its events have been sent. */
  advanceDays(days: number): Promise<void>;
  received: Received[];
  /** What the webhook answers with from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
};

export function clientOf(origin: string, key = secretKey): Stripe {
  const { hostname, port } = new URL(origin);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

/** The embedded shop with a webhook that takes everything, on a clock of its own. */
export async function openTestShop(
  options: Partial<Parameters<typeof startStripeServer>[0]> = {},
): Promise<Shop> {
  const received: Received[] = [];
  let status = 200;
  const webhook = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`;
  let offsetMs = 0;
  const server = await startStripeServer({
    path: ':memory:',
    clock: { now: () => new Date(Date.now() + offsetMs) },
    secretKey,
    webhook: { url, secret: webhookSecret },
    ...options,
  });
  return {
    stripe: clientOf(server.origin),
    server,
    received,
    answerWith(next) {
      status = next;
    },
    async advanceDays(days) {
      offsetMs += days * 86_400_000;
      server.advance(days * 86_400_000);
      await server.settled();
    },
    async close() {
      await server.close();
      await new Promise((resolve) => webhook.close(resolve));
    },
  };
}

/** The client of the contract test: the embedded shop, or Stripe's test mode. */
export async function contractShop(): Promise<{ stripe: Stripe; shop: Shop | undefined }> {
  if (againstStripe) {
    const key = process.env.STRIPE_SECRET_KEY ?? '';
    if (!key.startsWith('sk_test_')) throw new Error('The contract test takes test keys only.');
    return { stripe: new Stripe(key), shop: undefined };
  }
  const shop = await openTestShop();
  return { stripe: shop.stripe, shop };
}

/** A customer's checkout, opened. */
export async function openCheckout(
  stripe: Stripe,
  customer: string,
  price: Stripe.Price,
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: price.recurring ? 'subscription' : 'payment',
    customer,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://127.0.0.1:1/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:1/no',
    allow_promotion_codes: true,
  });
}

/** A payment of nine euros that went through. */
export async function paidBoost(stripe: Stripe): Promise<Stripe.PaymentIntent> {
  const product = await stripe.products.create({ name: 'Boost' });
  const price = await stripe.prices.create({ product: product.id, currency: 'eur', unit_amount: 900 });
  const customer = await stripe.customers.create({ email: 'kim@example.dk' });
  if (againstStripe) {
    const automatic_payment_methods = { enabled: true, allow_redirects: 'never' } as const;
    const paid = { amount: 900, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' };
    return stripe.paymentIntents.create({ ...paid, customer: customer.id, automatic_payment_methods });
  }
  const session = await openCheckout(stripe, customer.id, price);
  await payCheckout(session.url!);
  const expand = ['payment_intent'];
  const { payment_intent: paid } = await stripe.checkout.sessions.retrieve(session.id, { expand });
  return paid as Stripe.PaymentIntent;
}

/** A new customer's subscription: bought on the page, which only a browser can do at Stripe itself. */
export async function subscribed(stripe: Stripe, price: Stripe.Price): Promise<Stripe.Subscription> {
  const { id: customer } = await stripe.customers.create({ email: 'kim@example.dk' });
  if (againstStripe) {
    const { id: default_payment_method } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    return stripe.subscriptions.create({ customer, default_payment_method, items: [{ price: price.id }] });
  }
  const session = await openCheckout(stripe, customer, price);
  await payCheckout(session.url!);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return stripe.subscriptions.retrieve(String(subscription));
}

/** What a person types on the checkout page. The number decides what happens: Stripe's own test cards. */
export type TypedCard = { number?: string; expiry?: string; securityCode?: string; name?: string };

const card = { number: '4242424242424242', expiry: '12 / 34', securityCode: '123', name: 'Kim Holm' };

/** Presses a button of the shop's pages: code, remove_code, pay, confirm, refuse, card, cancel, keep. */
export async function pressCheckout(url: string, action: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams({ action, ...fields });
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body });
  return { status: response.status, location: response.headers.get('location'), page: await response.text() };
}

/** Sends the checkout page's form. Gives the status and where the page leads: the success page when it was paid. */
export const payCheckout = (url: string, typed: TypedCard = {}) =>
  pressCheckout(url, 'pay', { ...card, ...typed });
