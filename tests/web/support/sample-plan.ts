import type { PaymentWire, SubscriptionWire, UsageWire } from '#core/contract/routes/payments.ts';

export const freeWire: SubscriptionWire = {
  plan_type: 'free',
  status: 'active',
  current_period_end: null,
  cancel_at_period_end: false,
  boost_until: null,
  price_unlocked: false,
};

export const monthlyWire: SubscriptionWire = {
  ...freeWire,
  plan_type: 'premium_monthly',
  current_period_end: '2026-12-14T09:30:00.000Z',
};

export const freeUsage: UsageWire = {
  scrapes_used: 5,
  scrapes_limit: 20,
  subscriptions_used: 1,
  subscriptions_limit: 1,
  period_end: '2026-11-30T23:00:00.000Z',
};

export const samplePayment: PaymentWire = {
  id: 'in_1',
  description: 'Premium (3 Months)',
  product: 'premium_quarterly',
  amount: 19,
  currency: 'eur',
  status: 'paid',
  created_at: '2026-11-14T09:30:00.000Z',
  receipt_url: 'https://pay.stripe.example/receipts/in_1',
};

/** What the service answers about a plan, by request. */
export function planAnswers(plan: SubscriptionWire) {
  const hasPremium = plan.plan_type !== 'free';
  return {
    'GET /api/payments/subscription': { body: plan },
    'GET /api/payments/check-premium': {
      body: { hasPremium, seesEstimates: hasPremium || plan.price_unlocked, reason: null },
    },
  };
}
