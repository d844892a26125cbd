import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPremium, planInForce, planWire, premiumRefusal, seesEstimates } from '#core/payments/plan.ts';
import { isReversed, planFromStripe } from '#core/payments/stripe.ts';
import { anyFacts, at, day, facts, purchase, subscription } from './make-facts.ts';

const on = (days: number) => new Date(at(days));
const premiumOn = (given: Parameters<typeof planFromStripe>[0], days: number) =>
  hasPremium(planFromStripe(given), on(days));

describe('planFromStripe, subscriptions', () => {
  it('a subscription gives premium until its period ends', () => {
    const plan = planFromStripe(facts(subscription()));
    expect(plan).toMatchObject({
      type: 'premium_monthly',
      status: 'active',
      currentPeriodEnd: at(30),
      cancelAtPeriodEnd: false,
    });
    expect(hasPremium(plan, on(29.9))).toBe(true);
  });

  it('a renewing subscription stays in force one day longer, because the renewal event may be late', () => {
    expect(premiumOn(facts(subscription()), 30.9)).toBe(true);
    expect(premiumOn(facts(subscription()), 31.1)).toBe(false);
  });

  it('a cancelled subscription ends at the exact second', () => {
    const ending = facts(subscription({ endsAt: at(30) }));
    expect(planFromStripe(ending)).toMatchObject({ cancelAtPeriodEnd: true, currentPeriodEnd: at(30) });
    const plan = planFromStripe(ending);
    expect(hasPremium(plan, new Date(Date.parse(at(30)) - 1000))).toBe(true);
    expect(hasPremium(plan, on(30))).toBe(false);
    expect(planInForce(plan, on(30)).type).toBe('free');
    expect(premiumRefusal(plan, on(30))).toBe('subscription_expired');
  });

  it('a subscription keeps access while a late payment is retried, with the status past_due', () => {
    const late = facts(subscription({ status: 'past_due', paymentId: null }));
    expect(planFromStripe(late).status).toBe('past_due');
    expect(premiumOn(late, 10)).toBe(true);
  });

  it.each(['unpaid', 'paused', 'canceled'])('a subscription that is %s gives no premium', (status) => {
    const over = facts(subscription({ status, endedAt: at(5) }));
    expect(premiumOn(over, 6)).toBe(false);
    expect(premiumRefusal(planFromStripe(over), on(6))).not.toBeNull();
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

describe('planFromStripe, lifetime', () => {
  it('a lifetime plan has no period end and outlives every subscription', () => {
    const plan = planFromStripe(
      facts(purchase('lifetime'), subscription({ status: 'canceled', endedAt: at(1) })),
    );
    expect(plan).toMatchObject({ type: 'lifetime', currentPeriodEnd: null, cancelAtPeriodEnd: false });
    expect(hasPremium(plan, on(10_000))).toBe(true);
  });

  it('a lifetime plan ends when it is refunded', () => {
    const plan = planFromStripe(facts(purchase('lifetime', { payment: 'refunded' })));
    expect(plan.type).toBe('free');
    expect(hasPremium(plan, on(1))).toBe(false);
  });
});

describe('planFromStripe, boosts', () => {
  it('a boost gives ten days of premium', () => {
    const plan = planFromStripe(facts(purchase('deal_finder_boost')));
    expect(plan.boostUntil).toBe(at(10));
    expect(planInForce(plan, on(9))).toMatchObject({
      type: 'deal_finder_boost',
      status: 'active',
      currentPeriodEnd: at(10),
      cancelAtPeriodEnd: false,
    });
    expect(hasPremium(plan, on(10))).toBe(false);
    expect(premiumRefusal(plan, on(10))).toBe('subscription_expired');
  });

  it('a boost bought during a subscription starts at the subscription’s end', () => {
    const plan = planFromStripe(
      facts(subscription({ endsAt: at(30) }), purchase('deal_finder_boost', { paidAt: at(5) })),
    );
    expect(plan).toMatchObject({ type: 'premium_monthly', boostUntil: at(40) });
    expect(hasPremium(plan, on(35))).toBe(true);
  });

  it('a boost loses no day to a subscription that begins while it runs', () => {
    const later = subscription({ startedAt: at(4), periodEnd: at(34), endsAt: at(34) });
    expect(planFromStripe(facts(purchase('deal_finder_boost'), later)).boostUntil).toBe(at(40));
  });

  it('a refunded boost leaves the other boost its days', () => {
    const refunded = purchase('deal_finder_boost', { payment: 'refunded' });
    const second = purchase('deal_finder_boost', { id: 'cs_2', paidAt: at(3) });
    expect(planFromStripe(facts(refunded, second)).boostUntil).toBe(at(13));
  });
});

describe('planFromStripe, price unlocks', () => {
  it('a price unlock shows estimates for good and gives no premium', () => {
    const plan = planFromStripe(facts(purchase('unlock_price', { paymentId: null })));
    expect(plan).toMatchObject({ type: 'free', priceUnlock: { until: null } });
    expect(seesEstimates(plan, on(5000))).toBe(true);
    expect(hasPremium(plan, on(1))).toBe(false);
  });

  it('a price unlock is kept when premium ends', () => {
    const plan = planFromStripe(
      facts(purchase('unlock_price'), subscription({ status: 'canceled', endedAt: at(2) })),
    );
    expect(seesEstimates(plan, on(3))).toBe(true);
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
