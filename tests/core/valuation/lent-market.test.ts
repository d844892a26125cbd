import { describe, expect, it, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { learnLentMarket, lentScatter, parseLentMarket } from '#core/valuation/lent-market.ts';
import { emitMovement, learnMonths, movementLog, withoutMovement } from '#core/valuation/market-index.ts';
import type { Model } from '#core/valuation/model.ts';
import { median } from '#core/valuation/statistics.ts';
import { parseModel, serialiseModel } from '#core/valuation/stored-model.ts';
import { toSubject } from '#core/valuation/subject.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { fittedMarket, type InventedCar, inventMarket, observedYear, rateAd } from './invented-market.ts';

const options = { seed: 7, version: 'v1' };
const lentCars = inventMarket(600, 1, 'lent');
const lent = learnLentMarket(lentCars, { seed: 7, version: 'lent market' });
const own = inventMarket(400, 2, 'own');
const others = inventMarket(300, 3, 'other');
const dearer = (cars: readonly PricedCar[], factor: number) =>
  cars.map((car) => ({ ...car, price: Math.round(car.price * factor) }));

function fitOwn(count: number, askedYear = observedYear) {
  return fitModel(own.slice(0, count), { ...options, lent, askedYear });
}

function rate(model: ReturnType<typeof fitOwn>, car: PricedCar, share = 1) {
  return rateAd({ facts: car, priceDkk: Math.round(car.price * share), model });
}

describe('a lent market', () => {
  it('a lent market contains no car or id of the cars it was learnt from', () => {
    const text = JSON.stringify(lent);
    expect(lentCars.filter(({ id }) => text.includes(`"${id}"`))).toEqual([]);
    expect(Object.keys(lent)).not.toContain('prices');
    expect(lent.cars).toBeGreaterThan(550);
    expect(parseLentMarket(text)).toEqual(lent);
    expect(() => parseLentMarket('{"format":2}')).toThrow(TypeError);
    expect(() => learnLentMarket(lentCars.slice(0, 150), options)).toThrow(RangeError);
  });

  it('a lent market gives estimates and valid intervals before there are own cars', () => {
    const model = fitOwn(0);
    const found = others.map((car) => ({ car, value: estimate(model, car)! }));
    const inside = found.filter(({ car, value }) => car.price >= value.lowDkk && car.price <= value.highDkk);
    expect(inside.length / found.length).toBeGreaterThan(0.77);
    expect(median(found.map(({ car, value }) => Math.abs(value.avgDkk / car.truePrice - 1)))).toBeLessThan(
      0.06,
    );
    expect(others.filter((car) => rate(model, car).source === 'model')).toHaveLength(300);
  });

  it('a lent market calls nothing amazing without own comparables', () => {
    const deals = others.map((car) => rate(fitOwn(0), car, 0.7));
    expect(deals.filter(({ deal }) => deal === 'amazing')).toEqual([]);
    expect(deals.filter(({ reason }) => reason === 'thin_evidence').length).toBeGreaterThan(100);
    expect(deals.flatMap(({ comparableIds }) => comparableIds)).toEqual([]);
  });

  it('a lent market that is four years old gives no rating by itself', () => {
    const model = fitOwn(0, observedYear + 4);
    expect(new Set(others.map((car) => rate(model, car).reason))).toEqual(new Set(['uncertain']));
  });

  it.each([8, 60, 200])('%i own cars correct a lent market by one factor', (count) => {
    const model = fitModel(dearer(own.slice(0, count), 1.25), {
      ...options,
      lent,
      askedYear: observedYear + 2,
    });
    const ratios = dearer(others, 1.25).map((car) => Math.log(estimate(model, car)!.avgDkk / car.price));
    expect(Math.abs(median(ratios))).toBeLessThan(0.05);
  });

  it('a lent market improves the estimates of a small pool', () => {
    const errorOf = (model: ReturnType<typeof fitOwn>) =>
      median(others.map((car) => Math.abs(estimate(model, car)!.avgDkk / car.truePrice - 1)));
    expect(errorOf(fitOwn(40))).toBeLessThan(0.8 * errorOf(fitModel(own.slice(0, 40), options)));
  });

  it('a model with a lent market survives storage and can be fitted again identically', () => {
    for (const count of [0, 40, 200]) {
      const model = fitOwn(count);
      const text = serialiseModel(model);
      expect(serialiseModel(fitOwn(count))).toBe(text);
      const answers = (from: typeof model) => others.map((car) => estimate(from, car));
      expect(answers(parseModel(text))).toEqual(answers(model));
    }
  });
});

describe('lentScatter', () => {
  const scatter = [
    { upToYears: 2, deviation: 0.1 },
    { upToYears: 4, deviation: 0.3 },
  ];

  it.each([
    [0, 0, 0.1],
    [2, 0, 0.1],
    [2.01, 0, 0.3],
    [9, 0, 0.3],
    [4, 0.4, 0.5],
  ])('the scatter at %d years with a departure of %d is %d', (ageYears, departure, expected) => {
    expect(lentScatter({ scatter }, ageYears, departure)).toBeCloseTo(expected, 9);
  });
});

describe('a pool without a lent market', () => {
  it('a pool rates from sixty cars, and below three hundred only models with enough cars', () => {
    const model = fitModel(inventMarket(90, 4), options);
    const car = others[0]!;
    const ratedWith = (changes: object) => rate({ ...model, ...changes }, car).reason;
    expect(ratedWith({ poolSize: 59 })).toBe('small_pool');
    expect(ratedWith({ poolSize: 60 })).not.toBe('small_pool');
    const rare = { ...car, model: 'Skær' };
    expect(rate(model, rare).reason).toBe('few_comparables');
  });
});

const seed = 7;
const asked = (months: readonly number[]) => months.map((month) => ({ observedYear: 2024 + month / 12 }));
const spread = (count: number, months: number) =>
  asked(Array.from({ length: count }, (_, place) => (months * place) / count));

/** Each car as it was asked in one of twelve months; `logBefore` gives its log price difference that many months ago. */
const inAYear = (cars: readonly InventedCar[], logBefore: (car: PricedCar, ago: number) => number) =>
  cars.map((car, place) => {
    const ago = place % 12;
    const month = 6 - ago;
    return {
      ...car,
      observedYear: observedYear - ago / 12,
      year: car.year! - (month < 1 ? 1 : 0),
      month: month < 1 ? month + 12 : month,
      price: car.price * Math.exp(logBefore(car, ago)),
    };
  });

const learn = (pool: readonly PricedCar[]) => fitModel(pool, { seed, version: 'v1' });
const year = inventMarket(600, 1);
const tests = inventMarket(200, 3, 'test');
const errorOf = (model: Model, cars = tests) =>
  median(cars.map((car) => Math.abs(estimate(model, car)!.avgDkk / car.truePrice - 1)));
/** The cars with the prices of their months, as if all were asked today. */
const untold = (pool: readonly PricedCar[]) =>
  year.map((car, place) => ({ ...car, price: pool[place]!.price }));

describe('learnMonths', () => {
  test('there is no market index when all cars were asked within two months', () => {
    expect(learnMonths(spread(500, 0))).toBeNull();
    expect(learnMonths(spread(500, 1.9))).toBeNull();
    expect(learnMonths([])).toBeNull();
  });

  test('the index has a knot per month, fewer with few cars, and none below 300 cars', () => {
    expect(learnMonths(spread(1000, 12))).toEqual({ first: 24_288, last: 24_300, step: 1 });
    expect(learnMonths(spread(300, 12))).toEqual({ first: 24_288, last: 24_300, step: 2 });
    expect(learnMonths(spread(299, 12))).toBeNull();
  });

  test('a single old ad does not extend the index', () => {
    expect(learnMonths([...spread(500, 1), ...asked([-60])])).toBeNull();
  });
});

describe('a market whose prices move', () => {
  const turned = inAYear(year, (_, ago) => (ago <= 4 ? 0.03 * ago : 0.12 - 0.02 * (ago - 4)));
  const model = learn(turned);

  test('the model follows prices that rise and then fall', () => {
    expect(errorOf(model)).toBeLessThan(0.6 * errorOf(learn(untold(turned))));
  });

  test('the model follows prices of a single make that fall', () => {
    const fallen = inAYear(year, ({ make }, ago) => (make === 'Havn' ? 0.03 * ago : 0));
    const ofMake = tests.filter(({ make }) => make === 'Havn');
    expect(errorOf(learn(fallen), ofMake)).toBeLessThan(0.6 * errorOf(learn(untold(fallen)), ofMake));
  });

  test('a stored model keeps the market index', () => {
    const stored = parseModel(serialiseModel(model));
    expect(stored.references.months).toEqual(model.references.months);
    expect(tests.map((car) => estimate(stored, car))).toEqual(tests.map((car) => estimate(model, car)));
  });

  test('a lent market contains no price movement', () => {
    const { coefficients } = learnLentMarket(turned, { seed, version: 'v1' });
    expect(withoutMovement(coefficients)).toEqual(coefficients);
    expect(withoutMovement(model.coefficients)).not.toHaveProperty('season|line');
    const kept = Object.keys(withoutMovement(model.coefficients)).length;
    expect(Object.keys(model.coefficients).length - kept).toBeGreaterThan(20);
  });

  test('the index is constant after its last month', () => {
    const { last } = model.references.months!;
    const indexOf = (month: number) => {
      const found: Record<string, number> = {};
      const car = toSubject({ ...tests[0]!, observedYear: month / 12 })!;
      emitMovement(car, model.references, (group, level, value) => {
        if (group === 'market') found[level] = value;
      });
      return found;
    };
    expect(indexOf(last + 5)).toEqual(indexOf(last));
    expect(indexOf(last)[last]).toBeCloseTo(1);
  });
});

describe('a market at one time', () => {
  test('a market at one time has no index', () => {
    const { references, coefficients } = fittedMarket(600);
    expect(references.months).toBeNull();
    expect(Object.keys(coefficients).filter((key) => key.startsWith('market'))).toEqual([]);
    expect(movementLog(toSubject(year[0]!)!, { observedYear: 2020 }, () => 1)).toBe(0);
  });
});
