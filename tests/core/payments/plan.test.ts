import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertTextsDa } from '#core/alerts/texts-da.ts';
import { alertTextsEn } from '#core/alerts/texts-en.ts';
import {
  accessReasons,
  estimatesRefusal,
  freePlan,
  hasPremium,
  limits,
  type Plan,
  planInForce,
  planNames,
  planTypes,
  planWire,
  premiumRefusal,
  prices,
  productKeys,
  products,
  scrapeLimit,
  searchLimit,
  seesEstimates,
  usageMonth,
  usagePeriodEnd,
} from '#core/payments/plan.ts';
import { isWebhookEvent, offerFor } from '#core/payments/stripe.ts';
import { wallClockMs } from '#core/shared.ts';
import { readSources } from '#tests/support/source-tree.ts';
import { at, facts, subscription } from './make-facts.ts';

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

describe('the products', () => {
  // docs/spec.md, section 9.
  it('products cost what docs/spec.md says in section 9', () => {
    const spec = readFileSync('docs/spec.md', 'utf8');
    const rows = {
      premium_monthly: 'Premium Monthly',
      premium_quarterly: 'Premium 3 months',
      lifetime: 'Lifetime',
      unlock_price: 'Unlock price',
      deal_finder_boost: 'Deal Finder Boost',
    };
    const said = Object.entries(rows).map(([key, row]) => {
      const [, euro] = new RegExp(`^\\| ${row} \\| €(\\d+)`, 'm').exec(spec) ?? [];
      return [key, Number(euro) * 100];
    });
    const sold = productKeys.map((key) => [key, products[key].amountCents]);
    expect(Object.fromEntries(sold)).toEqual(Object.fromEntries(said));
  });

  it('no text names a price: texts are written from the prices', () => {
    const amount = /€ ?\d|\d ?€|\b\d+ euro\b/i;
    const named = readSources(['web', 'core'])
      .filter(({ text }) => amount.test(text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')))
      .map(({ path }) => path);
    expect(named).toEqual([]);
    expect(amount.test("save: 'Save €8'") && amount.test("save: 'Spar 8 €'")).toBe(true);
  });

  it('every product has a lookup key of its own at Stripe', () => {
    expect(new Set(productKeys.map((key) => products[key].lookupKey)).size).toBe(productKeys.length);
  });
});

describe('planNames', () => {
  // docs/spec.md, section 9.
  it('plan names are those of the specification', () => {
    expect(planNames.en).toEqual({
      free: 'Free',
      premium: 'Premium',
      premium_monthly: 'Premium Monthly',
      premium_quarterly: 'Premium (3 Months)',
      lifetime: 'Lifetime Deal Hunter',
      deal_finder_boost: 'Premium (10 Days)',
      unlock_price: 'Unlock price',
    });
  });

  it.each(['en', 'da'] as const)('alerts use the plan names of every other text (%s)', (language) => {
    const texts = { en: alertTextsEn, da: alertTextsDa }[language];
    for (const plan of planTypes.filter((one) => one !== 'free'))
      for (const until of [null, '2026-12-08T10:00:00.000Z'])
        expect(texts.planChanged({ product: plan, turn: 'bought', isKept: true, until }).message).toContain(
          planNames[language][plan],
        );
  });
});

describe('the usage period', () => {
  it('imports are counted by Copenhagen’s calendar month, in winter and in summer', () => {
    expect(usageMonth(new Date('2026-11-30T22:59:59Z'))).toBe('2026-11');
    expect(usageMonth(new Date('2026-11-30T23:00:00Z'))).toBe('2026-12');
    expect(usageMonth(new Date('2026-06-30T22:00:00Z'))).toBe('2026-07');
  });

  it('the usage period ends at midnight in Copenhagen, also across a clock change', () => {
    expect(usagePeriodEnd(new Date('2026-11-21T08:00:00Z')).toISOString()).toBe('2026-11-30T23:00:00.000Z');
    expect(usagePeriodEnd(new Date('2026-10-10T08:00:00Z')).toISOString()).toBe('2026-10-31T23:00:00.000Z');
    expect(usagePeriodEnd(new Date('2026-06-10T08:00:00Z')).toISOString()).toBe('2026-06-30T22:00:00.000Z');
    expect(usagePeriodEnd(new Date('2026-12-31T12:00:00Z')).toISOString()).toBe('2026-12-31T23:00:00.000Z');
  });
});

describe('wallClockMs', () => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Copenhagen',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const ours = (at: Date) => new Date(wallClockMs(at)).toISOString().slice(0, 19).replace('T', ' ');

  it('Copenhagen’s wall clock agrees with the time zone data to the second around every change', () => {
    for (let year = 2020; year <= 2045; year++)
      for (const month of [2, 9])
        for (let day = 24; day <= 31; day++)
          for (const second of [-1, 0, 1]) {
            const at = new Date(Date.UTC(year, month, day, 1, 0, second));
            expect(ours(at)).toBe(format.format(at));
          }
  });

  it('Copenhagen’s wall clock agrees with the time zone data at any moment', () => {
    const moment = fc.date({ min: new Date('2005-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (at) => {
        expect(ours(at)).toBe(format.format(at));
      }),
      { numRuns: 500 },
    );
  });
});

describe('what a person is offered', () => {
  describe('offerFor', () => {
    it.each(productKeys)('a person without a plan buys %s at the checkout', (product) => {
      expect(offerFor(product, facts())).toEqual({ kind: 'checkout' });
    });

    it('buying the other plan switches the running subscription', () => {
      const running = subscription();
      expect(offerFor('premium_quarterly', facts(running))).toEqual({
        kind: 'switch',
        subscription: running,
      });
    });

    it('refuses the plan that the person already has, even when it is set to end', () => {
      for (const endsAt of [null, at(30)])
        expect(offerFor('premium_monthly', facts(subscription({ endsAt })))).toMatchObject({
          kind: 'refused',
          code: 'already_subscribed',
        });
    });
  });

  const now = new Date('2026-11-21T08:00:00.000Z');
  const future = '2026-12-20T08:00:00.000Z';

  /** People buy on these terms: changing them here changes what was promised. */
  it('limits, Danish names, products and access reasons are those that were promised', () => {
    expect(limits).toMatchObject({
      freeScrapesPerMonth: 20,
      freeSearches: 1,
      premiumSearches: 3,
      boostDays: 10,
      unlockDays: null,
      searchDays: 7,
      lists: 50,
      nameLength: 80,
      carsPerList: 500,
      savedSearches: 100,
      discoveries: 1000,
      discoveryDays: 365,
      undoHours: 24,
    });
    expect(planTypes.map((plan) => planNames.da[plan])).toEqual([
      ...[
        'Gratis',
        'Premium',
        'Premium månedlig',
        'Premium (3 måneder)',
        'Kupjæger for livet',
        'Premium (10 dage)',
      ],
    ]);
    expect(productKeys.map((key) => products[key])).toEqual(
      productKeys.map((key) => ({
        lookupKey: `bilfund_${key}`,
        name: key === 'unlock_price' ? 'Unlock price' : planNames.en[key],
        amountCents: prices[key],
        currency: 'eur',
        recurring: /monthly|quarterly/.test(key)
          ? { interval: 'month', intervalCount: key === 'premium_monthly' ? 1 : 3 }
          : null,
      })),
    );
    expect(accessReasons).toEqual([
      ...['not_logged_in', 'no_active_subscription', 'free_plan', 'subscription_expired'],
      ...['no_beta_access_purchased', 'database_error', 'limit_reached'],
    ]);
  });

  it('planWire tells the plan in force now', () => {
    const told = (plan: Partial<Plan>) => planWire({ ...freePlan, ...plan }, now);
    const free = {
      plan_type: 'free',
      status: 'active',
      current_period_end: null,
      cancel_at_period_end: false,
      boost_until: null,
      price_unlocked: false,
    };
    expect(told({})).toEqual(free);
    expect(told({ type: 'premium_monthly', currentPeriodEnd: '2026-11-20T08:00:00.000Z' })).toEqual(free);
    expect(told({ priceUnlock: { until: null } })).toEqual({ ...free, price_unlocked: true });
    const monthly = {
      type: 'premium_monthly',
      currentPeriodEnd: future,
      cancelAtPeriodEnd: true,
      boostUntil: future,
    } as const;
    expect(told(monthly)).toEqual({
      ...free,
      plan_type: 'premium_monthly',
      current_period_end: future,
      cancel_at_period_end: true,
      boost_until: future,
    });
    expect(told({ boostUntil: future })).toEqual({
      ...free,
      plan_type: 'deal_finder_boost',
      current_period_end: future,
      boost_until: future,
    });
  });

  it('only Stripe events that a plan depends on are processed', () => {
    const heard = [
      ...['checkout.session.completed', 'customer.deleted', 'customer.subscription.updated', 'invoice.paid'],
      ...['charge.refunded', 'refund.created', 'payment_intent.succeeded'],
    ];
    expect(heard.filter(isWebhookEvent)).toEqual(heard);
    const others = [
      'customer.created',
      'customer.deleted.x',
      'payment_intent.created',
      'payout.paid',
      'xinvoice.paid',
    ];
    expect(others.filter(isWebhookEvent)).toEqual([]);
  });
});
