import { describe, expect, it } from 'vitest';
import { planTypes } from '#core/payments/plan.ts';
import { planOffers, standingOf } from '../../../web/src/payments/plan-offers.tsx';

describe('what a plan is to a reader', () => {
  it('a plan is the reader’s own only if they have bought it', () => {
    for (const current of planTypes)
      for (const offer of planOffers)
        expect(standingOf(offer, current) === 'current', `${offer} on ${current}`).toBe(offer === current);
  });

  it('every plan is open to readers without a plan, also during a boost', () => {
    for (const offer of planOffers) {
      expect(standingOf(offer, 'free')).toBe('choose');
      expect(standingOf(offer, 'deal_finder_boost')).toBe('choose');
    }
  });

  it('upgrades go from monthly to three months to lifetime, never down', () => {
    expect(standingOf('premium_quarterly', 'premium_monthly')).toBe('switch');
    expect(standingOf('lifetime', 'premium_quarterly')).toBe('switch');
    expect(standingOf('premium_monthly', 'premium_quarterly')).toBe('below');
    expect(standingOf('premium_quarterly', 'lifetime')).toBe('below');
  });

  it('the legacy plan can be upgraded but not exchanged for an equal one', () => {
    expect(planOffers.map((offer) => standingOf(offer, 'premium'))).toEqual(['below', 'switch', 'switch']);
  });
});
