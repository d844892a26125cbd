import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freePlan, type Purchase } from '#core/payments/plan.ts';
import {
  boostEnd,
  type Chore,
  choresOf,
  givesAccess,
  isOpen,
  isReversed,
  offerFor,
  openSubscription,
  planFromStripe,
  type StripeFacts,
} from '#core/payments/stripe.ts';
import { anyFacts, at, day, facts, purchase, subscription } from './make-facts.ts';

const statuses = [
  ...['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired', 'canceled'],
];

describe('planFromStripe and the subscription’s state', () => {
  const planOf = (...all: Parameters<typeof facts>) => planFromStripe(facts(...all));

  it('each state of a subscription gives its complete plan', () => {
    const bought = (state: Purchase['state']) => ({
      purchases: [{ id: 'sub_1', product: 'premium_monthly', state }],
    });
    const running = {
      ...bought('active'),
      type: 'premium_monthly',
      status: 'active',
      currentPeriodEnd: at(30),
      graceUntil: at(31),
    };
    expect(planOf(subscription())).toEqual({ ...freePlan, ...running });
    expect(planOf(subscription({ status: 'trialing' }))).toEqual({ ...freePlan, ...running });
    expect(planOf(subscription({ status: 'past_due' }))).toEqual({
      ...freePlan,
      ...running,
      status: 'past_due',
    });
    const ending = { ...running, cancelAtPeriodEnd: true, graceUntil: null };
    expect(planOf(subscription({ endsAt: at(30) }))).toEqual({ ...freePlan, ...ending });
    expect(planOf(subscription({ endsAt: at(10) }))).toEqual({
      ...freePlan,
      ...ending,
      currentPeriodEnd: at(10),
    });
    const over = { ...bought('ended'), type: 'premium_monthly', status: 'canceled', currentPeriodEnd: at(9) };
    expect(planOf(subscription({ status: 'canceled', endedAt: at(9) }))).toEqual({ ...freePlan, ...over });
    expect(planOf(subscription({ payment: 'refunded' }))).toEqual({
      ...freePlan,
      ...over,
      ...bought('refunded'),
      currentPeriodEnd: at(30),
    });
    expect(planOf(subscription({ status: 'incomplete_expired' }))).toEqual(freePlan);
  });

  it('the plan comes from the first subscription that gives access, else from the latest', () => {
    const ended = { status: 'canceled', endedAt: at(5) } as const;
    const first = subscription({ id: 'a', ...ended });
    const second = subscription({ id: 'b', ...ended, product: 'premium_quarterly', startedAt: at(1) });
    const runs = subscription({ id: 'c', product: 'premium', startedAt: at(0) });
    expect(planOf(second, first).type).toBe('premium_quarterly');
    expect(planOf(second, runs, first).type).toBe('premium');
  });

  it('a subscription’s status decides who has access and who can still be charged', () => {
    expect(statuses.filter((status) => givesAccess(subscription({ status })))).toEqual(statuses.slice(0, 3));
    expect(statuses.filter((status) => isOpen(subscription({ status })))).toEqual(statuses.slice(0, 5));
    for (const payment of ['disputed', 'lost', 'refunded'] as const)
      expect(givesAccess(subscription({ payment }))).toBe(false);
    expect(givesAccess(subscription({ status: 'canceled', payment: 'won' }))).toBe(true);
    expect(openSubscription(facts(subscription({ status: 'canceled' })))).toBeNull();
  });
});

describe('boostEnd', () => {
  const ms = (days: number) => Date.parse(at(days));

  it('boosts run from the purchase one after the other, and pause while something else gives premium', () => {
    expect(boostEnd([], [])).toBeNull();
    // A plan that ended before the purchase takes none of the boost's days.
    expect(boostEnd([ms(30)], [{ from: ms(0), to: ms(20) }])).toBe(ms(40));
    expect(boostEnd([ms(0)], [])).toBe(ms(10));
    expect(boostEnd([ms(3), ms(0)], [])).toBe(ms(20));
    expect(boostEnd([ms(0), ms(15)], [])).toBe(ms(25));
    expect(boostEnd([ms(0)], [{ from: ms(4), to: ms(6) }])).toBe(ms(12));
    expect(boostEnd([ms(0)], [{ from: ms(10), to: ms(40) }])).toBe(ms(10));
    expect(boostEnd([ms(0)], [{ from: ms(10) - day, to: ms(40) }])).toBe(ms(41));
    expect(boostEnd([ms(0)], [{ from: ms(2), to: Number.POSITIVE_INFINITY }])).toBeNull();
  });
});

