import { describe, expect, test } from 'vitest';
import { readTokens } from '#core/valuation/features.ts';
import { bandFor, calibrateBands } from '#core/valuation/model.ts';
import { foldsOf } from '#core/valuation/outliers.ts';
import { median, quantile, robustDeviation, roundTo } from '#core/valuation/statistics.ts';
import { ageInYears, toSubject, yearFraction } from '#core/valuation/subject.ts';
import { correctionSettings, secondOpinionSettings, spreadSettings } from '#core/valuation/tree.ts';
import { inventMarket, ordinaryCar } from './invented-market.ts';

describe('toSubject', () => {
  const see = (changes: object) => toSubject({ ...ordinaryCar(), ...changes });

  test('a subject’s names have no spaces, signs or capitals', () => {
    expect(
      see({ make: 'Mercedes-Benz', model: 'C 220', fuel: ' Diesel ', variant: ' AMG Line' }),
    ).toMatchObject({
      make: 'mercedesbenz',
      model: 'mercedesbenz/c220',
      fuel: 'diesel',
      variant: 'amg line',
    });
    expect(see({ model: null, fuel: null, variant: null })).toMatchObject({
      model: 'havn/',
      fuel: '',
      variant: '',
    });
  });

  test.each([
    ['year', 1899, null],
    ['year', 1900, 1900],
    ['year', 2026, 2026],
    ['year', 2027, null],
  ])('a car whose %s is %d is read as %j', (_, year, expected) => {
    expect(see({ year })?.year ?? null).toBe(expected);
  });

  test.each([
    ['horsepower', 19, Number.NaN],
    ['horsepower', 20, 20],
    ['horsepower', 1000, 1000],
    ['horsepower', 1001, Number.NaN],
    ['engineLitres', 0.29, Number.NaN],
    ['engineLitres', 0.3, 0.3],
    ['engineLitres', 9, 9],
    ['engineLitres', 9.1, Number.NaN],
    ['newPrice', 999, Number.NaN],
    ['newPrice', 1000, 1000],
    ['newPrice', 20_000_000, 20_000_000],
    ['newPrice', 20_000_001, Number.NaN],
    ['mileageKm', -1, Number.NaN],
    ['mileageKm', 0, 0],
    ['mileageKm', 1, 1000],
    ['mileageKm', 999, 999_000],
    ['mileageKm', 1000, 1000],
    ['mileageKm', 1_000_000, 1_000_000],
    ['mileageKm', 1_000_001, Number.NaN],
    ['mileageKm', null, Number.NaN],
  ] as const)('an implausible %s is unknown: %j is read as %j', (name, value, expected) => {
    expect(see({ [name]: value })?.[name]).toBe(expected);
  });

  test('a mileage below 1,000 is believed during a car’s first year and a half', () => {
    const asked = { month: 1, mileageKm: 900, observedYear: 2024 + 0.5 / 12 };
    expect(see({ ...asked, year: 2023 })?.mileageKm).toBe(900);
    expect(see({ ...asked, year: 2022 })?.mileageKm).toBe(900_000);
    expect(
      see({ year: 2020, month: 6, mileageKm: 900, observedYear: 2020 + 5.5 / 12 + 1.5 })?.mileageKm,
    ).toBe(900);
  });

  test('a car’s age counts from the middle of its first month, or of June when that is unknown', () => {
    const age = (month: number | null, year: number | null = 2020) =>
      ageInYears({ year, month, observedYear: 2024 });
    expect(age(1)).toBeCloseTo(4 - 0.5 / 12);
    expect(age(12)).toBeCloseTo(4 - 11.5 / 12);
    expect(age(null)).toBeCloseTo(4 - 5.5 / 12);
    expect(age(0)).toBe(age(1));
    expect(age(13)).toBe(age(12));
    expect(age(6, 2030)).toBe(0);
    expect(age(6, null)).toBeNaN();
  });

  test('yearFraction gives the instant as a year with its fraction', () => {
    expect(yearFraction('2024-01-01T00:00:00.000Z')).toBe(2024);
    expect(yearFraction('2024-07-02T00:00:00.000Z')).toBe(2024.5);
    expect(yearFraction('2023-12-31T23:59:59.999Z')).toBeCloseTo(2024);
  });

  test('readTokens gives each word of two or more characters once', () => {
    expect(readTokens('1,6 TDI. a Sport-', 'sport x, A4 +2', null)).toEqual(['1.6', 'tdi', 'sport', 'a4']);
  });
});

