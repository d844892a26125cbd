import { describe, expect, it } from 'vitest';
import {
  accessReasons,
  freePlan,
  limits,
  type Plan,
  planNames,
  planTypes,
  planWire,
  prices,
  productKeys,
  products,
} from '#core/payments/plan.ts';
import { isWebhookEvent, offerFor } from '#core/payments/stripe.ts';
import { at, facts, subscription } from './make-facts.ts';

describe('offerFor', () => {
  it.each(productKeys)('a person without a plan buys %s at the checkout', (product) => {
    expect(offerFor(product, facts())).toEqual({ kind: 'checkout' });
  });

  it('buying the other plan switches the running subscription', () => {
    const running = subscription();
    expect(offerFor('premium_quarterly', facts(running))).toEqual({ kind: 'switch', subscription: running });
    expect(offerFor('premium_monthly', facts(subscription({ product: 'premium_quarterly' })))).toMatchObject({
      kind: 'switch',
    });
  });

  it('refuses the plan that the person already has, even when it is set to end', () => {
    for (const endsAt of [null, at(30)])
      expect(offerFor('premium_monthly', facts(subscription({ endsAt })))).toMatchObject({
        kind: 'refused',
        code: 'already_subscribed',
      });
  });
});

const now = new Date('2026-11-21T08:00:00.000Z');
const future = '2026-12-20T08:00:00.000Z';

/** People buy on these terms: changing them here changes what was promised. */
it('limits, Danish names, products and access reasons are those that were promised', () => {
  expect(limits).toMatchObject({
    freeScrapesPerMonth: 20,
    freeSearches: 1,
    premiumSearches: 3,
    boostDays: 10,
    unlockDays: null,
    searchDays: 7,
    lists: 50,
    nameLength: 80,
    carsPerList: 500,
    savedSearches: 100,
    discoveries: 1000,
    discoveryDays: 365,
    undoHours: 24,
  });
  expect(planTypes.map((plan) => planNames.da[plan])).toEqual([
    ...[
      'Gratis',
      'Premium',
      'Premium månedlig',
      'Premium (3 måneder)',
      'Kupjæger for livet',
      'Premium (10 dage)',
    ],
  ]);
  expect(productKeys.map((key) => products[key])).toEqual(
    productKeys.map((key) => ({
      lookupKey: `bilfund_${key}`,
      name: key === 'unlock_price' ? 'Unlock price' : planNames.en[key],
      amountCents: prices[key],
      currency: 'eur',
      recurring: /monthly|quarterly/.test(key)
        ? { interval: 'month', intervalCount: key === 'premium_monthly' ? 1 : 3 }
        : null,
    })),
  );
  expect(accessReasons).toEqual([
    ...['not_logged_in', 'no_active_subscription', 'free_plan', 'subscription_expired'],
    ...['no_beta_access_purchased', 'database_error', 'limit_reached'],
  ]);
});

it('planWire tells the plan in force now', () => {
  const told = (plan: Partial<Plan>) => planWire({ ...freePlan, ...plan }, now);
  const free = {
    plan_type: 'free',
    status: 'active',
    current_period_end: null,
    cancel_at_period_end: false,
    boost_until: null,
    price_unlocked: false,
  };
  expect(told({})).toEqual(free);
  expect(told({ type: 'premium_monthly', currentPeriodEnd: '2026-11-20T08:00:00.000Z' })).toEqual(free);
  expect(told({ priceUnlock: { until: null } })).toEqual({ ...free, price_unlocked: true });
  const monthly = {
    type: 'premium_monthly',
    currentPeriodEnd: future,
    cancelAtPeriodEnd: true,
    boostUntil: future,
  } as const;
  expect(told(monthly)).toEqual({
    ...free,
    plan_type: 'premium_monthly',
    current_period_end: future,
    cancel_at_period_end: true,
    boost_until: future,
  });
  expect(told({ boostUntil: future })).toEqual({
    ...free,
    plan_type: 'deal_finder_boost',
    current_period_end: future,
    boost_until: future,
  });
});

it('only Stripe events that a plan depends on are processed', () => {
  const heard = [
    ...['checkout.session.completed', 'customer.deleted', 'customer.subscription.updated', 'invoice.paid'],
    ...['charge.refunded', 'refund.created', 'payment_intent.succeeded'],
  ];
  expect(heard.filter(isWebhookEvent)).toEqual(heard);
  const others = [
    'customer.created',
    'customer.deleted.x',
    'payment_intent.created',
    'payout.paid',
    'xinvoice.paid',
  ];
  expect(others.filter(isWebhookEvent)).toEqual([]);
});
