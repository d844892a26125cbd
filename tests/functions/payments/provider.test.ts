import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { products } from '#core/payments/plan.ts';
import { type PaymentProvider, PaymentUnavailable } from '#core/payments/provider.ts';
import { type CustomerObjects, historyOf, withPayments } from '#functions/payments/stripe.ts';
import { replaced } from '#functions/platform/services.ts';
import { counted, keepLog } from '#tests/support/kept-log.ts';
import { type Call, fakeProvider, keyOf, missing, now, refused, stripeFault, taken } from './fake-stripe.ts';

beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now }));
afterAll(() => vi.useRealTimers());

describe('Stripe’s own pages', () => {
  const visit = { customerId: 'cus_1', language: 'da', origin: 'https://bilfund.example' } as const;
  const page = { customer: 'cus_1', locale: 'da', return_url: 'https://bilfund.example/profile' };
  const answers = { 'billingPortal.sessions.create': { url: 'https://portal.example' } };

  it('opens the portal for a person’s payments and returns to their profile', async () => {
    const { payments, calls } = fakeProvider(answers);
    expect(await payments.portalUrl(visit)).toBe('https://portal.example');
    expect(calls()).toEqual([['billingPortal.sessions.create', page]]);
  });

  it('opens a page to change one price for another, and returns to the new plan', async () => {
    const { payments, calls } = fakeProvider(answers);
    const change = {
      ...visit,
      subscriptionId: 'sub_1',
      itemId: 'si_1',
      product: 'premium_quarterly',
    } as const;
    expect(await payments.switchUrl(change)).toBe('https://portal.example');
    expect(calls()).toEqual([
      [
        'billingPortal.sessions.create',
        {
          ...page,
          flow_data: {
            type: 'subscription_update_confirm',
            subscription_update_confirm: {
              subscription: 'sub_1',
              items: [{ id: 'si_1', price: 'price_premium_quarterly', quantity: 1 }],
            },
            after_completion: {
              type: 'redirect',
              redirect: { return_url: 'https://bilfund.example/subscription/success?plan=premium_quarterly' },
            },
          },
        },
      ],
    ]);
  });
});

describe('changes of a subscription', () => {
  it.each([
    [
      'to end with its period',
      true,
      { cancel_at_period_end: false, cancel_at: null },
      { cancel_at_period_end: true },
    ],
    ['to go on', false, { cancel_at_period_end: true, cancel_at: 5 }, { cancel_at_period_end: false }],
    [
      'to go on although a date was set elsewhere',
      false,
      { cancel_at_period_end: false, cancel_at: 5 },
      { cancel_at: '' },
    ],
    [
      'to go on as it does',
      false,
      { cancel_at_period_end: false, cancel_at: null },
      { cancel_at_period_end: false },
    ],
    [
      'to end with its period and not on its date',
      true,
      { cancel_at_period_end: false, cancel_at: 5 },
      { cancel_at_period_end: true },
    ],
  ])('changes a subscription %s', async (_, endsWithPeriod, now, change) => {
    const { payments, calls } = fakeProvider({ 'subscriptions.retrieve': now, 'subscriptions.update': {} });
    await payments.setEndsWithPeriod('sub_1', endsWithPeriod);
    expect(calls()).toEqual([
      ['subscriptions.retrieve', 'sub_1'],
      ['subscriptions.update', 'sub_1', change],
    ]);
  });
});

