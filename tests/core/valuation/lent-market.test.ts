import { describe, expect, it } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { learnLentMarket, lentScatter, parseLentMarket } from '#core/valuation/lent-market.ts';
import { median } from '#core/valuation/statistics.ts';
import { parseModel, serialiseModel } from '#core/valuation/stored-model.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { inventMarket, observedYear, rateAd } from './invented-market.ts';

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
