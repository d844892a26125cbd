import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { products } from '#core/payments/plan.ts';
import { type CustomerObjects, historyOf } from '#functions/payments/stripe.ts';

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
