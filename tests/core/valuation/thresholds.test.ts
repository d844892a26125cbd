import { describe, expect, it, test } from 'vitest';
import { summariseNeighbours } from '#core/valuation/features.ts';
import { isBetterOrEqual, type Model } from '#core/valuation/model.ts';
import { dealOf, type RatingInput } from '#core/valuation/rate.ts';
import { fillGaps, learnReferences, mostFrequent } from '#core/valuation/references.ts';
import { type Subject, toSubject } from '#core/valuation/subject.ts';
import { nearThreshold, sharesByModel, thresholdsOf } from '#core/valuation/thresholds.ts';
import { inventMarket, ordinaryCar, rateAd } from './invented-market.ts';

const register = { lowDkk: 90_000, avgDkk: 100_000, highDkk: 120_000, count: 5 };
/** Rates with the register's valuation only, so that a test can choose the figures. */
const rate = (changes: Partial<RatingInput> = {}) =>
  rateAd({
    facts: ordinaryCar(),
    priceDkk: 100_000,
    currency: 'dkk',
    registerValuation: register,
    ...changes,
  });
const ratedAt = (priceDkk: number, changes: Partial<RatingInput> = {}) => {
  const { deal, reason } = rate({ priceDkk, ...changes });
  return reason === 'rated' ? deal : reason;
};

describe('rateCar with the register’s valuation', () => {
  it('a rating by the register shows the register’s valuation and no model', () => {
    expect(rate()).toEqual({
      deal: 'fair',
      reason: 'rated',
      source: 'register',
      lowDkk: 90_000,
      avgDkk: 100_000,
      highDkk: 120_000,
      comparableCount: 5,
      comparableIds: [],
      comparableFactors: [],
      cautions: [],
      modelVersion: null,
      restsOn: expect.any(String),
    });
  });

  it('there is no rating by the register without a usable valuation', () => {
    const none = {
      ...{
        deal: 'no_estimate',
        reason: 'small_pool',
        source: null,
        lowDkk: null,
        avgDkk: null,
        highDkk: null,
      },
      ...{
        comparableCount: 0,
        comparableIds: [],
        comparableFactors: [],
        cautions: [],
        modelVersion: null,
        restsOn: expect.any(String),
      },
    };
    expect(rate({ registerValuation: null })).toEqual(none);
    for (const broken of [{ count: 4 }, { lowDkk: 0 }, { lowDkk: 100_001 }, { highDkk: 99_999 }])
      expect(rate({ registerValuation: { ...register, ...broken } })).toEqual(none);
    const level = { ...register, lowDkk: 100_000, highDkk: 100_000 };
    expect(rate({ registerValuation: level }).reason).toBe('rated');
    expect(rate({ registerValuation: { ...register, lowDkk: 1, avgDkk: 1, highDkk: 1 } }).source).toBe(
      'register',
    );
  });

  test.each([
    [44_999, 'too_good_to_be_true'],
    [45_000, 'thin_evidence'],
    [86_999, 'thin_evidence'],
    [87_000, 'fair'],
    [110_000, 'poor'],
    [220_000, 'poor'],
    [220_001, 'far_above_market'],
  ])('a price of %d is rated %s', (price, expected) => {
    const narrow = { ...register, lowDkk: 95_000, highDkk: 100_000 };
    expect(ratedAt(price, { registerValuation: narrow })).toBe(price === 110_000 ? 'fair' : expected);
    expect(ratedAt(110_001, { registerValuation: narrow })).toBe('poor');
  });

  it('amazing needs a price below the interval, poor one above it', () => {
    const wide = { lowDkk: 80_000, avgDkk: 100_000, highDkk: 144_000 };
    expect([79_999, 80_000, 144_000, 144_001].map((price) => dealOf(price, wide))).toEqual([
      ...['amazing', 'fair', 'fair', 'poor'],
    ]);
  });

  it('a risky car’s risk is the reason for fair until the price is twice as far below the middle', () => {
    const wide = { ...register, lowDkk: 80_000, highDkk: 120_000 };
    const risky = { registerValuation: wide, flags: ['no_inspection'] } as const;
    expect([ratedAt(63_999, risky), ratedAt(64_000, risky)]).toEqual(['thin_evidence', 'risky']);
    expect(rate({ ...risky, flags: ['fresh_inspection', 'imported'] }).cautions).toEqual([
      'imported',
      'fresh_inspection',
    ]);
  });

  it('a rating is uncertain when the high end exceeds 1.8 times the low end', () => {
    const spans = (highDkk: number) =>
      rate({ registerValuation: { ...register, lowDkk: 100_000, highDkk } }).reason;
    expect([spans(180_000), spans(180_001)]).toEqual(['rated', 'uncertain']);
  });

  test.each([
    [7_499, 'price_out_of_range'],
    [7_500, 'rated'],
    [3_000_000, 'rated'],
    [3_000_001, 'price_out_of_range'],
    [1, 'placeholder_price'],
    [0, 'no_price'],
  ])('a car with a price of %d is rated with the reason %s', (priceDkk, reason) => {
    const around = { lowDkk: priceDkk, avgDkk: priceDkk, highDkk: priceDkk, count: 5 };
    expect(rate({ priceDkk, registerValuation: around }).reason).toBe(reason);
  });

  it('a car is rated up to an age of 25 years', () => {
    const aged = (month: number) => rate({ facts: ordinaryCar({ year: 1999, month }) }).reason;
    expect([aged(7), aged(8), aged(6)]).toEqual(['rated', 'rated', 'too_old']);
  });

  it('the reason is the most serious of several flags', () => {
    expect(rate({ flags: ['placeholder_price', 'defect', 'leasing', 'wanted'] }).reason).toBe('wanted');
    expect(rate({ flags: ['foreign_currency', 'ex_vat', 'parts', 'not_a_car'] }).reason).toBe('not_a_car');
  });
});

