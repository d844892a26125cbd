import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { PaymentState } from '#core/payments/stripe.ts';
import {
  type CustomerObjects,
  factsOf,
  idOf,
  paymentOf,
  readCustomerObjects,
} from '#functions/payments/stripe.ts';
import { fakeStripe } from './fake-stripe.ts';

const charge = (fields: object = {}) => ({ refunded: false, disputed: false, ...fields });
const payment = (id: string, latest_charge: unknown = charge()) => ({ id, latest_charge });
const nothing = {
  'subscriptions.list': [],
  'checkout.sessions.list': [],
  'paymentIntents.list': [],
  'invoices.list': [],
};

describe('a customer’s objects at Stripe', () => {
  it('reads a customer’s objects page by page, with what belongs to each', async () => {
    const { stripe, calls } = fakeStripe({
      ...nothing,
      'subscriptions.list': [{ id: 'sub_1' }],
      'checkout.sessions.list': [{ id: 'cs_1' }],
      'paymentIntents.list': [payment('pi_1'), payment('pi_2')],
      'invoices.list': [{ id: 'in_1' }],
    });
    expect(await readCustomerObjects(stripe, 'cus_1')).toMatchObject({
      ...{ subscriptions: [{ id: 'sub_1' }], checkouts: [{ id: 'cs_1' }], invoices: [{ id: 'in_1' }] },
      payments: new Map(['pi_1', 'pi_2'].map((id) => [id, payment(id)])),
      notable: new Map(),
    });
    const page = { customer: 'cus_1', limit: 100 };
    expect(Object.fromEntries(calls)).toMatchObject({
      'subscriptions.list': { ...page, status: 'all', expand: ['data.latest_invoice.payments'] },
      'checkout.sessions.list': { ...page, status: 'complete' },
      'paymentIntents.list': { ...page, expand: ['data.latest_charge'] },
      'invoices.list': { ...page, expand: ['data.payments'] },
    });
  });

  it('reads at most a thousand objects of each kind', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => ({ id: `in_${n}` }));
    const { stripe } = fakeStripe({ ...nothing, 'invoices.list': many });
    expect((await readCustomerObjects(stripe, 'cus_1')).invoices).toHaveLength(1000);
  });

  it.each<[state: PaymentState | undefined, what: string, latestCharge: unknown, statuses?: string[]]>([
    [undefined, 'that stands', charge()],
    [undefined, 'without a charge', null],
    [undefined, 'whose charge is only named', 'ch_1'],
    ['refunded', 'refunded in full', charge({ refunded: true })],
    ['refunded', 'refunded in full although disputed', charge({ refunded: true, disputed: true })],
    ['disputed', 'whose dispute is open', charge({ disputed: true }), ['needs_response']],
    ['disputed', 'whose dispute is looked at', charge({ disputed: true }), ['under_review']],
    ['lost', 'whose dispute was lost', charge({ disputed: true }), ['lost']],
    ['won', 'whose dispute was won', charge({ disputed: true }), ['won']],
    ['disputed', 'that is disputed again', charge({ disputed: true }), ['needs_response', 'won', 'lost']],
    ['lost', 'whose second dispute was lost', charge({ disputed: true }), ['lost', 'won']],
    [undefined, 'whose dispute was prevented', charge({ disputed: true }), ['prevented']],
    [undefined, 'that is asked about', charge({ disputed: true }), ['warning_needs_response']],
    [undefined, 'whose inquiry is read', charge({ disputed: true }), ['warning_under_review']],
    [undefined, 'whose inquiry is over', charge({ disputed: true }), ['warning_closed']],
  ])('records the state %s of a payment %s', async (state, _what, latestCharge, statuses) => {
    const { stripe, calls } = fakeStripe({
      ...nothing,
      'paymentIntents.list': [payment('pi_1', latestCharge)],
      ...(statuses && { 'disputes.list': statuses.map((status) => ({ status })) }),
    });
    expect((await readCustomerObjects(stripe, 'cus_1')).notable.get('pi_1')).toBe(state);
    const asked = calls.filter(([name]) => name === 'disputes.list').map(([, input]) => input);
    expect(asked).toEqual(statuses ? [{ payment_intent: 'pi_1', limit: 100 }] : []);
  });
});

it.each([
  ['pi_1', 'pi_1'],
  [{ id: 'pi_2' }, 'pi_2'],
  [null, null],
  [undefined, null],
])('reads from the reference %j the id %j', (reference, id) => {
  expect(idOf(reference)).toBe(id);
});

it.each<[unknown, string | null]>([
  [{ data: [{ status: 'canceled', payment: { payment_intent: 'pi_1' } }] }, null],
  [{ data: [{ status: 'paid', payment: { payment_intent: { id: 'pi_2' } } }] }, 'pi_2'],
  [undefined, null],
])('reads from an invoice with the payments %j the payment %j', (payments, id) => {
  expect(paymentOf({ payments } as Parameters<typeof paymentOf>[0])).toBe(id);
});

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
