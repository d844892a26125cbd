import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type NewCheckout,
  PaymentConflict,
  type PaymentProvider,
  PaymentUnavailable,
} from '#core/payments/provider.ts';
import {
  asking,
  createClient,
  isKeyTaken,
  isMissing,
  isRefused,
  keyFor,
} from '#functions/payments/stripe-client.ts';
import { type Call, fakeProvider, keyOf, missing, now, ourPrices, refused, taken } from './fake-stripe.ts';

beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now }));
afterAll(() => vi.useRealTimers());

describe('Stripe checkouts', () => {
  const wish: NewCheckout = {
    ...{ customerId: 'cus_1', userId: 'anna', product: 'lifetime', language: 'en' },
    ...{ origin: 'https://bilfund.example', idempotencyKey: 'checkout-1' },
  };
  const session = {
    id: 'cs_1',
    status: 'open',
    locale: 'en',
    url: 'https://pay.example',
    metadata: { product: 'lifetime' },
  };
  const checkout = {
    id: 'cs_1',
    product: 'lifetime',
    status: 'open',
    language: 'en',
    url: 'https://pay.example',
  };

  it.each([
    ['lifetime', 'payment', 'payment', 'payment_intent_data'],
    ['premium_monthly', 'subscription', 'subscription', 'subscription_data'],
  ] as const)('creates a checkout of %s on a Stripe page for a %s', async (product, mode, path, dataName) => {
    const { payments, calls } = fakeProvider({ 'checkout.sessions.create': session });
    expect(await payments.createCheckout({ ...wish, product })).toEqual(checkout);
    const metadata = { userId: 'anna', product };
    expect(calls()).toEqual([
      [
        'checkout.sessions.create',
        {
          ...{ mode, customer: 'cus_1', client_reference_id: 'anna', allow_promotion_codes: true },
          ...{ locale: 'en', metadata, [dataName]: { metadata } },
          line_items: [{ price: `price_${product}`, quantity: 1 }],
          success_url: `https://bilfund.example/${path}/success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `https://bilfund.example/${path}/cancelled`,
        },
        keyOf('checkout-1'),
      ],
    ]);
  });

  it.each<[what: string, name: string, fault: Error, act: (payments: PaymentProvider) => Promise<unknown>]>([
    ['being opened elsewhere', 'checkout.sessions.create', taken, (one) => one.createCheckout(wish)],
    ['paid meanwhile', 'checkout.sessions.expire', refused, (one) => one.expireCheckout('cs_1')],
  ])('reports a checkout %s as a conflict, and other failures as they are', async (_, name, fault, act) => {
    const conflict = act(fakeProvider({ [name]: fault }).payments);
    await expect(conflict).rejects.toBeInstanceOf(PaymentConflict);
    await expect(conflict).rejects.toThrow(fault.message);
    const other = new TypeError('ours');
    await expect(act(fakeProvider({ [name]: other }).payments)).rejects.toBe(other);
  });

  it('expires a checkout by its id', async () => {
    const { payments, calls } = fakeProvider({ 'checkout.sessions.expire': {} });
    await payments.expireCheckout('cs_1');
    expect(calls()).toEqual([['checkout.sessions.expire', 'cs_1']]);
  });

  it('lists open checkouts and names the newest in any state', async () => {
    const sessions = [
      { ...session, id: 'cs_2', status: 'expired' },
      session,
      { ...session, id: 'cs_0', metadata: null },
    ];
    const { payments, calls } = fakeProvider({ 'checkout.sessions.list': sessions });
    expect(await payments.readCheckouts('cus_1')).toEqual({
      open: [checkout, { ...checkout, id: 'cs_0', product: null }],
      newestId: 'cs_2',
    });
    expect(calls()).toEqual([['checkout.sessions.list', { customer: 'cus_1', limit: 20 }]]);
    const none = fakeProvider({ 'checkout.sessions.list': [] }).payments;
    expect(await none.readCheckouts('cus_1')).toEqual({ open: [], newestId: null });
  });

  it.each([
    ['complete', 'paid', true],
    ['complete', 'no_payment_required', true],
    ['complete', 'unpaid', false],
    ['open', 'paid', false],
  ])('takes a checkout that is %s and %s as paid: %s', async (status, payment_status, isPaid) => {
    const answer = { customer: { id: 'cus_1' }, status, payment_status, metadata: { product: 'lifetime' } };
    const { payments } = fakeProvider({ 'checkout.sessions.retrieve': answer });
    expect(await payments.readCheckout('cs_1')).toEqual({ customerId: 'cus_1', isPaid, product: 'lifetime' });
  });

  it('answers null for a checkout that Stripe does not know', async () => {
    expect(
      await fakeProvider({ 'checkout.sessions.retrieve': missing }).payments.readCheckout('cs_1'),
    ).toBeNull();
    const failing = fakeProvider({ 'checkout.sessions.retrieve': refused }).payments.readCheckout('cs_1');
    await expect(failing).rejects.toBe(refused);
  });

  it.each(['complete', 'expired', 'open', null])('reads the checkout status %j', async (status) => {
    const { payments } = fakeProvider({ 'checkout.sessions.create': { ...session, status } });
    expect((await payments.createCheckout(wish)).status).toBe(status ?? 'open');
  });
});

