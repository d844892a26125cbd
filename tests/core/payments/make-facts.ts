import fc from 'fast-check';
import type { PaymentState, PurchaseFact, StripeFacts, SubscriptionFact } from '#core/payments/stripe.ts';

export const day = 24 * 3600_000;
const startMs = Date.parse('2026-11-01T10:00:00.000Z');
/** The instant that many days after 1 November. */
export const at = (days: number) => new Date(startMs + days * day).toISOString();

export const subscription = (fields: Partial<SubscriptionFact> = {}): SubscriptionFact => ({
  id: 'sub_1',
  itemId: 'si_1',
  product: 'premium_monthly',
  status: 'active',
  startedAt: at(0),
  periodEnd: at(30),
  endsAt: null,
  endedAt: null,
  paymentId: 'pi_1',
  payment: 'stands',
  ...fields,
});
export const purchase = (
  product: PurchaseFact['product'],
  fields: Partial<PurchaseFact> = {},
): PurchaseFact => ({
  id: `cs_${product}`,
  product,
  paidAt: at(0),
  paymentId: `pi_${product}`,
  payment: 'stands',
  ...fields,
});
type Fact = SubscriptionFact | PurchaseFact;
const isSubscription = (one: Fact): one is SubscriptionFact => 'itemId' in one;
export const facts = (...all: Fact[]): StripeFacts => ({
  subscriptions: all.filter(isSubscription),
  purchases: all.filter((one): one is PurchaseFact => !isSubscription(one)),
});

const payment = fc.constantFrom(
  ...(['stands', 'disputed', 'lost', 'refunded', 'won'] as const satisfies readonly PaymentState[]),
);
const days = fc.integer({ min: 0, max: 60 });
const ids = (prefix: string) => fc.integer({ min: 1, max: 999_999 }).map((n) => `${prefix}_${n}`);

const anySubscription = fc
  .record({
    id: ids('sub'),
    product: fc.constantFrom('premium_monthly' as const, 'premium_quarterly' as const, 'premium' as const),
    status: fc.constantFrom(
      ...[
        'active',
        'trialing',
        'past_due',
        'unpaid',
        'paused',
        'canceled',
        'incomplete',
        'incomplete_expired',
      ],
    ),
    start: days,
    length: fc.integer({ min: 1, max: 90 }),
    isEnding: fc.boolean(),
    payment,
  })
  .map(({ id, product, status, start, length, isEnding, payment }) =>
    subscription({
      ...{ id, product, status, payment },
      startedAt: at(start),
      periodEnd: at(start + length),
      endsAt: isEnding ? at(start + length) : null,
      endedAt: status === 'canceled' ? at(start + length / 2) : null,
      paymentId: `pi_${id}`,
    }),
  );
const anyPurchase = fc
  .record({
    id: ids('cs'),
    product: fc.constantFrom('lifetime' as const, 'deal_finder_boost' as const, 'unlock_price' as const),
    paid: days,
    isFree: fc.boolean(),
    payment,
  })
  .map(({ id, product, paid, isFree, payment }) =>
    purchase(product, { id, paidAt: at(paid), paymentId: isFree ? null : `pi_${id}`, payment }),
  );

/** Any combination of subscriptions and purchases of a customer. */
export const anyFacts = fc.record({
  subscriptions: fc.uniqueArray(anySubscription, { maxLength: 4, selector: (one) => one.id }),
  purchases: fc.uniqueArray(anyPurchase, { maxLength: 5, selector: (one) => one.id }),
});
