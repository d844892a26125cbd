import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractShop, openCheckout, paidBoost, type Shop, subscribed } from './support/stripe-target.ts';

let stripe: Stripe;
let shop: Shop | undefined;

beforeAll(async () => {
  ({ stripe, shop } = await contractShop());
});
afterAll(() => shop?.close());

const unique = () => randomUUID().replaceAll('-', '');

async function monthly(cents = 900): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: `Contract ${unique()}` });
  return stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount: cents,
    recurring: { interval: 'month' },
  });
}

describe('customers', () => {
  test('are made, listed by address and deleted', async () => {
    const email = `${unique()}@example.dk`;
    const made = await stripe.customers.create({ email, metadata: { userId: 'u1' } });
    expect(made).toMatchObject({ email, metadata: { userId: 'u1' } });
    expect((await stripe.customers.list({ email })).data.map(({ id }) => id)).toEqual([made.id]);
    expect(await stripe.customers.del(made.id)).toEqual(
      expect.objectContaining({ id: made.id, object: 'customer', deleted: true }),
    );
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true });
    await expect(stripe.customers.del(made.id)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test('that are not there are refused by name', async () => {
    await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_nobody'",
    });
  });
});

describe('prices', () => {
  test('are found by their lookup key, which moves to another price only when asked', async () => {
    const lookup_key = `contract_${unique()}`;
    const product = await stripe.products.create({ name: 'Contract' });
    const params = { product: product.id, currency: 'eur', unit_amount: 900, lookup_key };
    const first = await stripe.prices.create(params);
    await expect(stripe.prices.create({ ...params, unit_amount: 1000 })).rejects.toMatchObject({
      statusCode: 400,
    });
    const second = await stripe.prices.create({ ...params, unit_amount: 1000, transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: [lookup_key], expand: ['data.product'] });
    expect(data.map(({ id }) => id)).toEqual([second.id]);
    expect(data[0]?.product).toMatchObject({ object: 'product', id: product.id });
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
    expect(second.unit_amount_decimal?.toString()).toBe('1000');
  });
});

describe('subscriptions', () => {
  test('begin with a paid invoice whose payment can be followed', async () => {
    const { id } = await subscribed(stripe, await monthly());
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] });
    expect(subscription.status).toBe('active');
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      ...{ status: 'paid', amount_paid: 900, amount_paid_off_stripe: 0 },
      billing_reason: 'subscription_create',
    });
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
    const intent = await stripe.paymentIntents.retrieve(
      String(invoice.payments?.data[0]?.payment.payment_intent),
      { expand: ['latest_charge'] },
    );
    expect(intent).toMatchObject({ status: 'succeeded', amount: 900, customer: subscription.customer });
    expect(intent.latest_charge).toMatchObject({ paid: true, amount: 900 });
    const [item] = subscription.items.data;
    expect(item!.current_period_end).toBeGreaterThan(item!.current_period_start + 27 * 86_400);
  });

  test('are told to end with their period, kept again and ended at once', async () => {
    const { id, customer: holder } = await subscribed(stripe, await monthly());
    const customer = String(holder);
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(ending.canceled_at).not.toBeNull();
    const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at_period_end: false, canceled_at: null, cancel_at: null });
    const ended = await stripe.subscriptions.cancel(id);
    expect(ended.status).toBe('canceled');
    expect(ended.ended_at).not.toBeNull();
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
  });
});

describe('payments', () => {
  test('are refunded once, and not beyond what was paid', async () => {
    const { id: payment_intent } = await paidBoost(stripe);
    const refund = await stripe.refunds.create({ payment_intent, amount: 200 });
    expect(refund).toMatchObject({ amount: 200, status: 'succeeded', payment_intent });
    const more = stripe.refunds.create({ payment_intent, amount: 800 });
    await expect(more).rejects.toMatchObject({ statusCode: 400 });
    await stripe.refunds.create({ payment_intent, reason: 'duplicate' });
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment_intent, {
      expand: ['latest_charge'],
    });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 900, paid: true });
  });
});

