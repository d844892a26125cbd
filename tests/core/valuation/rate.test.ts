import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { hasRatingMoved } from '#core/cars/listing-life.ts';
import { isPriceOfCar } from '#core/cars/price-drop.ts';
import { saidBy } from '#core/cars/rating-basis.ts';
import { estimate } from '#core/valuation/estimate.ts';
import { dealOf, type RatingInput } from '#core/valuation/rate.ts';
import { ratingSettings, thresholdsOf } from '#core/valuation/thresholds.ts';
import { gapToMarket, toHundreds } from '#core/valuation/valuation.ts';
import { fittedMarket, observedYear, ordinaryCar, rateAd } from './invented-market.ts';

const model = fittedMarket(500);
const facts = ordinaryCar({ observedYear });
const marketDkk = estimate(model, facts)!.avgDkk;
const registerValuation = { lowDkk: 80_000, avgDkk: 100_000, highDkk: 120_000, count: 40 };

const rate = (changes: Partial<RatingInput> = {}) =>
  rateAd({ facts, priceDkk: marketDkk, model, ...changes });

describe('rateCar', () => {
  test('calls a car at market value fair, with interval, comparables and model version', () => {
    const rating = rate();
    expect(rating).toMatchObject({
      deal: 'fair',
      reason: 'rated',
      source: 'model',
      modelVersion: 'v1',
      cautions: [],
    });
    expect(rating.lowDkk).toBeLessThan(rating.avgDkk!);
    expect(rating.highDkk).toBeGreaterThan(rating.avgDkk!);
    expect(rating.comparableIds.length).toBeGreaterThan(0);
  });

  test('calls a car amazing 30 % below the market, and poor 40 % above', () => {
    expect(rate({ priceDkk: Math.round(marketDkk * 0.7) }).deal).toBe('amazing');
    expect(rate({ priceDkk: Math.round(marketDkk * 1.4) }).deal).toBe('poor');
  });

  test('gives no deal for a price that is too good to be true or far above the market', () => {
    const rating = rate({ priceDkk: Math.round(marketDkk * 0.4) });
    expect(rating).toMatchObject({ deal: 'no_estimate', reason: 'too_good_to_be_true' });
    expect(rating.avgDkk).not.toBeNull();
    expect(rate({ priceDkk: Math.round(marketDkk * 2.3) }).reason).toBe('far_above_market');
  });

  test.each([
    'leasing',
    'ex_vat',
    'ex_tax',
    'wholesale',
    'parts',
    'defect',
    'wanted',
    'not_a_car',
    'placeholder_price',
    'foreign_currency',
  ] as const)('gives no estimate for an ad flagged %s, with the flag as the reason', (flag) => {
    expect(rate({ flags: [flag] })).toMatchObject({
      ...{ deal: 'no_estimate', reason: flag, avgDkk: null },
      // What is wrong with the ad is to be asked about.
      cautions: [flag],
    });
  });

  test.each(['leasing', 'down_payment', 'placeholder_price', 'foreign_currency'] as const)(
    'names %s before what else keeps an ad from being rated, and asks about all of it',
    (flag) => {
      const rating = rate({ flags: ['ex_vat', 'defect', flag] });
      expect(rating.reason).toBe(flag);
      expect(isPriceOfCar(2995, rating.reason)).toBe(false);
      expect(rating.cautions).toEqual([flag, 'ex_vat', 'defect']);
    },
  );

  test.each([
    ['no_price', { priceDkk: null }],
    ['placeholder_price', { priceDkk: 123_456 }],
    ['placeholder_price', { priceDkk: 111_111 }],
    ['foreign_currency', { currency: 'EUR' }],
    ['missing_make_model_year', { facts: { ...facts, make: null } }],
    ['missing_make_model_year', { facts: { ...facts, model: ' ' } }],
    ['missing_make_model_year', { facts: { ...facts, year: null } }],
    ['too_old', { facts: { ...facts, year: 1998 } }],
    ['few_comparables', { facts: { ...facts, make: 'Sjælden', model: 'Enhjørning' } }],
    ['small_pool', { model: null }],
    ['small_pool', { model: { ...model, poolSize: 59 } }],
  ] as const)('gives no estimate with reason %s (case %#)', (reason, changes) => {
    expect(rate(changes as Partial<RatingInput>)).toMatchObject({
      deal: 'no_estimate',
      reason,
      source: null,
    });
  });

  test('gives no deal when the interval is too wide to judge by', () => {
    const vague = { ...model, bands: model.bands.map((band) => ({ ...band, low: -0.5, high: 0.5 })) };
    expect(rate({ model: vague })).toMatchObject({ deal: 'no_estimate', reason: 'uncertain' });
  });

  test('uses the register’s valuation when the pool is small or has no comparables', () => {
    const small = rate({ model: null, registerValuation, priceDkk: 90_000 });
    expect(small).toMatchObject({
      deal: 'fair',
      source: 'register',
      avgDkk: 100_000,
      modelVersion: null,
      comparableCount: 40,
    });
    const rare = rate({ facts: { ...facts, model: 'Enhjørning' }, registerValuation, priceDkk: 99_000 });
    expect(rare).toMatchObject({ deal: 'fair', source: 'register' });
    expect(rate({ model: null, registerValuation: { ...registerValuation, count: 2 } }).reason).toBe(
      'small_pool',
    );
  });

  test('by the register alone, calls no price amazing, because no similar car can be shown', () => {
    const asked = (priceDkk: number) => rate({ model: null, registerValuation, priceDkk });
    for (const priceDkk of [79_000, 63_999, 45_000])
      expect(asked(priceDkk)).toMatchObject({ deal: 'fair', reason: 'thin_evidence', source: 'register' });
    expect(asked(44_999)).toMatchObject({ deal: 'no_estimate', reason: 'too_good_to_be_true' });
  });

  test('by the model, calls a risky car amazing only at twice the distance below the middle', () => {
    const { lowDkk, avgDkk } = rate();
    const again = lowDkk! * (lowDkk! / avgDkk!);
    const usual = Math.min(lowDkk!, ratingSettings.amazingBelowShare * avgDkk!);
    expect(usual * 0.99).toBeGreaterThan(again);
    const asked = (priceDkk: number) =>
      rate({ priceDkk: Math.floor(priceDkk), isRiskyByRegister: true }).deal;
    expect([asked(usual * 0.99), asked(again * 0.99)]).toEqual(['fair', 'amazing']);
  });

  test('gives the reason risky only when the risk changed the deal', () => {
    const usual = Math.min(rate().lowDkk!, ratingSettings.amazingBelowShare * rate().avgDkk!);
    const low = { priceDkk: Math.floor(usual * 0.99) };
    expect(rate({ ...low, isRiskyByRegister: true })).toMatchObject({ deal: 'fair', reason: 'risky' });
    expect(rate({ ...low, flags: ['no_plates'] })).toMatchObject({ deal: 'fair', reason: 'risky' });
    expect(rate({ priceDkk: Math.ceil(usual * 1.01), isRiskyByRegister: true }).reason).toBe('rated');
  });

  test('does not call an imported or uninspected car amazing where another one barely is', () => {
    let priceDkk = marketDkk;
    while (priceDkk > 0 && rate({ priceDkk }).deal !== 'amazing') priceDkk -= 100;
    expect(priceDkk).toBeGreaterThan(0.7 * marketDkk);
    expect(rate({ priceDkk, flags: ['imported'] })).toMatchObject({ deal: 'fair', cautions: ['imported'] });
    expect(rate({ priceDkk, flags: ['fresh_inspection'] })).toMatchObject({
      deal: 'amazing',
      cautions: ['fresh_inspection'],
    });
  });

  test('reads "120" kilometres of an old car as 120,000', () => {
    const mistyped = rate({ facts: { ...facts, id: 'mistyped', mileageKm: 120 } });
    const typed = rate({ facts: { ...facts, id: 'typed', mileageKm: 120_000 } });
    expect(mistyped.avgDkk).toBe(typed.avgDkk);
  });

  test('a lower price never makes the deal worse', () => {
    const rank = { poor: 1, fair: 2, amazing: 3 };
    const price = fc.integer({ min: 10_000, max: 900_000 });
    fc.assert(
      fc.property(price, price, price, price, price, (first, second, ...bounds) => {
        const [lowDkk, avgDkk, highDkk] = bounds.sort((one, other) => one - other) as [
          number,
          number,
          number,
        ];
        const [cheaper, dearer] = [Math.min(first, second), Math.max(first, second)];
        const interval = { lowDkk, avgDkk, highDkk };
        return rank[dealOf(cheaper, interval)] >= rank[dealOf(dearer, interval)];
      }),
    );
  });
});

