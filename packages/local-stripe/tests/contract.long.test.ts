import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractShop, type Shop } from './support/stripe-target.ts';

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

async function quarterly(): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: `Contract ${unique()}` });
  return stripe.prices.create({
    ...{ product: product.id, currency: 'eur', unit_amount: 1900 },
    recurring: { interval: 'month', interval_count: 3 },
  });
}

/** A new customer with a card, as a subscription names them. */
async function payer(): Promise<{ customer: string; default_payment_method: string }> {
  const { id: customer } = await stripe.customers.create({ email: `${unique()}@example.dk` });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  return { customer, default_payment_method: card.id };
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
    const [holder, price] = [await payer(), await monthly()];
    const subscription = await stripe.subscriptions.create({
      ...holder,
      items: [{ price: price.id }],
      metadata: { product: 'premium_monthly' },
      expand: ['latest_invoice.payments'],
    });
    expect(subscription.status).toBe('active');
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 900,
      amount_paid_off_stripe: 0,
      billing_reason: 'subscription_create',
    });
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
    const intent = await stripe.paymentIntents.retrieve(
      String(invoice.payments?.data[0]?.payment.payment_intent),
      { expand: ['latest_charge'] },
    );
    expect(intent).toMatchObject({ status: 'succeeded', amount: 900, customer: holder.customer });
    expect(intent.latest_charge).toMatchObject({ paid: true, amount: 900 });
    const [item] = subscription.items.data;
    expect(item!.current_period_end).toBeGreaterThan(item!.current_period_start + 27 * 86_400);
  });

  test('are told to end with their period, kept again and ended at once', async () => {
    const [holder, price] = [await payer(), await monthly()];
    const { customer } = holder;
    const { id } = await stripe.subscriptions.create({ ...holder, items: [{ price: price.id }] });
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

describe('a subscription’s plan', () => {
  test('is changed by its item; what is left of the old one is taken off', async () => {
    const [holder, month, longer] = [await payer(), await monthly(), await quarterly()];
    const before = await stripe.subscriptions.create({ ...holder, items: [{ price: month.id }] });
    const [item] = before.items.data;
    const after = await stripe.subscriptions.update(before.id, {
      items: [{ id: item!.id, price: longer.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      expand: ['latest_invoice'],
    });
    expect(after.items.data[0]).toMatchObject({ id: item!.id, price: { id: longer.id } });
    const invoice = after.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
    expect(invoice.amount_paid).toBeGreaterThanOrEqual(1000);
    expect(invoice.amount_paid).toBeLessThan(1010);
  });
});

describe('payments', () => {
  const pay = async (payment_method: string) =>
    stripe.paymentIntents.create({
      ...{ amount: 500, currency: 'eur', confirm: true, payment_method, metadata: { product: 'boost' } },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });

  test('are refunded once, and not beyond what was paid', async () => {
    const intent = await pay('pm_card_visa');
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 200 });
    expect(refund).toMatchObject({ amount: 200, status: 'succeeded', payment_intent: intent.id });
    await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 400 })).rejects.toMatchObject({
      statusCode: 400,
    });
    await stripe.refunds.create({ payment_intent: intent.id, reason: 'duplicate' });
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const charge = await stripe.charges.retrieve(String(intent.latest_charge));
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 500, paid: true });
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ])('by %s are declined in Stripe’s words', async (method, decline_code) => {
    await expect(pay(method)).rejects.toMatchObject({
      ...{ type: 'StripeCardError', statusCode: 402, code: 'card_declined', decline_code },
      payment_intent: { status: 'requires_payment_method' },
    });
  });
});

describe('a checkout session', () => {
  const params = async (): Promise<Stripe.Checkout.SessionCreateParams> => ({
    mode: 'subscription',
    line_items: [{ price: (await monthly()).id, quantity: 1 }],
    success_url: 'https://example.dk/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://example.dk/cancelled',
    allow_promotion_codes: true,
    client_reference_id: 'u1',
    locale: 'da',
    metadata: { product: 'premium_monthly' },
  });

  test('is open until it is paid or told to expire, once', async () => {
    const customer = await stripe.customers.create({ email: `${unique()}@example.dk` });
    const session = await stripe.checkout.sessions.create({ ...(await params()), customer: customer.id });
    expect(session).toMatchObject({
      ...{ status: 'open', payment_status: 'unpaid', mode: 'subscription', locale: 'da', amount_total: 900 },
      ...{ customer: customer.id, client_reference_id: 'u1', subscription: null, currency: 'eur' },
    });
    expect(session.url).toMatch(/^https?:/);
    const { data } = await stripe.checkout.sessions.list({ customer: customer.id, status: 'open' });
    expect(data.map(({ id }) => id)).toEqual([session.id]);
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('takes no recurring price where one payment was asked for', async () => {
    await expect(
      stripe.checkout.sessions.create({ ...(await params()), mode: 'payment' }),
    ).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
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
    ['/v1/refunds', { charge: 'ch_nobody' }, 'resource_missing', 'charge'],
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
