import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chore, choresOf, isOpen, isReversed, type StripeFacts } from '#core/payments/stripe.ts';
import { anyFacts, at, facts, purchase, subscription } from './make-facts.ts';

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

  it('ends the subscription that lifetime replaces, without a refund', () => {
    expect(choresOf(facts(subscription(), purchase('lifetime', { paidAt: at(3) })))).toEqual([
      { kind: 'end-subscription', subscriptionId: 'sub_1', why: 'lifetime' },
    ]);
  });

  it('ends and refunds the second of two subscriptions bought at the same time', () => {
    const second = subscription({ id: 'sub_2', startedAt: at(0.001), paymentId: 'pi_2' });
    expect(choresOf(facts(second, subscription()))).toEqual([
      { kind: 'refund', paymentId: 'pi_2', why: 'second' },
      { kind: 'end-subscription', subscriptionId: 'sub_2', why: 'second' },
    ]);
  });

  it('ends and refunds a subscription that was paid for after lifetime', () => {
    const late = subscription({ startedAt: at(2) });
    expect(choresOf(facts(late, purchase('lifetime', { paidAt: at(1) })))).toEqual([
      { kind: 'refund', paymentId: 'pi_1', why: 'second' },
      { kind: 'end-subscription', subscriptionId: 'sub_1', why: 'second' },
    ]);
  });

  it('ends a subscription whose payment was refunded, so that it does not renew', () => {
    expect(choresOf(facts(subscription({ payment: 'refunded' })))).toEqual([
      { kind: 'end-subscription', subscriptionId: 'sub_1', why: 'reversed' },
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