describe('an expensive car whose ad does not name its version', () => {
  const bare = { ...facts, variant: null, title: `${facts.year} ${facts.make} ${facts.model}` };
  const found = estimate(model, bare)!;
  const prices = Array.from({ length: 120 }, (_, step) => Math.round(found.avgDkk * (1 + step / 200)));
  const rated = (of: typeof facts) => prices.map((priceDkk) => rate({ facts: of, priceDkk }));

  test('an undescribed expensive car is fair where a well-equipped one may cost as much, and poor above', () => {
    const steps = rated(bare).map(({ deal, reason }) => `${deal}, ${reason}`);
    expect([...new Set(steps)]).toEqual(['fair, rated', 'fair, version_untold', 'poor, rated']);
    expect(steps).toEqual(steps.toSorted());
  });

  test('version_untold begins within two percent below where a described car would be poor', () => {
    const first = prices.find((priceDkk) => rate({ facts: bare, priceDkk }).reason === 'version_untold')!;
    const { poorAboveDkk } = thresholdsOf(found);
    expect(first / poorAboveDkk).toBeGreaterThan(0.98);
    expect(first / poorAboveDkk).toBeLessThan(0.99);
  });

  test('an expensive car whose ad names its version is poor at once', () => {
    for (const variant of ['Basis 5d', 'Sport 3d'])
      expect(new Set(rated({ ...bare, variant }).map(({ reason }) => reason))).toEqual(new Set(['rated']));
  });
});