describe('ending, refunding and deleting at Stripe', () => {
  const acts: [name: string, call: Call, act: (payments: PaymentProvider) => Promise<void>][] = [
    ['a subscription', ['subscriptions.cancel', 'sub_1'], (one) => one.endSubscription('sub_1')],
    [
      'a payment',
      ['refunds.create', { payment_intent: 'pi_1', reason: 'duplicate' }, keyOf('refund-pi_1')],
      (one) => one.refund('pi_1'),
    ],
    ['a customer', ['customers.del', 'cus_1'], (one) => one.deleteCustomer('cus_1')],
  ];

  it.each(acts)('ends, refunds or deletes %s by its id', async (_, call, act) => {
    const { payments, calls } = fakeProvider({ [call[0]]: {} });
    await act(payments);
    expect(calls()).toEqual([call]);
  });

  it.each(acts)('accepts that %s is gone or ended already', async (_, [name], act) => {
    await act(fakeProvider({ [name]: missing }).payments);
    await act(fakeProvider({ [name]: refused }).payments);
  });

  it.each(acts)(
    'throws when ending, refunding or deleting %s fails for another reason',
    async (_, [name], act) => {
      await expect(act(fakeProvider({ [name]: new TypeError('ours') }).payments)).rejects.toThrow('ours');
      const unreached = act(fakeProvider({ [name]: stripeFault('StripeConnectionError') }).payments);
      await expect(unreached).rejects.toBeInstanceOf(PaymentUnavailable);
    },
  );
});

describe('customers at Stripe', () => {
  const anna = { userId: 'anna', email: 'anna@example.com' };
  const params = { email: 'anna@example.com', metadata: { userId: 'anna' } };

  it('creates a person’s customer once', async () => {
    const { payments, calls } = fakeProvider({ 'customers.create': { id: 'cus_1' } });
    expect(await payments.createCustomer(anna)).toBe('cus_1');
    expect(calls()).toEqual([['customers.create', params, keyOf('customer-anna')]]);
  });

  it('creates the customer under another key when the address changed within the hour', async () => {
    const create = (_: object, { idempotencyKey }: { idempotencyKey: string }) =>
      idempotencyKey.includes('@') ? { id: 'cus_2' } : taken;
    const { payments, calls } = fakeProvider({ 'customers.create': create });
    expect(await payments.createCustomer(anna)).toBe('cus_2');
    expect(calls().at(-1)).toEqual(['customers.create', params, keyOf('customer-anna-anna@example.com')]);
  });

  it('does not try again after another failure to create a customer', async () => {
    const { payments, calls } = fakeProvider({ 'customers.create': refused });
    await expect(payments.createCustomer(anna)).rejects.toBe(refused);
    expect(calls()).toHaveLength(1);
  });

  it.each<[answer: unknown, customer: string | null]>([
    [{ customer: 'cus_1' }, 'cus_1'],
    [{ customer: null }, null],
    [missing, null],
  ])('reads from the payment %j the customer %j', async (answer, customer) => {
    const { payments } = fakeProvider({ 'paymentIntents.retrieve': answer });
    expect(await payments.customerOfPayment('pi_1')).toBe(customer);
  });

  it('throws when the payment of a customer cannot be read', async () => {
    const { payments } = fakeProvider({ 'paymentIntents.retrieve': refused });
    await expect(payments.customerOfPayment('pi_1')).rejects.toBe(refused);
  });

  it('reads a customer’s facts and history', async () => {
    const lists = ['subscriptions', 'checkout.sessions', 'paymentIntents'].map((one) => [`${one}.list`, []]);
    const invoice = {
      ...{ id: 'in_1', status: 'paid', created: 5, amount_paid: 100, amount_due: 100, currency: 'dkk' },
      ...{ metadata: { product: 'lifetime' }, lines: { data: [] }, status_transitions: { paid_at: 5 } },
    };
    const { payments } = fakeProvider({ ...Object.fromEntries(lists), 'invoices.list': [invoice] });
    expect((await payments.readFacts('cus_1')).purchases).toMatchObject([{ id: 'in_1' }]);
    expect(await payments.readHistory('cus_1', 5)).toMatchObject([{ id: 'in_1' }]);
    expect(await payments.readHistory('cus_1', 0)).toEqual([]);
  });
});

const seconds = Date.parse('2026-11-21T08:00:00.000Z') / 1000;

