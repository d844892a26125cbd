import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPremium, planWire, seesEstimates } from '#core/payments/plan.ts';
import { isReversed, planFromStripe } from '#core/payments/stripe.ts';
import { anyFacts, at, day, facts, purchase, subscription } from './make-facts.ts';

const on = (days: number) => new Date(at(days));
const premiumOn = (given: Parameters<typeof planFromStripe>[0], days: number) =>
  hasPremium(planFromStripe(given), on(days));

describe('planFromStripe, subscriptions', () => {
  it('a subscription keeps access while a late payment is retried, with the status past_due', () => {
    const late = facts(subscription({ status: 'past_due', paymentId: null }));
    expect(planFromStripe(late).status).toBe('past_due');
    expect(premiumOn(late, 10)).toBe(true);
  });
});

describe('planFromStripe, disputed subscriptions', () => {
  const ended = { status: 'canceled', endedAt: at(5) } as const;

  it('a disputed subscription gives no premium until the dispute is won, then the rest of its period', () => {
    for (const payment of ['disputed', 'lost', 'refunded'] as const)
      expect(hasPremium(planFromStripe(facts(subscription({ ...ended, payment }))), on(6))).toBe(false);
    const won = planFromStripe(facts(subscription({ ...ended, payment: 'won' })));
    expect(won).toMatchObject({ type: 'premium_monthly', cancelAtPeriodEnd: true, currentPeriodEnd: at(30) });
    expect([29, 30].map((day) => hasPremium(won, on(day)))).toEqual([true, false]);
    // It was ended at Stripe, so nothing can resume it.
    expect(planWire(won, on(6))).toMatchObject({ plan_type: 'premium_monthly', status: 'canceled' });
  });

  it('a won subscription neither hides a running one nor is hidden by one that is over', () => {
    const won = subscription({ ...ended, payment: 'won' });
    const later = subscription({ id: 'sub_2', product: 'premium_quarterly', startedAt: at(10) });
    expect(planFromStripe(facts(won, later)).type).toBe('premium_quarterly');
    const over = { ...later, status: 'canceled', endedAt: at(12), payment: 'refunded' } as const;
    expect(hasPremium(planFromStripe(facts(won, over)), on(20))).toBe(true);
  });
});

describe('planFromStripe, boosts', () => {
  it('a boost bought during a subscription starts at the subscription’s end', () => {
    const plan = planFromStripe(
      facts(subscription({ endsAt: at(30) }), purchase('deal_finder_boost', { paidAt: at(5) })),
    );
    expect(plan).toMatchObject({ type: 'premium_monthly', boostUntil: at(40) });
    expect(hasPremium(plan, on(35))).toBe(true);
  });
});

describe('planFromStripe, price unlocks', () => {
  it('a price unlock shows estimates for good and gives no premium', () => {
    const plan = planFromStripe(facts(purchase('unlock_price', { paymentId: null })));
    expect(plan).toMatchObject({ type: 'free', priceUnlock: { until: null } });
    expect(seesEstimates(plan, on(5000))).toBe(true);
    expect(hasPremium(plan, on(1))).toBe(false);
  });
});

describe('planFromStripe, any facts', () => {
  it('the order of Stripe’s lists makes no difference to the plan', () => {
    fc.assert(
      fc.property(anyFacts, ({ subscriptions, purchases }) => {
        const plan = planFromStripe({ subscriptions, purchases });
        const turned = { subscriptions: subscriptions.toReversed(), purchases: purchases.toReversed() };
        expect(planFromStripe(turned)).toEqual(plan);
      }),
      { numRuns: 500 },
    );
  });

  it('one more boost never reduces access', () => {
    fc.assert(
      fc.property(
        anyFacts,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 200 }),
        (given, paid, when) => {
          const boost = purchase('deal_finder_boost', { id: 'cs_more', paidAt: at(paid) });
          const more = { ...given, purchases: [...given.purchases, boost] };
          if (premiumOn(given, when)) expect(premiumOn(more, when)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('each boost adds its ten days to what is covered', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const boosts = given.purchases.filter(
          (one) => one.product === 'deal_finder_boost' && !isReversed(one),
        );
        const alone = planFromStripe({ subscriptions: [], purchases: boosts }).boostUntil;
        fc.pre(boosts.length > 0);
        const lastPaid = Math.max(...boosts.map((one) => Date.parse(one.paidAt)));
        const leftMs = Date.parse(alone!) - lastPaid;
        expect(leftMs).toBeGreaterThanOrEqual(10 * day);
        expect(leftMs).toBeLessThanOrEqual(boosts.length * 10 * day);
      }),
      { numRuns: 500 },
    );
  });

  it('reversed payments give no access at all', () => {
    const gone = fc.constantFrom(...(['disputed', 'lost', 'refunded'] as const));
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 0, max: 300 }), gone, (given, when, payment) => {
        const reversed = {
          subscriptions: given.subscriptions.map((one) => ({ ...one, payment })),
          purchases: given.purchases.map((one) => ({ ...one, payment })),
        };
        expect(premiumOn(reversed, when)).toBe(false);
        expect(seesEstimates(planFromStripe(reversed), on(when))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