describe('numbers and folds', () => {
  test('quantile interpolates between values', () => {
    expect(quantile([4, 1, 3, 2], 0)).toBe(1);
    expect(quantile([4, 1, 3, 2], 1)).toBe(4);
    expect(quantile([4, 1, 3, 2], 0.25)).toBe(1.75);
    expect(median([5, 1, 3])).toBe(3);
    expect(median([])).toBeNaN();
  });

  test('robustDeviation is 1.4826 times the median distance', () => {
    expect(robustDeviation([-1, 2, -3])).toBeCloseTo(2.9652);
  });

  test('roundTo never returns negative zero', () => {
    expect(roundTo(1.23456, 2)).toBe(1.23);
    expect(roundTo(-0.001, 2)).toBe(0);
  });

  test('foldsOf makes equal folds by seed, and a car keeps its fold when others change', () => {
    const subjects = inventMarket(1000, 3).map((car) => toSubject(car)!);
    const prices = subjects.map((_, row) => 50_000 + row);
    const folds = foldsOf({ subjects, prices }, 1);
    for (const fold of [0, 1, 2, 3, 4]) {
      const size = folds.filter((one) => one === fold).length;
      expect(size).toBeGreaterThan(150);
      expect(size).toBeLessThan(250);
    }
    const later = foldsOf({ subjects: subjects.slice(100), prices: prices.slice(100) }, 1);
    expect(later).toEqual(folds.slice(100));
    expect(foldsOf({ subjects, prices }, 2)).not.toEqual(folds);
  });
});

describe('calibrateBands and bandFor', () => {
  /** Scores 1 … count for each number of near cars. */
  const bandsOf = (...groups: [nearCount: number, count: number][]) => {
    const scores = groups.flatMap(([, count]) => Array.from({ length: count }, (_, i) => i + 1));
    const near = groups.flatMap(([nearCount, count]) => Array.from({ length: count }, () => nearCount));
    return calibrateBands(Float64Array.from(scores), near);
  };

  test('the interval leaves a tenth of the scores outside on either side', () => {
    const [band] = bandsOf([0, 199]);
    expect(band!.leastNear).toBe(0);
    expect(band!.low).toBeCloseTo(1 + 198 * ((0.1 * 199) / 200));
    expect(band!.high).toBeCloseTo(1 + 198 * (1 - (0.1 * 199) / 200));
  });

  test('each number of near cars with 150 rows gets a band of its own', () => {
    const steps = (...groups: [number, number][]) => bandsOf(...groups).map(({ leastNear }) => leastNear);
    expect(steps([12, 150], [6, 150], [3, 150], [1, 150], [0, 150])).toEqual([12, 6, 3, 1, 0]);
    expect(steps([12, 149], [6, 1], [0, 150])).toEqual([6, 0]);
    expect(steps([11, 150], [0, 150])).toEqual([6, 0]);
    expect(steps([5, 100], [2, 49], [0, 2])).toEqual([0]);
  });

  test('the band of few near cars includes the band above when it has too few rows', () => {
    const [, last] = bandsOf([12, 150], [0, 149]);
    const [, enough] = bandsOf([12, 150], [0, 150]);
    const both = Array.from({ length: 149 }, (_, i) => i + 1)
      .flatMap((score) => [score, score])
      .concat(150);
    expect(last!.low).toBeCloseTo(quantile(both, (0.1 * 299) / 300));
    expect(enough!.low).toBeCloseTo(1 + 149 * ((0.1 * 150) / 151));
  });

  test('ads left out as broken count as outside the interval, up to 2 %', () => {
    const scores = Float64Array.from({ length: 200 }, (_, i) => i + 1);
    const lowOf = (leftOutShare: number) => calibrateBands(scores, new Int32Array(200), leftOutShare)[0]!.low;
    expect(lowOf(0)).toBeCloseTo(quantile(scores, (0.1 * 200) / 201));
    expect(lowOf(0.01)).toBeCloseTo(quantile(scores, (0.096 * 200) / 201));
    expect(lowOf(0.02)).toBeCloseTo(quantile(scores, (0.092 * 200) / 201));
    expect(lowOf(0.15)).toBe(lowOf(0.02));
  });

  test('bandFor finds the band by the number of near cars', () => {
    const bands = [
      { leastNear: 6, low: -1, high: 1 },
      { leastNear: 0, low: -2, high: 2 },
    ];
    expect([7, 6, 5, 0].map((count) => bandFor(bands, count).high)).toEqual([1, 1, 2, 2]);
    expect(bandFor(bands.slice(0, 1), 0).high).toBe(1);
  });
});

