import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freePlan,
  hasPremium,
  type Plan,
  planWire,
  purchaseNews,
  seesEstimates,
  storedPlan,
} from '#core/payments/plan.ts';
import { isReversed, planFromStripe, type StripeFacts } from '#core/payments/stripe.ts';
import { anyFacts, at, day, facts, purchase, subscription } from './make-facts.ts';

const on = (days: number) => new Date(at(days));
const premiumOn = (given: Parameters<typeof planFromStripe>[0], days: number) =>
  hasPremium(planFromStripe(given), on(days));

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

/** The news of a sequence of Stripe states, each looked at one day after the last. */
function told(...steps: StripeFacts[]) {
  let before: Plan = freePlan;
  return steps.map((step, day) => {
    const after = planFromStripe(step);
    const news = purchaseNews(before, after, on(day + 1));
    before = after;
    return news.map(({ product, turn, isKept }) => `${product} ${turn}, ${isKept ? 'kept' : 'without'}`);
  });
}
const products = ['lifetime', 'deal_finder_boost', 'unlock_price'] as const;

describe('purchaseNews', () => {
  it.each(products)('tells of the purchase of %s, its dispute and the dispute’s end', (product) => {
    const one = (payment: 'stands' | 'disputed' | 'won') => facts(purchase(product, { payment }));
    expect(told(one('stands'), one('stands'), one('disputed'), one('disputed'), one('won'))).toEqual([
      [`${product} bought, kept`],
      [],
      [`${product} disputed, without`],
      [],
      [`${product} restored, kept`],
    ]);
  });

  it.each(products)('tells that the payment for %s was refunded for good', (product) => {
    const one = (payment: 'stands' | 'disputed' | 'lost' | 'refunded') =>
      facts(purchase(product, { payment }));
    expect(told(one('stands'), one('refunded'))[1]).toEqual([`${product} refunded, without`]);
    expect(told(one('disputed'), one('lost'))).toEqual([
      [`${product} disputed, without`],
      [`${product} lost, without`],
    ]);
  });

  it('tells that a subscription began, changed, was disputed and won, but not of Stripe’s own steps', () => {
    const ended = { status: 'canceled', endedAt: at(3) } as const;
    const quarterly = { product: 'premium_quarterly' } as const;
    expect(
      told(
        facts(subscription({ status: 'incomplete', paymentId: null })),
        facts(subscription()),
        facts(subscription({ periodEnd: at(60) })),
        facts(subscription(quarterly)),
        facts(subscription({ ...quarterly, ...ended, payment: 'disputed' })),
        facts(subscription({ ...quarterly, ...ended, payment: 'won' })),
      ),
    ).toEqual([
      [],
      ['premium_monthly bought, kept'],
      [],
      ['premium_quarterly bought, kept'],
      ['premium_quarterly disputed, without'],
      ['premium_quarterly restored, kept'],
    ]);
  });

  it('tells that a subscription ended, unless something else gives premium', () => {
    const ended = subscription({ status: 'canceled', endedAt: at(2) });
    expect(told(facts(subscription()), facts(ended))[1]).toEqual(['premium_monthly ended, without']);
    const boosted = [
      facts(subscription(), purchase('deal_finder_boost')),
      facts(ended, purchase('deal_finder_boost')),
    ];
    expect(told(...boosted)[1]).toEqual([]);
    expect(told(facts(subscription()), facts(ended, purchase('lifetime')))[1]).toEqual([
      'lifetime bought, kept',
    ]);
  });

  it('tells that a restored purchase is over when it is', () => {
    const ended = { status: 'canceled', endedAt: at(1) } as const;
    const gone = facts(subscription({ ...ended, payment: 'refunded' }));
    expect(told(gone, facts(subscription(ended)))[1]).toEqual(['premium_monthly restored, without']);
    const boost = (payment: 'disputed' | 'won') =>
      planFromStripe(facts(purchase('deal_finder_boost', { payment })));
    expect(purchaseNews(boost('disputed'), boost('won'), on(60))).toMatchObject([
      { turn: 'restored', isKept: false },
    ]);
  });

  it('tells of a refunded second purchase that the first still gives the same', () => {
    const second = purchase('unlock_price', { id: 'cs_2', payment: 'refunded' });
    expect(told(facts(purchase('unlock_price'), second))[0]).toEqual([
      'unlock_price refunded, kept',
      'unlock_price bought, kept',
    ]);
  });

  it('tells until when a restored subscription runs that does not renew', () => {
    const one = { status: 'canceled', endedAt: at(1) } as const;
    const [disputed, won] = (['disputed', 'won'] as const).map((payment) =>
      planFromStripe(facts(subscription({ ...one, payment }))),
    );
    expect(purchaseNews(disputed!, won!, on(2))).toMatchObject([{ turn: 'restored', until: at(30) }]);
    expect(purchaseNews(freePlan, planFromStripe(facts(subscription())), on(2))).toMatchObject([
      { until: null },
    ]);
  });

  it('tells until when a boost gives premium, unless its days start later', () => {
    const boost = purchase('deal_finder_boost', { paidAt: at(1) });
    const untilOf = (given: StripeFacts) =>
      purchaseNews(freePlan, planFromStripe(given), on(1)).find(({ product }) => product === boost.product)
        ?.until;
    expect(untilOf(facts(boost))).toBe(planFromStripe(facts(boost)).boostUntil);
    expect(untilOf(facts(boost, subscription()))).toBeNull();
  });

  it('tells nothing against a plan that was stored before purchases were kept', () => {
    const { purchases: _, ...before } = planFromStripe(facts(subscription()));
    expect(purchaseNews(storedPlan(before), planFromStripe(facts(purchase('lifetime'))), on(1))).toEqual([]);
    expect(purchaseNews(freePlan, storedPlan({ type: 'lifetime' }), on(1))).toEqual([]);
    expect(storedPlan(undefined)).toEqual(freePlan);
  });

  it('tells nothing when nothing changed, and each change once', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (one, other) => {
        const [before, after] = [planFromStripe(one), planFromStripe(other)];
        expect(purchaseNews(after, after, on(1))).toEqual([]);
        const ids = purchaseNews(before, after, on(1)).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
