import { describe, expect, it } from 'vitest';
import {
  freePlan,
  hasPremium,
  type Plan,
  scrapeLimit,
  searchLimit,
  seesEstimates,
} from '#core/plan/access.ts';

const now = new Date('2026-11-21T08:00:00Z');
const past = '2026-11-20T08:00:00Z';
const future = '2026-12-20T08:00:00Z';
const plan = (fields: Partial<Plan>): Plan => ({ ...freePlan, ...fields });

describe('premium access', () => {
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
    ['a boost that runs', plan({ boostUntil: future }), true],
    ['a boost that ended', plan({ boostUntil: past }), false],
  ])('%s: %#', (_, given, expected) => {
    expect(hasPremium(given, now)).toBe(expected);
    expect(scrapeLimit(given, now)).toBe(expected ? null : 20);
    expect(searchLimit(given, now)).toBe(expected ? 3 : 1);
  });

  // spec: 4.plan.unlock
  it('shows estimates to beta unlock holders until the unlock expires', () => {
    expect(seesEstimates(plan({ priceUnlock: { until: null } }), now)).toBe(true);
    expect(seesEstimates(plan({ priceUnlock: { until: past } }), now)).toBe(false);
    expect(seesEstimates(freePlan, now)).toBe(false);
  });
});