test('restsOn depends on price, facts and register, not on the model or the date', () => {
  const { restsOn } = rate();
  expect(rate({ model: null, now: '2025-01-01T00:00:00.000Z' }).restsOn).toBe(restsOn);
  const others: Partial<RatingInput>[] = [
    { priceDkk: marketDkk + 1000 },
    { facts: { ...facts, mileageKm: facts.mileageKm! + 1000 } },
    { flags: ['imported'] },
    { isRiskyByRegister: true },
    { registerValuation },
    { flags: ['leasing'] },
  ];
  expect(new Set([restsOn, ...others.map((changes) => rate(changes).restsOn)]).size).toBe(others.length + 1);
});

test('a rating rests on the version of the rules, so that no label outlives them', () => {
  const before = rate();
  const version = vi.spyOn(ratingSettings, 'rulesVersion', 'get').mockReturnValue(-1 as never);
  const after = rate();
  version.mockRestore();
  expect(hasRatingMoved(saidBy(before), after)).toBe(true);
  expect(hasRatingMoved(saidBy(before), rate())).toBe(false);
});

it('the gap is what a reader gets who subtracts the shown market value from the shown price', () => {
  expect([toHundreds(138_049), gapToMarket(100_150, 138_049)]).toEqual([138_000, -37_850]);
  const price = fc.integer({ min: 7_500, max: 3_000_000 });
  fc.assert(
    fc.property(price, fc.double({ min: 7_500, max: 3_000_000, noNaN: true }), (priceDkk, avgDkk) => {
      const subtracted = priceDkk - toHundreds(avgDkk);
      expect(gapToMarket(priceDkk, avgDkk)).toBe(Math.abs(subtracted) < 50 ? 0 : subtracted);
    }),
  );
});
