import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { type CustomerObjects, factsOf } from '#functions/payments/stripe.ts';

const at = (text: string) => Date.parse(`${text}T08:00:00.000Z`) / 1000;
const iso = (text: string) => `${text}T08:00:00.000Z`;

const objectsOf = (fields: object): CustomerObjects => ({
  ...{ subscriptions: [], checkouts: [], invoices: [], payments: new Map(), notable: new Map() },
  prices: { idOf: () => 'none', productOf: (id) => (id === 'price_quarter' ? 'premium_quarterly' : null) },
  ...fields,
});

const subscriptionOf = (fields: object = {}, price: object = { id: 'price_quarter' }) =>
  ({
    ...{ id: 'sub_1', status: 'active', start_date: at('2026-10-01'), latest_invoice: 'in_1' },
    ...{ cancel_at: null, cancel_at_period_end: false, ended_at: null },
    items: { data: [{ id: 'si_1', price, current_period_end: at('2027-01-01') }] },
    ...fields,
  }) as unknown as Stripe.Subscription;
const paidBy = (id: string) => ({
  payments: {
    data: [
      { status: 'open', payment: { payment_intent: 'pi_other' } },
      { status: 'paid', payment: { payment_intent: id } },
    ],
  },
});

const checkoutOf = (fields: object = {}) =>
  ({
    ...{ id: 'cs_1', mode: 'payment', metadata: { product: 'lifetime' }, payment_intent: 'pi_1' },
    ...{ payment_status: 'paid', created: at('2026-11-01') },
    ...fields,
  }) as unknown as Stripe.Checkout.Session;

const invoiceOf = (fields: object = {}) =>
  ({
    ...{ id: 'in_1', status: 'paid', metadata: { product: 'lifetime' } },
    ...{ status_transitions: { paid_at: at('2026-11-03') } },
    ...fields,
  }) as unknown as Stripe.Invoice;

describe('subscription facts', () => {
  const told = (subscription: Stripe.Subscription, fields: object = {}) =>
    factsOf(objectsOf({ subscriptions: [subscription], ...fields })).subscriptions;

  it('reads a subscription with its period and payment', () => {
    expect(told(subscriptionOf({ latest_invoice: paidBy('pi_9') }))).toEqual([
      {
        ...{ id: 'sub_1', itemId: 'si_1', product: 'premium_quarterly', status: 'active' },
        ...{ startedAt: iso('2026-10-01'), periodEnd: iso('2027-01-01'), endsAt: null, endedAt: null },
        ...{ paymentId: 'pi_9', payment: 'stands' },
      },
    ]);
  });

  it.each<[what: string, fields: object, fact: object]>([
    ['ends with its period', { cancel_at_period_end: true }, { endsAt: iso('2027-01-01') }],
    ['ends on a date of its own', { cancel_at: at('2026-12-24') }, { endsAt: iso('2026-12-24') }],
    ['has ended', { ended_at: at('2026-11-11') }, { endedAt: iso('2026-11-11') }],
    ['has no payment yet', {}, { paymentId: null, payment: 'stands' }],
    ['has an invoice that is not paid', { latest_invoice: { payments: { data: [] } } }, { paymentId: null }],
  ])('reads a subscription that %s', (_, fields, fact) => {
    expect(
      told(subscriptionOf(fields), {
        notable: new Map([
          ['pi_9', 'refunded'],
          [null, 'lost'],
        ]),
      }),
    ).toMatchObject([fact]);
  });

  it('reverses a subscription with the payment for its period, not with another one', () => {
    const paid = subscriptionOf({ latest_invoice: paidBy('pi_9') });
    expect(told(paid, { notable: new Map([['pi_9', 'refunded']]) })).toMatchObject([{ payment: 'refunded' }]);
    expect(told(paid, { notable: new Map([['pi_other', 'refunded']]) })).toMatchObject([
      { payment: 'stands' },
    ]);
  });

  it.each([
    [{ interval: 'month', interval_count: 1 }, 'premium_monthly'],
    [{ interval: 'month', interval_count: 3 }, 'premium_quarterly'],
    [{ interval: 'month', interval_count: 6 }, 'premium'],
    [{ interval: 'year', interval_count: 1 }, 'premium'],
    [null, 'premium'],
  ])('reads a subscription with a former price of %j as %s', (recurring, product) => {
    expect(told(subscriptionOf({}, { id: 'price_former', recurring }))).toMatchObject([{ product }]);
  });

  it.each(['premium_monthly', 'premium_quarterly', 'lifetime'] as const)(
    'reads a subscription with our price of %s',
    (known) => {
      const prices = { idOf: () => '', productOf: () => known };
      const product = known === 'lifetime' ? 'premium' : known;
      expect(told(subscriptionOf({}, { id: 'p', recurring: null }), { prices })).toMatchObject([{ product }]);
    },
  );

  it('ignores a subscription without an item', () => {
    expect(told(subscriptionOf({ items: { data: [] } }))).toEqual([]);
  });
});

describe('purchase facts', () => {
  const told = (checkout: object, fields: object = {}) =>
    factsOf(objectsOf({ checkouts: [checkoutOf(checkout)], ...fields })).purchases;

  it.each(['lifetime', 'deal_finder_boost', 'unlock_price'])('reads a purchase of %s', (product) => {
    expect(told({ metadata: { product } })).toEqual([
      { id: 'cs_1', product, paidAt: iso('2026-11-01'), paymentId: 'pi_1', payment: 'stands' },
    ]);
  });

  it.each<[what: string, checkout: object]>([
    ['of a plan', { metadata: { product: 'premium_monthly' } }],
    ['of a product that is not sold', { metadata: { product: 'gone' } }],
    ['without a product', { metadata: null }],
    ['that began a subscription', { mode: 'subscription' }],
    ['that is unpaid', { payment_status: 'unpaid' }],
  ])('ignores a checkout %s', (_, checkout) => {
    expect(told(checkout)).toEqual([]);
  });

  it('dates a purchase from when the money arrived', () => {
    const payment = { id: 'pi_1', latest_charge: { created: at('2026-11-02') } };
    const payments = new Map([['pi_1', payment]]);
    expect(told({}, { payments })).toMatchObject([{ paidAt: iso('2026-11-02') }]);
  });

  it('reads a purchase without charge as one without payment that cannot be reversed', () => {
    expect(told({ payment_intent: null }, { notable: new Map([[null, 'lost']]) })).toMatchObject([
      { paidAt: iso('2026-11-01'), paymentId: null, payment: 'stands' },
    ]);
  });

  it('reverses a purchase with its payment, not with another one', () => {
    expect(told({}, { notable: new Map([['pi_1', 'refunded']]) })).toMatchObject([{ payment: 'refunded' }]);
    expect(told({}, { notable: new Map([['pi_2', 'refunded']]) })).toMatchObject([{ payment: 'stands' }]);
  });
});

describe('facts of products booked by a code', () => {
  const told = (invoice: object) => factsOf(objectsOf({ invoices: [invoiceOf(invoice)] })).purchases;

  it('dates a product booked by a code from its invoice', () => {
    expect(told({})).toEqual([
      { id: 'in_1', product: 'lifetime', paidAt: iso('2026-11-03'), paymentId: null, payment: 'stands' },
    ]);
  });

  it.each<[what: string, invoice: object]>([
    ['for a subscription', { metadata: {} }],
    ['without our metadata', { metadata: null }],
    ['that is open', { status: 'open' }],
    ['that was never paid', { status_transitions: { paid_at: null } }],
  ])('books no product from an invoice %s', (_, invoice) => {
    expect(told(invoice)).toEqual([]);
  });
});