test.each([
  [1499, [4, 8], 15, 4, 29, 8, 6],
  [1500, [8, 16], 20, 4, 30, 16, 10],
  [2999, [8, 16], 20, 4, 59, 16, 10],
  [3000, [8, 16], 20, 8, 60, 16, 10],
  [5999, [8, 16], 20, 8, 119, 16, 10],
  [6000, [31], 20, 8, 120, 16, 10],
  [6001, [31], 20, 8, 120, 16, 10],
  [15_000, [31], 20, 8, 300, 16, 10],
  [15_001, [31], 20, 8, 300, 31, 20],
])('a pool of %d cars gets trees of its size', (poolSize, leaves, rows, spread, spreadRows, own, ownRows) => {
  const corrections = correctionSettings(poolSize, 1);
  expect(corrections.map((one) => one.leaves)).toEqual(leaves);
  expect(corrections.map((one) => one.leastRowsInLeaf)).toEqual(leaves.map(() => rows));
  expect(spreadSettings(poolSize, 1)).toMatchObject({ leaves: spread, leastRowsInLeaf: spreadRows });
  const opinion = secondOpinionSettings(poolSize, 1);
  expect([opinion.leaves, opinion.leastRowsInLeaf]).toEqual([own, ownRows]);
});

test('trees of a small pool have a lower learning rate than those of a large one', () => {
  expect(correctionSettings(6000, 1)).toEqual([
    {
      rounds: 500,
      rate: 0.07,
      leaves: 31,
      leastRowsInLeaf: 20,
      shrinkage: 5,
      clipDeviations: 1.5,
      patience: 25,
      seed: 1,
      rowShare: 0.8,
      featureShare: 0.7,
    },
  ]);
  expect(correctionSettings(1500, 1)[0]).toMatchObject({ rounds: 400, rate: 0.04, patience: 40 });
  expect(correctionSettings(100, 1)[0]).toMatchObject({ rounds: 400, rate: 0.03, patience: 40 });
  expect(spreadSettings(100, 1)).toMatchObject({
    rounds: 150,
    rate: 0.05,
    shrinkage: 20,
    patience: 20,
    seed: 1001,
  });
  expect(spreadSettings(100, 1)).toMatchObject({ clipDeviations: 3, leastRowsInLeaf: 20 });
  expect(secondOpinionSettings(100, 1)).toMatchObject({
    rounds: 600,
    rate: 0.06,
    shrinkage: 5,
    patience: 30,
    seed: 2001,
  });
  expect(secondOpinionSettings(100, 1).clipDeviations).toBe(1.5);
  expect(secondOpinionSettings(20_000, 1)).toMatchObject({
    rounds: 300,
    rate: 0.1,
    rowShare: 0.5,
    featureShare: 0.4,
  });
});