describe('offerFor', () => {
  const offer = (product: Parameters<typeof offerFor>[0], ...all: Parameters<typeof facts>) => {
    const made = offerFor(product, facts(...all));
    return made.kind === 'refused' ? `${made.code}: ${made.message}` : made.kind;
  };

  it('a refused purchase says why in words', () => {
    const owned = 'already_owned: You already own this.';
    expect(offer('lifetime', purchase('lifetime'))).toBe(owned);
    expect(offer('unlock_price', purchase('unlock_price'))).toBe(owned);
    expect(offer('unlock_price', purchase('unlock_price', { payment: 'refunded' }))).toBe('checkout');
    expect(offer('premium_monthly', subscription())).toBe('already_subscribed: You already have this plan.');
  });

  it('a running plan is switched, and one that could not be charged asks to settle its debt', () => {
    const tried = statuses.map((status) => offer('premium_quarterly', subscription({ status })));
    expect(tried).toEqual([
      ...[
        'switch',
        'switch',
        'settle-debt',
        'settle-debt',
        'settle-debt',
        'checkout',
        'checkout',
        'checkout',
      ],
    ]);
    expect(offer('premium_monthly', subscription({ product: 'premium_quarterly' }))).toBe('switch');
    expect(offer('deal_finder_boost', subscription())).toBe('checkout');
    expect(offer('lifetime', subscription())).toBe('checkout');
  });
});

it('each chore says why it must be done', () => {
  const second = subscription({ id: 'sub_2', startedAt: at(1), paymentId: 'pi_2' });
  const end = (subscriptionId: string, why: string) => ({ kind: 'end-subscription', subscriptionId, why });
  const refund = (paymentId: string) => ({ kind: 'refund', paymentId, why: 'second' });
  expect(choresOf(facts(second, subscription()))).toEqual([refund('pi_2'), end('sub_2', 'second')]);
  expect(choresOf(facts(subscription({ payment: 'refunded' }), second))).toEqual([end('sub_1', 'reversed')]);
  const lifetime = purchase('lifetime', { paidAt: at(1) });
  expect(choresOf(facts(subscription(), lifetime))).toEqual([end('sub_1', 'lifetime')]);
  expect(choresOf(facts(second, lifetime))).toEqual([end('sub_2', 'lifetime')]);
  const later = subscription({ id: 'sub_3', startedAt: at(2), paymentId: null });
  expect(choresOf(facts(later, lifetime))).toEqual([end('sub_3', 'second')]);
  const twice = [
    purchase('unlock_price'),
    purchase('unlock_price', { id: 'cs_2', paidAt: at(1), paymentId: 'pi_b' }),
  ];
  expect(choresOf(facts(...twice))).toEqual([refund('pi_b')]);
});

/** The state at Stripe after the chores are done. */
function done(given: StripeFacts, chores: readonly Chore[]): StripeFacts {
  const refunded = new Set(chores.flatMap((one) => (one.kind === 'refund' ? [one.paymentId] : [])));
  const ended = new Set(chores.flatMap((one) => (one.kind === 'refund' ? [] : [one.subscriptionId])));
  const isRefunded = (paymentId: string | null) => paymentId !== null && refunded.has(paymentId);
  return {
    subscriptions: given.subscriptions.map((one) => ({
      ...one,
      ...(isRefunded(one.paymentId) && { payment: 'refunded' as const }),
      ...(ended.has(one.id) && { status: 'canceled', endedAt: at(99) }),
    })),
    purchases: given.purchases.map((one) => ({
      ...one,
      ...(isRefunded(one.paymentId) && { payment: 'refunded' as const }),
    })),
  };
}

describe('choresOf', () => {
  it('leaves purchases alone that were made one after the other', () => {
    expect(choresOf(facts(subscription(), purchase('deal_finder_boost'), purchase('unlock_price')))).toEqual(
      [],
    );
  });

  it('ends and refunds a subscription that was paid for after lifetime', () => {
    const late = subscription({ startedAt: at(2) });
    expect(choresOf(facts(late, purchase('lifetime', { paidAt: at(1) })))).toEqual([
      { kind: 'refund', paymentId: 'pi_1', why: 'second' },
      { kind: 'end-subscription', subscriptionId: 'sub_1', why: 'second' },
    ]);
  });

  it.each(['lifetime', 'unlock_price'] as const)('refunds a second payment for %s', (product) => {
    const second = purchase(product, { id: 'cs_2', paidAt: at(1), paymentId: 'pi_2' });
    expect(choresOf(facts(second, purchase(product)))).toEqual([
      { kind: 'refund', paymentId: 'pi_2', why: 'second' },
    ]);
  });

  it('done chores leave at most one subscription, nothing to end, and keep the last valid plan', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const chores = choresOf(given);
        const after = done(given, chores);
        expect(choresOf(after).filter((one) => one.kind === 'end-subscription')).toEqual([]);
        const open = after.subscriptions.filter(isOpen);
        expect(open.length).toBeLessThanOrEqual(1);
        const hadGood = given.subscriptions.some((one) => isOpen(one) && !isReversed(one));
        const hasLifetime = after.purchases.some((one) => one.product === 'lifetime' && !isReversed(one));
        if (hadGood && !hasLifetime) expect(open).toHaveLength(1);
      }),
      { numRuns: 1000 },
    );
  });

  it('refunds each payment at most once', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const refunds = choresOf(given).flatMap((one) => (one.kind === 'refund' ? [one.paymentId] : []));
        expect(new Set(refunds).size).toBe(refunds.length);
      }),
    );
  });
});
