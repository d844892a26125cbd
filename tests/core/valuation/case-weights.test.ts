import { describe, expect, it } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { findComparables, toComparableColumns } from '#core/valuation/evidence.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { toSubject } from '#core/valuation/subject.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { inventMarket } from './invented-market.ts';

const options = { seed: 7, version: 'weights' };
const market = inventMarket(400, 3, 'car');
/** The same kind of cars, twice as expensive. */
const dear = inventMarket(400, 4, 'dear').map((car) => ({ ...car, price: 2 * car.price }));
const meanLog = (pool: PricedCar[], asked: PricedCar[]) => {
  const model = fitModel(pool, options);
  return asked.reduce((sum, car) => sum + Math.log(estimate(model, car)!.avgDkk), 0) / asked.length;
};

describe('weights of cars in a fit', () => {
  const asked = inventMarket(40, 5, 'asked');

  it('a car with a lower weight influences a fit less', () => {
    const weighted = (weight: number) => dear.map((car) => ({ ...car, weight }));
    const [alone, little, much] = [
      meanLog(market, asked),
      meanLog([...market, ...weighted(0.1)], asked),
      meanLog([...market, ...weighted(1)], asked),
    ];
    expect(little - alone).toBeGreaterThan(0);
    expect(little - alone).toBeLessThan((much - alone) / 2);
  });

  it('weights of 1 change nothing', () => {
    const full = market.map((car) => ({ ...car, weight: 1 }));
    expect(fitModel(full, options)).toEqual(fitModel(market, options));
  });

  it('the held-back error is measured on cars for sale only', () => {
    const old = dear.slice(0, 100).map((car) => ({ ...car, weight: 0.2 }));
    const model = fitModel([...market, ...old], options);
    const ownErrors = market.map((car) => {
      const row = model.comparables.ids.indexOf(car.id);
      return Math.abs(Math.exp(model.heldBackLogs[row]! - Math.log(car.price)) - 1);
    });
    const sorted = ownErrors.filter(Number.isFinite).sort((a, b) => a - b);
    expect(model.heldBackError).toBeCloseTo(sorted[Math.floor(sorted.length / 2)]!, 3);
  });

  it('a car for sale is nearer as a comparable than an equal one that is gone', () => {
    const [first] = market;
    const subject = toSubject(first!)!;
    const twins = ['gone', 'offered'].map((id) => toSubject({ ...first!, id })!);
    const columns = toComparableColumns([subject, ...twins], [1, 0.5, 1]);
    expect(findComparables(subject, columns).map(({ row }) => columns.ids[row])).toEqual(['offered', 'gone']);
    expect(toComparableColumns(twins, [1, 1])).not.toHaveProperty('weights');
  });
});