describe('learnReferences and fillGaps', () => {
  const cars = inventMarket(40, 3).map((car) => toSubject(car)!);
  const car = (changes: Partial<Subject>): Subject => ({ ...cars[0]!, model: 'a/b', ...changes });
  const gaps = { mileageKm: Number.NaN, horsepower: Number.NaN, engineLitres: Number.NaN };

  it('missing facts take the median of the model, else of all cars', () => {
    const known = [100, 110, 150, 190].map((horsepower, i) =>
      car({
        horsepower,
        engineLitres: 1 + i,
        mileageKm: 10_000 * (i + 1),
        ageYears: 0.5 + i,
        fuel: 'diesel',
      }),
    );
    const references = learnReferences(known);
    expect(references.byModel['a/b']).toMatchObject({ horsepower: 110, engineLitres: 2, fuel: 'diesel' });
    expect(fillGaps(car({ ...gaps, ageYears: 3.5 }), references)).toMatchObject({
      horsepower: 110,
      engineLitres: 2,
      mileageKm: 40_000,
    });
    const other = fillGaps(car({ ...gaps, model: 'a/other', ageYears: 3.5 }), references);
    expect(other).toMatchObject({ horsepower: 130, engineLitres: 2.5, mileageKm: 40_000 });
  });

  it('missing facts take defaults when the pool has none', () => {
    const references = learnReferences([car({ ...gaps, newPrice: Number.NaN })]);
    expect(references).toMatchObject({
      horsepower: 100,
      engineLitres: 1.6,
      kmPerYear: 16_000,
      logNewPrice: 0,
    });
    expect(learnReferences([])).toMatchObject({ observedYear: 0, kmPerYear: 16_000 });
  });

  it('a missing fact is a level of its own unless it is rarely missing', () => {
    const pool = (missing: number) =>
      Array.from({ length: 20 }, (_, i) =>
        car({ gearbox: i < missing ? '' : 'manual', fuel: 'petrol', body: '' }),
      );
    expect(learnReferences(pool(1)).rarelyMissing).toEqual(['fuel', 'gearbox', 'horsepower', 'engineLitres']);
    expect(learnReferences(pool(2)).rarelyMissing).not.toContain('gearbox');
    expect(fillGaps(car({ gearbox: '' }), learnReferences(pool(1))).gearbox).toBe('manual');
    expect(fillGaps(car({ gearbox: '' }), learnReferences(pool(2))).gearbox).toBe('');
  });

  it('mostFrequent takes the first of equally frequent words', () => {
    expect([mostFrequent(['b', 'a', 'a', 'b']), mostFrequent([]), mostFrequent(['x'])]).toEqual([
      'b',
      '',
      'x',
    ]);
  });
});

test('summariseNeighbours weighs near cars more and limits large errors', () => {
  const counts = { nearCount: 1, modelCount: 2, variantCount: 1 };
  const told = summariseNeighbours(
    [
      { row: 0, distance: 0 },
      { row: 1, distance: 1 },
    ],
    [0.1, -9],
    0.5,
    counts,
  );
  const second = Math.exp(-0.8);
  expect(told).toEqual({
    meanError: expect.closeTo((0.1 - 0.5 * second) / (second + 2), 10),
    weight: expect.closeTo(1 + second, 10),
    ...counts,
  });
});

test('isBetterOrEqual tolerates two standard errors of a median over the pool', () => {
  const scored = (heldBackError: number, poolSize = 625) => ({ heldBackError, poolSize }) as Model;
  expect(isBetterOrEqual(scored(0.11), scored(0.1))).toBe(true);
  expect(isBetterOrEqual(scored(0.1101), scored(0.1))).toBe(false);
  expect(isBetterOrEqual(scored(0.35, 0), scored(0.1))).toBe(true);
  expect(isBetterOrEqual(scored(0.351, 0), scored(0.1))).toBe(false);
});

describe('nearThreshold', () => {
  const interval = { lowDkk: 80_000, avgDkk: 100_000, highDkk: 144_000 };

  it('a price is near a threshold within two percent on either side', () => {
    expect(thresholdsOf(interval)).toEqual({ amazingBelowDkk: 80_000, poorAboveDkk: 144_000 });
    const near = (priceDkk: number) => nearThreshold(priceDkk, interval);
    expect([78_500, 79_999, 80_000, 81_500].map(near)).toEqual(
      Array(4).fill({ deal: 'amazing', dkk: 80_000 }),
    );
    expect([141_200, 144_000, 146_800].map(near)).toEqual(Array(3).fill({ deal: 'poor', dkk: 144_000 }));
    expect([78_300, 81_700, 100_000, 141_000, 147_000].map(near)).toEqual(Array(5).fill(null));
  });
});

const shares = (counts: Record<string, number>, most: number) =>
  Object.fromEntries(sharesByModel(new Map(Object.entries(counts)), most));

test('sharesByModel takes all cars of a pool that fits', () => {
  expect(shares({ golf: 60, up: 40 }, 100)).toEqual({ golf: 1, up: 1 });
  expect(shares({}, 100)).toEqual({});
});

test('sharesByModel takes all cars of rare models and equally many of the others', () => {
  expect(shares({ golf: 800, polo: 400, up: 20, arosa: 2 }, 122)).toEqual({
    golf: 50 / 800,
    polo: 50 / 400,
    up: 1,
    arosa: 1,
  });
  expect(shares({ golf: 30, polo: 10 }, 20)).toEqual({ golf: 1 / 3, polo: 1 });
});
