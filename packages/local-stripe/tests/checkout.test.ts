import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openTestShop,
  payCheckout,
  pressCheckout,
  type Shop,
  webhookSecret,
} from './support/stripe-target.ts';

let shop: Shop;
let stripe: Stripe;
let monthly: Stripe.Price;
let once: Stripe.Price;
const success_url = 'http://127.0.0.1:1/success?session_id={CHECKOUT_SESSION_ID}';

beforeAll(async () => {
  shop = await openTestShop();
  stripe = shop.stripe;
  const product = await stripe.products.create({ name: 'Premium Monthly' });
  monthly = await stripe.prices.create({
    ...{ product: product.id, currency: 'eur', unit_amount: 900 },
    recurring: { interval: 'month' },
  });
  const boost = await stripe.products.create({ name: 'Boost' });
  once = await stripe.prices.create({ product: boost.id, currency: 'eur', unit_amount: 500 });
});
afterAll(() => shop.close());

const openSession = async (params: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const customer = params.customer ?? (await stripe.customers.create({ email: 'kim@example.dk' })).id;
  return stripe.checkout.sessions.create({
    ...{ mode: 'subscription', customer, success_url, cancel_url: 'http://127.0.0.1:1/no' },
    line_items: [{ price: monthly.id, quantity: 1 }],
    ...params,
  });
};

const typesSince = (count: number) =>
  shop.received.slice(count).map(({ body }) => (JSON.parse(body) as Stripe.Event).type);

describe('a checkout', () => {
  test('is paid with a test card and leads back with its id', async () => {
    const session = await openSession({ metadata: { product: 'premium_monthly' } });
    const before = shop.received.length;
    const paid = await payCheckout(session.url!);
    expect(paid).toMatchObject({
      status: 303,
      location: `http://127.0.0.1:1/success?session_id=${session.id}`,
    });
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription'],
    });
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, amount_total: 900 });
    expect(done.subscription).toMatchObject({ status: 'active', customer: session.customer });
    await shop.server.settled();
    expect(typesSince(before)).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']),
    );
    for (const { body, signature } of shop.received) {
      expect(stripe.webhooks.constructEvent(body, signature, webhookSecret).object).toBe('event');
    }
  });

  test.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4242424242424241', 'Your card number is incorrect.'],
  ])('with the card %s says “%s” and stays open', async (number, sentence) => {
    const session = await openSession();
    const refused = await payCheckout(session.url!, { number });
    expect(refused.status).toBe(402);
    expect(refused.page).toContain(sentence);
    expect(refused.page).not.toContain(number);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect((await payCheckout(session.url!)).status).toBe(303);
  });

  test('asks for a confirmation where the card wants one, and takes no for an answer', async () => {
    const session = await openSession({ mode: 'payment', line_items: [{ price: once.id, quantity: 1 }] });
    const asked = await payCheckout(session.url!, { number: '4000002500003155' });
    expect(asked.location).toContain(session.id);
    expect(await (await fetch(session.url!)).text()).toContain('Confirm the payment');
    expect((await pressCheckout(session.url!, 'refuse')).page).toContain('could not authenticate');
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid');
    await payCheckout(session.url!, { number: '4000002500003155' });
    expect((await pressCheckout(session.url!, 'confirm')).location).toContain(`session_id=${session.id}`);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(done.payment_intent).toMatchObject({ status: 'succeeded', amount: 500 });
  });

  test('is paid once, however often the form comes', async () => {
    const session = await openSession({ mode: 'payment', line_items: [{ price: once.id, quantity: 1 }] });
    await Promise.all([payCheckout(session.url!), payCheckout(session.url!), payCheckout(session.url!)]);
    const { data } = await stripe.paymentIntents.list({ customer: String(session.customer) });
    expect(data).toHaveLength(1);
  });

  test('expires after a day, and at once when it is told to', async () => {
    const [left, closed] = [await openSession(), await openSession()];
    await stripe.checkout.sessions.expire(closed.id);
    expect((await payCheckout(closed.url!)).page).toContain('expired');
    await shop.advanceDays(1.1);
    expect((await stripe.checkout.sessions.retrieve(left.id)).status).toBe('expired');
    expect((await payCheckout(left.url!)).page).toContain('Nothing was charged');
    await expect(stripe.checkout.sessions.expire(left.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('a promotion code on the checkout page', () => {
  const withCode = async (code: string, params: Partial<Stripe.PromotionCodeCreateParams> = {}) => {
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    return stripe.promotionCodes.create({
      code,
      promotion: { type: 'coupon', coupon: coupon.id },
      ...params,
    });
  };
  const boost = () =>
    openSession({
      ...{ mode: 'payment', allow_promotion_codes: true, line_items: [{ price: once.id, quantity: 1 }] },
    });

  test('that covers everything needs no card and takes no money', async () => {
    const code = await withCode('ALLFREE');
    const { id, url } = await boost();
    await pressCheckout(url!, 'code', { code: ' allfree ' });
    const page = await (await fetch(url!)).text();
    expect(page).toContain('Complete the order');
    expect(page).not.toContain('Card number');
    expect((await pressCheckout(url!, 'pay')).status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      ...{ status: 'complete', payment_status: 'no_payment_required', payment_intent: null, amount_total: 0 },
    });
    expect((await stripe.promotionCodes.retrieve(code.id)).times_redeemed).toBe(1);
  });

  test('that somebody else used up in between is refused when it comes to paying', async () => {
    await withCode('ONLYONE', { max_redemptions: 1 });
    const [first, second] = [await boost(), await boost()];
    for (const { url } of [first, second]) await pressCheckout(url!, 'code', { code: 'ONLYONE' });
    expect((await pressCheckout(first.url!, 'pay')).status).toBe(303);
    const late = await pressCheckout(second.url!, 'pay');
    expect(late).toMatchObject({ status: 402 });
    expect(late.page).toContain('no longer valid');
    await pressCheckout(second.url!, 'remove_code');
    expect((await payCheckout(second.url!)).status).toBe(303);
  });

  test('that nobody knows takes nothing off', async () => {
    const { id, url } = await boost();
    expect((await pressCheckout(url!, 'code', { code: 'NOBODY' })).status).toBe(402);
    expect((await stripe.checkout.sessions.retrieve(id)).amount_total).toBe(500);
  });

  test('that is for another product takes nothing off', async () => {
    const product = await stripe.products.create({ name: 'Another' });
    const coupon = await stripe.coupons.create({
      percent_off: 100,
      duration: 'once',
      applies_to: { products: [product.id] },
    });
    await stripe.promotionCodes.create({ code: 'ELSE', promotion: { type: 'coupon', coupon: coupon.id } });
    const { url } = await boost();
    expect((await pressCheckout(url!, 'code', { code: 'ELSE' })).page).toContain('does not apply');
  });
});
