import { describe, expect, it } from 'vitest';
import type { PaymentState } from '#core/payments/stripe.ts';
import { idOf, paymentOf, readCustomerObjects } from '#functions/payments/stripe.ts';
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
