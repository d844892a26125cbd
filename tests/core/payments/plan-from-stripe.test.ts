import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPremium, planInForce, premiumRefusal, seesEstimates } from '#core/payments/plan.ts';
import { isReversed, planFromStripe } from '#core/payments/stripe.ts';
import { anyFacts, at, day, facts, purchase, subscription } from './make-facts.ts';

const on = (days: number) => new Date(at(days));
const premiumOn = (given: Parameters<typeof planFromStripe>[0], days: number) =>
  hasPremium(planFromStripe(given), on(days));

describe('a subscription', () => {
  it('gives premium until its period ends', () => {
    const plan = planFromStripe(facts(subscription()));
    expect(plan).toMatchObject({
      type: 'premium_monthly',
      status: 'active',
      currentPeriodEnd: at(30),
      cancelAtPeriodEnd: false,
    });
    expect(hasPremium(plan, on(29.9))).toBe(true);
  });

  it('stays in force a day longer while it renews, for word of the renewal may be late', () => {
    expect(premiumOn(facts(subscription()), 30.9)).toBe(true);
    expect(premiumOn(facts(subscription()), 31.1)).toBe(false);
  });

  it('that was told to end ends to the second', () => {
    const ending = facts(subscription({ endsAt: at(30) }));
    expect(planFromStripe(ending)).toMatchObject({ cancelAtPeriodEnd: true, currentPeriodEnd: at(30) });
    const plan = planFromStripe(ending);
    expect(hasPremium(plan, new Date(Date.parse(at(30)) - 1000))).toBe(true);
    expect(hasPremium(plan, on(30))).toBe(false);
    expect(planInForce(plan, on(30)).type).toBe('free');
    expect(premiumRefusal(plan, on(30))).toBe('subscription_expired');
  });

  it('that ends on a day before its period does ends on that day', () => {
    expect(planFromStripe(facts(subscription({ endsAt: at(7) }))).currentPeriodEnd).toBe(at(7));
  });

  it('keeps access while a late payment is tried again, and says so', () => {
    const late = facts(subscription({ status: 'past_due', paymentId: null }));
    expect(planFromStripe(late).status).toBe('past_due');
    expect(premiumOn(late, 10)).toBe(true);
  });

  it.each(['unpaid', 'paused', 'canceled'])('that is %s gives nothing', (status) => {
    const over = facts(subscription({ status, endedAt: at(5) }));
    expect(premiumOn(over, 6)).toBe(false);
    expect(premiumRefusal(planFromStripe(over), on(6))).not.toBeNull();
  });

  it('whose payment was refunded or disputed gives nothing', () => {
    expect(premiumOn(facts(subscription({ payment: 'refunded' })), 1)).toBe(false);
  });

  it('that was never paid is as if it were not there', () => {
    const plan = planFromStripe(facts(subscription({ status: 'incomplete_expired' })));
    expect(plan.type).toBe('free');
    expect(premiumRefusal(plan, on(1))).toBe('free_plan');
  });

  it('that ended does not hide one that runs', () => {
    const ended = subscription({ id: 'sub_0', status: 'canceled', endedAt: at(9), startedAt: at(8) });
    expect(planFromStripe(facts(ended, subscription({ product: 'premium_quarterly' }))).type).toBe(
      'premium_quarterly',
    );
  });
});

describe('a subscription whose payment is disputed', () => {
  const ended = { status: 'canceled', endedAt: at(5) } as const;

  it('gives nothing until the dispute is won, then what is left of its period', () => {
    for (const payment of ['disputed', 'lost', 'refunded'] as const)
      expect(hasPremium(planFromStripe(facts(subscription({ ...ended, payment }))), on(6))).toBe(false);
    const won = planFromStripe(facts(subscription({ ...ended, payment: 'won' })));
    expect(won).toMatchObject({ type: 'premium_monthly', cancelAtPeriodEnd: true, currentPeriodEnd: at(30) });
    expect([29, 30].map((day) => hasPremium(won, on(day)))).toEqual([true, false]);
  });

  it('does not hide one that runs, nor is hidden by one that is over', () => {
    const won = subscription({ ...ended, payment: 'won' });
    const later = subscription({ id: 'sub_2', product: 'premium_quarterly', startedAt: at(10) });
    expect(planFromStripe(facts(won, later)).type).toBe('premium_quarterly');
    const over = { ...later, status: 'canceled', endedAt: at(12), payment: 'refunded' } as const;
    expect(hasPremium(planFromStripe(facts(won, over)), on(20))).toBe(true);
  });
});