describe('prices at Stripe', () => {
  const create = (payments: PaymentProvider) =>
    payments.createCheckout({
      ...{ customerId: 'cus_1', userId: 'anna', product: 'lifetime', language: 'en' },
      ...{ origin: 'https://bilfund.example', idempotencyKey: 'checkout-1' },
    });
  const session = { id: 'cs_1', status: 'open', locale: 'en', url: null, metadata: {} };
  const asked = (calls: Call[]) => calls.filter(([name]) => name === 'prices.list');

  it('reads prices by their lookup keys, once in five minutes', async () => {
    const { payments, all } = fakeProvider({ 'checkout.sessions.create': session });
    for (const seconds of [0, 299]) {
      vi.setSystemTime(now.getTime() + seconds * 1000);
      await create(payments);
    }
    const lookup_keys = ourPrices.map((price) => price.lookup_key);
    expect(asked(all)).toEqual([['prices.list', { lookup_keys, active: true, limit: 100 }]]);
    vi.setSystemTime(now.getTime() + 300_000);
    await create(payments);
    expect(asked(all)).toHaveLength(2);
    vi.setSystemTime(now);
  });

  it('reads incomplete prices again, and refuses to sell a product without a price', async () => {
    const some = ourPrices.filter(({ id }) => id !== 'price_lifetime');
    const { payments, all } = fakeProvider({
      'prices.list': [...some, { id: 'other', lookup_key: 'theirs' }].slice(1),
      'checkout.sessions.create': session,
    });
    await expect(create(payments)).rejects.toThrow(new PaymentUnavailable('no price bilfund_lifetime'));
    await expect(create(payments)).rejects.toBeInstanceOf(PaymentUnavailable);
    expect(asked(all)).toHaveLength(2);
  });
});

describe('promotion codes at Stripe', () => {
  const redemption = { customerId: 'cus_1', code: 'GIFT', product: 'lifetime' } as const;
  const answers = {
    'promotionCodes.list': [{ id: 'promo_1' }],
    'invoices.create': { id: 'in_1' },
    'invoiceItems.create': {},
    'invoices.retrieve': { total: 0, status: 'draft' },
    'invoices.finalizeInvoice': { status: 'paid' },
    'invoices.del': {},
  };

  it('books the product by an invoice of zero with a code that covers the price', async () => {
    const { payments, calls } = fakeProvider(answers);
    expect(await payments.redeem(redemption)).toBe(true);
    expect(calls()).toEqual([
      ['promotionCodes.list', { code: 'GIFT', active: true, limit: 1 }],
      [
        'invoices.create',
        {
          ...{ customer: 'cus_1', collection_method: 'charge_automatically', auto_advance: false },
          ...{ pending_invoice_items_behavior: 'exclude', metadata: { product: 'lifetime' } },
          discounts: [{ promotion_code: 'promo_1' }],
        },
        keyOf('redeem-invoice-cus_1-promo_1'),
      ],
      [
        'invoiceItems.create',
        { customer: 'cus_1', invoice: 'in_1', pricing: { price: 'price_lifetime' } },
        keyOf('redeem-item-cus_1-promo_1'),
      ],
      ['invoices.retrieve', 'in_1'],
      ['invoices.finalizeInvoice', 'in_1', { auto_advance: false }],
    ]);
  });

  it('books nothing and leaves no invoice with a code that does not cover the price', async () => {
    const { payments, calls } = fakeProvider({
      ...answers,
      'invoices.retrieve': { total: 100, status: 'draft' },
    });
    expect(await payments.redeem(redemption)).toBe(false);
    expect(calls().at(-1)).toEqual(['invoices.del', 'in_1']);
  });

  it.each<[isBooked: boolean, what: string, changed: Record<string, unknown>]>([
    [true, 'was redeemed before', { 'invoices.retrieve': { total: 100, status: 'paid' } }],
    [false, 'does not exist', { 'promotionCodes.list': [] }],
    [false, 'this customer may not use', { 'invoices.create': refused }],
    [false, 'leaves its invoice open', { 'invoices.finalizeInvoice': { status: 'open' } }],
  ])('books the product (%s) with a code that %s', async (isBooked, _, changed) => {
    expect(await fakeProvider({ ...answers, ...changed }).payments.redeem(redemption)).toBe(isBooked);
  });

  it('throws when Stripe fails to book a code', async () => {
    const { payments } = fakeProvider({ ...answers, 'invoiceItems.create': new TypeError('ours') });
    await expect(payments.redeem(redemption)).rejects.toThrow('ours');
  });
});