describe('a checkout session', () => {
  test('is open until it is paid or told to expire, once', async () => {
    const { id: customer } = await stripe.customers.create({ email: `${unique()}@example.dk` });
    const price = await monthly();
    const session = await stripe.checkout.sessions.create({
      ...{ mode: 'subscription', customer, line_items: [{ price: price.id, quantity: 1 }] },
      success_url: 'https://example.dk/success?session_id={CHECKOUT_SESSION_ID}',
      ...{ client_reference_id: 'u1', locale: 'da', metadata: { product: 'premium_monthly' } },
    });
    expect(session).toMatchObject({
      ...{ status: 'open', payment_status: 'unpaid', mode: 'subscription', locale: 'da', amount_total: 900 },
      ...{ customer, client_reference_id: 'u1', subscription: null, currency: 'eur' },
    });
    expect(session.url).toMatch(/^https?:/);
    const { data } = await stripe.checkout.sessions.list({ customer, status: 'open' });
    expect(data.map(({ id }) => id)).toEqual([session.id]);
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('takes no recurring price where one payment was asked for', async () => {
    const { id: customer } = await stripe.customers.create({ email: `${unique()}@example.dk` });
    const session = openCheckout(stripe, customer, { ...(await monthly()), recurring: null });
    await expect(session).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });
});

describe('promotion codes', () => {
  test('are found by what people type and are unique while they are active', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    const code = `C${unique().slice(0, 12)}`.toUpperCase();
    const promotion = { type: 'coupon' as const, coupon: coupon.id };
    const made = await stripe.promotionCodes.create({ code, promotion });
    await expect(stripe.promotionCodes.create({ code, promotion })).rejects.toMatchObject({
      statusCode: 400,
    });
    const { data } = await stripe.promotionCodes.list({
      code,
      active: true,
      expand: ['data.promotion.coupon'],
    });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      id: made.id,
      promotion: { coupon: { id: coupon.id, percent_off: 100 } },
    });
  });
});

describe('an idempotency key', () => {
  test('gives the same answer again and makes nothing twice', async () => {
    const email = `${unique()}@example.dk`;
    const idempotencyKey = unique();
    const made = await Promise.all([
      stripe.customers.create({ email }, { idempotencyKey }),
      stripe.customers
        .create({ email }, { idempotencyKey })
        .catch((error: Stripe.errors.StripeError) => error),
    ]);
    const again = await stripe.customers.create({ email }, { idempotencyKey });
    expect(again.id).toBe((made[0] as Stripe.Customer).id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.customers.list({ email })).data).toHaveLength(1);
  });

  test('that was used for something else is refused', async () => {
    const idempotencyKey = unique();
    await stripe.customers.create({ email: `${unique()}@example.dk` }, { idempotencyKey });
    await expect(
      stripe.customers.create({ email: `${unique()}@example.dk` }, { idempotencyKey }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    await expect(stripe.products.create({ name: 'Other' }, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });
});

describe('lists', () => {
  test('come in pages, newest first', async () => {
    const email = `${unique()}@example.dk`;
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift((await stripe.customers.create({ email })).id);
    const first = await stripe.customers.list({ email, limit: 2 });
    expect(first).toMatchObject({ has_more: true, url: '/v1/customers' });
    const second = await stripe.customers.list({ email, limit: 2, starting_after: first.data[1]!.id });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.slice(0, 4));
    const all = await stripe.customers.list({ email, limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  test('refuse a cursor that is nobody’s and a page that is too long', async () => {
    await expect(stripe.customers.list({ starting_after: 'cus_nobody' })).rejects.toMatchObject({
      param: 'starting_after',
    });
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });
});

describe('what is wrong', () => {
  const raw = (path: string, params: Record<string, unknown>) => stripe.rawRequest('POST', path, params);

  test.each([
    ['/v1/customers', { colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      '/v1/prices',
      { product: 'prod_nobody', currency: 'eur', unit_amount: 5, recurring: { interval: 'month', speed: 1 } },
      'parameter_unknown',
      'recurring[speed]',
    ],
    ['/v1/products', {}, 'parameter_missing', 'name'],
    ['/v1/customers', { email: 'nobody' }, 'email_invalid', 'email'],
    ['/v1/refunds', { payment_intent: 'pi_nobody' }, 'resource_missing', 'payment_intent'],
  ])('is named: %s %o', async (path, params, code, param) => {
    await expect(raw(path, params)).rejects.toMatchObject({ statusCode: 400, code, param });
  });

  test('is an address that leads nowhere, a property that cannot be expanded, a key that opens nothing', async () => {
    await expect(raw('/v1/nothing', {})).rejects.toMatchObject({ statusCode: 404 });
    const { id } = await stripe.customers.create({});
    await expect(stripe.customers.retrieve(id, { expand: ['shoes'] })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(stripe.customers.retrieve(id, {}, { apiKey: 'sk_test_wrong' })).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });
});