describe('a lifetime plan', () => {
  it('has no period end and outlives every subscription', () => {
    const plan = planFromStripe(
      facts(purchase('lifetime'), subscription({ status: 'canceled', endedAt: at(1) })),
    );
    expect(plan).toMatchObject({ type: 'lifetime', currentPeriodEnd: null, cancelAtPeriodEnd: false });
    expect(hasPremium(plan, on(10_000))).toBe(true);
  });

  it('ends with its refund', () => {
    const plan = planFromStripe(facts(purchase('lifetime', { payment: 'refunded' })));
    expect(plan.type).toBe('free');
    expect(hasPremium(plan, on(1))).toBe(false);
  });
});

describe('a boost', () => {
  it('gives ten days of premium', () => {
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

  it('on top of a subscription waits for its end', () => {
    const plan = planFromStripe(
      facts(subscription({ endsAt: at(30) }), purchase('deal_finder_boost', { paidAt: at(5) })),
    );
    expect(plan).toMatchObject({ type: 'premium_monthly', boostUntil: at(40) });
    expect(hasPremium(plan, on(35))).toBe(true);
  });

  it('loses no day to a subscription that begins while it runs', () => {
    const later = subscription({ startedAt: at(4), periodEnd: at(34), endsAt: at(34) });
    expect(planFromStripe(facts(purchase('deal_finder_boost'), later)).boostUntil).toBe(at(40));
  });

  it('runs from the moment a subscription was ended early', () => {
    const ended = subscription({ status: 'canceled', endedAt: at(6) });
    expect(planFromStripe(facts(ended, purchase('deal_finder_boost', { paidAt: at(2) }))).boostUntil).toBe(
      at(16),
    );
  });

  it('is followed by a second one', () => {
    const second = purchase('deal_finder_boost', { id: 'cs_2', paidAt: at(3) });
    expect(planFromStripe(facts(purchase('deal_finder_boost'), second)).boostUntil).toBe(at(20));
  });

  it('that was refunded leaves the other its days', () => {
    const refunded = purchase('deal_finder_boost', { payment: 'refunded' });
    const second = purchase('deal_finder_boost', { id: 'cs_2', paidAt: at(3) });
    expect(planFromStripe(facts(refunded, second)).boostUntil).toBe(at(13));
  });
});

describe('a price unlock', () => {
  it('shows estimates for good and gives no premium', () => {
    const plan = planFromStripe(facts(purchase('unlock_price', { paymentId: null })));
    expect(plan).toMatchObject({ type: 'free', priceUnlock: { until: null } });
    expect(seesEstimates(plan, on(5000))).toBe(true);
    expect(hasPremium(plan, on(1))).toBe(false);
  });

  it('is kept when premium ends', () => {
    const plan = planFromStripe(
      facts(purchase('unlock_price'), subscription({ status: 'canceled', endedAt: at(2) })),
    );
    expect(seesEstimates(plan, on(3))).toBe(true);
  });
});

describe('whatever Stripe holds', () => {
  it('the order in which it is listed makes no difference', () => {
    fc.assert(
      fc.property(anyFacts, ({ subscriptions, purchases }) => {
        const plan = planFromStripe({ subscriptions, purchases });
        const turned = { subscriptions: subscriptions.toReversed(), purchases: purchases.toReversed() };
        expect(planFromStripe(turned)).toEqual(plan);
      }),
      { numRuns: 500 },
    );
  });

  it('more time bought is never less access', () => {
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

  it('each boost adds exactly its ten days to what is covered', () => {
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

  it('nothing reversed gives anything', () => {
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
