import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alertTextsDa } from '#core/alerts/texts-da.ts';
import { alertTextsEn } from '#core/alerts/texts-en.ts';
import { planNames, planTypes, productKeys, products } from '#core/payments/plan.ts';
import { readSources } from '#tests/support/source-tree.ts';

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

  it('plans renew every month or every three months, other products never', () => {
    expect(productKeys.map((key) => products[key].recurring?.intervalCount ?? null)).toEqual([
      1,
      3,
      null,
      null,
      null,
    ]);
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
