import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractShop, type Shop } from '../support/stripe-target.ts';

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

async function payer(method = 'pm_card_visa'): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({
    email: `${unique()}@example.dk`,
    metadata: { userId: 'u1' },
  });
  const attached = await stripe.paymentMethods.attach(method, { customer: customer.id });
  return stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: attached.id },
  });
}

describe('customers', () => {
  test('are made, changed, listed by address and deleted', async () => {
    const email = `${unique()}@example.dk`;
    const made = await stripe.customers.create({ email, metadata: { userId: 'u1', kept: 'yes' } });
    const changed = await stripe.customers.update(made.id, {
      metadata: { userId: '', more: '2' },
      name: 'Kim',
    });
    expect(changed).toMatchObject({ email, name: 'Kim', metadata: { kept: 'yes', more: '2' } });
    expect(changed.metadata).not.toHaveProperty('userId');
    expect((await stripe.customers.list({ email })).data.map(({ id }) => id)).toEqual([made.id]);
    expect(await stripe.customers.del(made.id)).toEqual(
      expect.objectContaining({ id: made.id, object: 'customer', deleted: true }),
    );
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true });
    await expect(stripe.customers.update(made.id, { name: 'Nobody' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
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
    const [customer, price] = [await payer(), await monthly()];
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      metadata: { product: 'premium_monthly' },
      expand: ['latest_invoice.payments'],
    });
    expect(subscription.status).toBe('active');
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 900,
      billing_reason: 'subscription_create',
    });
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
    const intent = await stripe.paymentIntents.retrieve(
      String(invoice.payments?.data[0]?.payment.payment_intent),
      { expand: ['latest_charge'] },
    );
    expect(intent).toMatchObject({ status: 'succeeded', amount: 900, customer: customer.id });
    expect(intent.latest_charge).toMatchObject({ paid: true, amount: 900 });
    const [item] = subscription.items.data;
    expect(item!.current_period_end).toBeGreaterThan(item!.current_period_start + 27 * 86_400);
  });

  test('are told to end with their period, kept again and ended at once', async () => {
    const [customer, price] = [await payer(), await monthly()];
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(ending.canceled_at).not.toBeNull();
    const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at_period_end: false, canceled_at: null, cancel_at: null });
    const ended = await stripe.subscriptions.cancel(id);
    expect(ended.status).toBe('canceled');
    expect(ended.ended_at).not.toBeNull();
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1);
  });
});
