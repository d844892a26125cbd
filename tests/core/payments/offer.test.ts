import { describe, expect, it } from 'vitest';
import { offerFor } from '#core/payments/offer.ts';
import { productKeys } from '#core/payments/plan.ts';
import { at, facts, purchase, subscription } from './make-facts.ts';

describe('who wants to buy', () => {
  it.each(productKeys)('%s with nothing goes to the checkout', (product) => {
    expect(offerFor(product, facts())).toEqual({ kind: 'checkout' });
  });

  it('the other plan switches the subscription that runs', () => {
    const running = subscription();
    expect(offerFor('premium_quarterly', facts(running))).toEqual({ kind: 'switch', subscription: running });
    expect(offerFor('premium_monthly', facts(subscription({ product: 'premium_quarterly' })))).toMatchObject({
      kind: 'switch',
    });
  });

  it('the plan they have is told so, even when it is to end', () => {
    for (const endsAt of [null, at(30)])
      expect(offerFor('premium_monthly', facts(subscription({ endsAt })))).toMatchObject({
        kind: 'refused',
        code: 'already_subscribed',
      });
  });

  it.each(['past_due', 'unpaid', 'paused'])('a plan while theirs is %s settles that first', (status) => {
    expect(offerFor('premium_quarterly', facts(subscription({ status })))).toEqual({ kind: 'settle-debt' });
  });

  it('a plan after theirs has ended goes to the checkout', () => {
    const ended = subscription({ status: 'canceled', endedAt: at(3) });
    expect(offerFor('premium_monthly', facts(ended))).toEqual({ kind: 'checkout' });
  });

  it('lifetime or a boost on top of a subscription goes to the checkout', () => {
    expect(offerFor('lifetime', facts(subscription()))).toEqual({ kind: 'checkout' });
    expect(offerFor('deal_finder_boost', facts(subscription()))).toEqual({ kind: 'checkout' });
  });

  it.each(productKeys)('%s on top of lifetime is told that they own it', (product) => {
    expect(offerFor(product, facts(purchase('lifetime')))).toMatchObject({ code: 'already_owned' });
  });

  it('a second unlock is told that they own it, until it was refunded', () => {
    expect(offerFor('unlock_price', facts(purchase('unlock_price')))).toMatchObject({
      code: 'already_owned',
    });
    expect(offerFor('unlock_price', facts(purchase('unlock_price', { payment: 'refunded' })))).toEqual({
      kind: 'checkout',
    });
  });
});