const fault = (type: string, code?: string) => Object.assign(new Error('in Stripe’s words'), { type, code });

describe('idempotency keys', () => {
  afterEach(() => vi.useRealTimers());

  it('creates the same idempotency key for the same intent, and another one in the next hour', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:05:00Z') });
    const first = keyFor('customer-anna');
    vi.setSystemTime(new Date('2026-11-21T10:59:59Z'));
    expect(keyFor('customer-anna')).toEqual(first);
    expect(keyFor('customer-bent')).not.toEqual(first);
    vi.setSystemTime(new Date('2026-11-21T11:00:00Z'));
    expect(keyFor('customer-anna')).not.toEqual(first);
  });
});

describe('Stripe’s errors', () => {
  it.each([
    'StripeConnectionError',
    'StripeAPIError',
    'StripeRateLimitError',
    'StripeAuthenticationError',
    'StripePermissionError',
  ])('takes %s to mean that Stripe is unavailable', async (type) => {
    const failing = asking(() => Promise.reject(fault(type)));
    await expect(failing).rejects.toThrow(new PaymentUnavailable(`${type}: in Stripe’s words`));
    await expect(failing).rejects.toBeInstanceOf(PaymentUnavailable);
  });

  it('passes on an error about the request itself', async () => {
    const error = fault('StripeInvalidRequestError', 'resource_missing');
    await expect(asking(() => Promise.reject(error))).rejects.toBe(error);
    expect([isRefused(error), isMissing(error), isKeyTaken(error)]).toEqual([true, true, false]);
  });

  it('recognises an idempotency key that is in use or was used with other parameters', () => {
    expect(isKeyTaken(fault('StripeIdempotencyError'))).toBe(true);
    expect(isKeyTaken(fault('StripeInvalidRequestError', 'idempotency_key_in_use'))).toBe(true);
  });

  it('does not take our own errors for Stripe’s', async () => {
    const own = Object.assign(new TypeError('ours'), { code: 'resource_missing' });
    await expect(asking(() => Promise.reject(own))).rejects.toBe(own);
    expect([isRefused(own), isMissing(own), isKeyTaken(own)]).toEqual([false, false, false]);
  });
});

describe('Stripe’s client', () => {
  it.each([
    [null, 'api.stripe.com', '443', 'https'],
    ['https://stripe.example', 'stripe.example', 443, 'https'],
    ['http://stripe.example', 'stripe.example', 80, 'http'],
    ['http://127.0.0.1:4242', '127.0.0.1', '4242', 'http'],
  ])('creates a client for %s that calls %s, port %s by %s', async (address, host, port, protocol) => {
    const client = await createClient('sk_test', address);
    const asked = (['host', 'port', 'protocol', 'timeout'] as const).map((name) => client.getApiField(name));
    expect(asked).toEqual([host, port, protocol, 10_000]);
    // A second try still fits into a request, and what we do is told to nobody.
    expect([client.getMaxNetworkRetries(), client.getTelemetryEnabled()]).toEqual([1, false]);
  });
});