const objectsOf = (fields: Partial<CustomerObjects>): CustomerObjects => ({
  ...{ subscriptions: [], checkouts: [], invoices: [], payments: new Map(), notable: new Map() },
  prices: { idOf: () => 'none', productOf: (id) => (id === 'price_quarter' ? 'premium_quarterly' : null) },
  ...fields,
});

const checkoutOf = (fields: object = {}) =>
  ({
    ...{ id: 'cs_1', mode: 'payment', metadata: { product: 'lifetime' }, payment_intent: 'pi_1' },
    ...{ amount_total: 34_950, currency: 'dkk', payment_status: 'paid', created: seconds },
    ...fields,
  }) as unknown as Stripe.Checkout.Session;

const paymentsOf = (charge: object, status = 'succeeded') =>
  new Map([['pi_1', { id: 'pi_1', status, latest_charge: charge }]] as unknown as Iterable<
    [string, Stripe.PaymentIntent]
  >);
const charge = {
  created: seconds + 60,
  refunded: false,
  amount_refunded: 0,
  receipt_url: 'https://r.example',
};

const invoiceOf = (fields: object = {}) =>
  ({
    ...{
      id: 'in_1',
      status: 'paid',
      created: seconds,
      currency: 'dkk',
      amount_paid: 9_900,
      amount_due: 12_000,
    },
    ...{ metadata: {}, hosted_invoice_url: 'https://i.example', lines: { data: [] } },
    ...fields,
  }) as unknown as Stripe.Invoice;

describe('single payments in the history', () => {
  it('lists a payment with product, amount, time and receipt', () => {
    const objects = objectsOf({ checkouts: [checkoutOf()], payments: paymentsOf(charge) });
    expect(historyOf(objects, 10)).toEqual([
      {
        ...{ id: 'cs_1', description: products.lifetime.name, product: 'lifetime' },
        ...{ amount: 349.5, currency: 'dkk', status: 'paid', receipt_url: 'https://r.example' },
        created_at: '2026-11-21T08:01:00.000Z',
      },
    ]);
  });

  it('describes a payment for a product that is no longer sold as a payment', () => {
    const objects = objectsOf({
      checkouts: [checkoutOf({ metadata: { product: 'gone' }, payment_intent: null })],
    });
    expect(historyOf(objects, 10)).toMatchObject([
      { description: 'Payment', product: null, receipt_url: null, created_at: '2026-11-21T08:00:00.000Z' },
    ]);
  });

  it('leaves out the checkout that began a plan, because its invoice is listed', () => {
    expect(historyOf(objectsOf({ checkouts: [checkoutOf({ mode: 'subscription' })] }), 10)).toEqual([]);
  });

  it.each<[status: string, checkout: object, fields: Partial<CustomerObjects>]>([
    ['pending', { payment_status: 'unpaid' }, { payments: paymentsOf(charge) }],
    ['pending', {}, { payments: paymentsOf(charge, 'processing') }],
    ['paid', { payment_status: 'no_payment_required', payment_intent: null }, {}],
    ['refunded', {}, { payments: paymentsOf({ ...charge, refunded: true, amount_refunded: 34_950 }) }],
    ['partially_refunded', {}, { payments: paymentsOf({ ...charge, amount_refunded: 1 }) }],
    ['disputed', {}, { payments: paymentsOf(charge), notable: new Map([['pi_1', 'disputed']]) }],
    ['disputed', {}, { payments: paymentsOf(charge), notable: new Map([['pi_1', 'lost']]) }],
    ['paid', {}, { payments: paymentsOf(charge), notable: new Map([['pi_1', 'won']]) }],
  ])('lists a payment as %s when %j', (status, checkout, fields) => {
    expect(historyOf(objectsOf({ checkouts: [checkoutOf(checkout)], ...fields }), 10)).toMatchObject([
      { status },
    ]);
  });
});

