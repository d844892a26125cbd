import { describe, expect, it } from 'vitest';
import { offerFor } from '#core/payments/offer.ts';
import { productKeys } from '#core/payments/plan.ts';
import { at, facts, purchase, subscription } from './make-facts.ts';

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

  it.each(['past_due', 'unpaid', 'paused'])(
    'asks to settle the debt before changing a subscription that is %s',
    (status) => {
      expect(offerFor('premium_quarterly', facts(subscription({ status })))).toEqual({ kind: 'settle-debt' });
    },
  );

  it('a person whose subscription has ended buys a plan at the checkout', () => {
    const ended = subscription({ status: 'canceled', endedAt: at(3) });
    expect(offerFor('premium_monthly', facts(ended))).toEqual({ kind: 'checkout' });
  });

  it('a subscriber buys lifetime or a boost at the checkout', () => {
    expect(offerFor('lifetime', facts(subscription()))).toEqual({ kind: 'checkout' });
    expect(offerFor('deal_finder_boost', facts(subscription()))).toEqual({ kind: 'checkout' });
  });

  it.each(productKeys)('refuses %s to a person who owns lifetime', (product) => {
    expect(offerFor(product, facts(purchase('lifetime')))).toMatchObject({ code: 'already_owned' });
  });

  it('refuses a second price unlock until the first was refunded', () => {
    expect(offerFor('unlock_price', facts(purchase('unlock_price')))).toMatchObject({
      code: 'already_owned',
    });
    expect(offerFor('unlock_price', facts(purchase('unlock_price', { payment: 'refunded' })))).toEqual({
      kind: 'checkout',
    });
  });
});
