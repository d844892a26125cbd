import { describe, expect, it } from 'vitest';
import { planTypes } from '#core/payments/plan.ts';
import { planOffers, standingOf } from '../../../web/src/payments/plan-offers.tsx';

describe('what a plan is to a reader', () => {
  it('is theirs only when they have it', () => {
    for (const current of planTypes)
      for (const offer of planOffers)
        expect(standingOf(offer, current) === 'current', `${offer} on ${current}`).toBe(offer === current);
  });

  it('is open to everybody without a plan of their own, a boost included', () => {
    for (const offer of planOffers) {
      expect(standingOf(offer, 'free')).toBe('choose');
      expect(standingOf(offer, 'deal_finder_boost')).toBe('choose');
    }
  });

  it('is a step up from monthly to three months to lifetime, and never a step down', () => {
    expect(standingOf('premium_quarterly', 'premium_monthly')).toBe('switch');
    expect(standingOf('lifetime', 'premium_quarterly')).toBe('switch');
    expect(standingOf('premium_monthly', 'premium_quarterly')).toBe('below');
    expect(standingOf('premium_quarterly', 'lifetime')).toBe('below');
  });

  it('lets the holder of the legacy plan go up, not across', () => {
    expect(planOffers.map((offer) => standingOf(offer, 'premium'))).toEqual(['below', 'switch', 'switch']);
  });
});
