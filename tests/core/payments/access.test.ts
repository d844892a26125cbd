import { describe, expect, it } from 'vitest';
import {
  estimatesRefusal,
  freePlan,
  hasPremium,
  type Plan,
  planInForce,
  premiumRefusal,
  scrapeLimit,
  searchLimit,
  seesEstimates,
} from '#core/payments/plan.ts';

const now = new Date('2026-11-21T08:00:00Z');
const past = '2026-11-20T08:00:00Z';
const future = '2026-12-20T08:00:00Z';
const plan = (fields: Partial<Plan>): Plan => ({ ...freePlan, ...fields });

describe('premium access', () => {
  // docs/spec.md, sections 4 and 9.
  it.each([
    ['a free plan', freePlan, false],
    [
      'a monthly plan before its period end',
      plan({ type: 'premium_monthly', currentPeriodEnd: future }),
      true,
    ],
    ['a monthly plan after its period end', plan({ type: 'premium_monthly', currentPeriodEnd: past }), false],
    [
      'a plan whose status is not active',
      plan({ type: 'premium_quarterly', status: 'past_due', currentPeriodEnd: future }),
      false,
    ],
    [
      'a cancelled plan until its period end',
      plan({ type: 'premium', currentPeriodEnd: future, cancelAtPeriodEnd: true }),
      true,
    ],
    ['a lifetime plan', plan({ type: 'lifetime' }), true],
    [
      'a late payment in its grace',
      plan({ type: 'premium_monthly', status: 'past_due', currentPeriodEnd: past, graceUntil: future }),
      true,
    ],
    [
      'a grace that ended',
      plan({ type: 'premium_monthly', currentPeriodEnd: past, graceUntil: past }),
      false,
    ],
    ['a free plan with a grace left over', plan({ graceUntil: future }), false],
    ['a lifetime plan taken back', plan({ type: 'lifetime', status: 'canceled' }), false],
    ['a plan that ends this instant', plan({ type: 'premium', currentPeriodEnd: now.toISOString() }), false],
    ['a boost that runs', plan({ boostUntil: future }), true],
    ['a boost that ended', plan({ boostUntil: past }), false],
  ])('premium access of %s: %#', (_, given, expected) => {
    expect(hasPremium(given, now)).toBe(expected);
    expect(scrapeLimit(given, now)).toBe(expected ? null : 20);
    expect(searchLimit(given, now)).toBe(expected ? 3 : 1);
  });

  // docs/spec.md, section 4.
  it('shows estimates to beta unlock holders until the unlock expires', () => {
    expect(seesEstimates(plan({ priceUnlock: { until: null } }), now)).toBe(true);
    expect(seesEstimates(plan({ priceUnlock: { until: past } }), now)).toBe(false);
    expect(seesEstimates(freePlan, now)).toBe(false);
  });
});

describe('planInForce', () => {
  const priceUnlock = { until: null };

  it('the paid plan is in force, also while a boost runs beside it', () => {
    const paid = plan({ type: 'premium_monthly', currentPeriodEnd: future, boostUntil: future });
    expect(planInForce(paid, now)).toBe(paid);
  });

  it('the boost is in force when no other plan is', () => {
    const ended = plan({ type: 'premium', currentPeriodEnd: past, boostUntil: future, priceUnlock });
    expect(planInForce(ended, now)).toEqual({
      ...freePlan,
      type: 'deal_finder_boost',
      currentPeriodEnd: future,
      boostUntil: future,
      priceUnlock,
    });
  });

  it('the free plan is in force otherwise, with the price unlock that was bought', () => {
    const ended = plan({ type: 'premium', currentPeriodEnd: past, boostUntil: past, priceUnlock });
    expect(planInForce(ended, now)).toEqual({ ...freePlan, priceUnlock });
  });
});

describe('premiumRefusal and estimatesRefusal', () => {
  // docs/spec.md, section 4.
  it.each([
    ['the free plan', freePlan, 'free_plan'],
    ['a boost that ended', plan({ boostUntil: past }), 'subscription_expired'],
    [
      'a period that ended',
      plan({ type: 'premium_monthly', currentPeriodEnd: past }),
      'subscription_expired',
    ],
    [
      'a plan that is not active',
      plan({ type: 'premium_monthly', status: 'canceled', currentPeriodEnd: future }),
      'no_active_subscription',
    ],
    ['a plan in force', plan({ type: 'premium_monthly', currentPeriodEnd: future }), null],
    ['lifetime', plan({ type: 'lifetime' }), null],
  ] as const)('the reason why %s has no premium is %s', (_, given, reason) => {
    expect(premiumRefusal(given, now)).toBe(reason);
  });

  // docs/spec.md, section 4.
  it('estimates are refused when no beta access was bought', () => {
    expect(estimatesRefusal(freePlan, now)).toBe('no_beta_access_purchased');
    expect(estimatesRefusal(plan({ priceUnlock: { until: past } }), now)).toBe('no_beta_access_purchased');
    expect(estimatesRefusal(plan({ priceUnlock: { until: future } }), now)).toBeNull();
    expect(estimatesRefusal(plan({ type: 'lifetime' }), now)).toBeNull();
  });
});