describe('invoices in the history', () => {
  const line = (amount: number, price: string) => ({
    ...{ amount, description: `line of ${amount}` },
    pricing: { price_details: { price } },
  });

  it('describes an invoice by its largest line, since a smaller one only credits the former plan', () => {
    const lines = { data: [line(-500, 'price_old'), line(10_400, 'price_quarter')] };
    expect(historyOf(objectsOf({ invoices: [invoiceOf({ lines })] }), 10)).toEqual([
      {
        ...{
          id: 'in_1',
          description: products.premium_quarterly.name,
          product: 'premium_quarterly',
          amount: 99,
        },
        ...{ currency: 'dkk', status: 'paid', receipt_url: 'https://i.example' },
        created_at: '2026-11-21T08:00:00.000Z',
      },
    ]);
  });

  it('describes an invoice for nothing that we sell by its first line, or else by its own text', () => {
    const described = (fields: object) =>
      historyOf(objectsOf({ invoices: [invoiceOf(fields)] }), 10)[0]?.description;
    expect(described({ lines: { data: [line(1, 'x'), line(2, 'y')] }, description: 'own' })).toBe(
      'line of 1',
    );
    expect(described({ description: 'own' })).toBe('own');
    expect(described({})).toBe('Invoice');
  });

  it.each<[status: string, fields: object]>([
    ['void', { status: 'void' }],
    ['failed', { status: 'uncollectible' }],
    ['failed', { status: 'open', attempted: true }],
    ['open', { status: 'open', attempted: false }],
  ])('lists an invoice as %s when %j, with the amount due', (status, fields) => {
    expect(historyOf(objectsOf({ invoices: [invoiceOf(fields)] }), 10)).toMatchObject([
      { status, amount: 120 },
    ]);
  });

  it('lists an invoice whose payment was refunded as refunded', () => {
    const payments = { data: [{ status: 'paid', payment: { payment_intent: 'pi_1' } }] };
    const objects = {
      invoices: [invoiceOf({ payments })],
      payments: paymentsOf({ ...charge, refunded: true }),
    };
    expect(historyOf(objectsOf(objects), 10)).toMatchObject([{ status: 'refunded', amount: 99 }]);
  });

  it('leaves out draft invoices', () => {
    expect(historyOf(objectsOf({ invoices: [invoiceOf({ status: 'draft' })] }), 10)).toEqual([]);
  });
});

it('lists payments and invoices together, newest first, and no more than asked for', () => {
  const invoices = [
    invoiceOf({ id: 'in_old', created: seconds - 10 }),
    invoiceOf({ id: 'in_new', created: seconds + 10 }),
  ];
  const objects = objectsOf({ invoices, checkouts: [checkoutOf({ payment_intent: null })] });
  const ids = (limit: number) => historyOf(objects, limit).map(({ id }) => id);
  expect(ids(10)).toEqual(['in_new', 'cs_1', 'in_old']);
  expect(ids(2)).toEqual(['in_new', 'cs_1']);
});

describe('a payment service that fails', () => {
  const former = replaced.payments;
  beforeAll(() => {
    replaced.payments = async () => ({}) as never;
  });
  afterAll(() => {
    if (former) replaced.payments = former;
    else delete replaced.payments;
  });

  async function ask(failing: Error): Promise<{ error: unknown; lines: string[] }> {
    const log = keepLog();
    const error: unknown = await withPayments(() => Promise.reject(failing)).catch(
      (reason: unknown) => reason,
    );
    log.restore();
    return { error, lines: log.lines };
  }

  it('tells the person that Stripe does not answer, and counts it for the alarm payments-unavailable', async () => {
    const { error, lines } = await ask(new PaymentUnavailable('connect ECONNREFUSED'));
    expect(error).toMatchObject({ status: 503, code: 'unavailable' });
    expect(counted(lines, 'PaymentsUnavailable')).toBe(1);
    expect(lines.some((line) => line.includes('the payment service did not answer'))).toBe(true);
  });

  it('does not count our own faults as Stripe being unavailable', async () => {
    const { error, lines } = await ask(new TypeError('no such field'));
    expect(error).toBeInstanceOf(TypeError);
    expect(counted(lines, 'PaymentsUnavailable')).toBe(0);
  });
});
