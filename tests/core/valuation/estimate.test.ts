import { describe, expect, it, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import {
  countFamiliar,
  findComparables,
  findEvidence,
  toComparableColumns,
} from '#core/valuation/evidence.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { toSubject } from '#core/valuation/subject.ts';
import type { CarFacts, PricedCar } from '#core/valuation/valuation.ts';
import { fittedMarket, inventMarket, ordinaryCar } from './invented-market.ts';

const pool = inventMarket(500, 1);
const model = fittedMarket(500);
const car = ordinaryCar();

describe('estimate', () => {
  /** Readers see these prices. Write the new ones here only when a change is intended. */
  test.each([
    ['an ordinary car', {}, [83_065, 90_610, 99_570]],
    ['an old one', { year: 2007, mileageKm: 310_000 }, [21_379, 23_321, 25_627]],
    ['a new one', { year: 2024, mileageKm: 4000 }, [239_927, 269_964, 294_834]],
    ['one with gaps', { mileageKm: null, horsepower: null, engineLitres: null }, [77_789, 84_855, 93_246]],
    ['a diesel estate', { fuel: 'diesel', body: 'estate' }, [74_686, 84_036, 91_778]],
    ['a strong automatic', { gearbox: 'automatic', horsepower: 140 }, [93_532, 105_241, 114_937]],
    ['an unknown model', { model: 'Ukendt' }, [87_194, 98_111, 107_149]],
    ['an unknown make', { make: 'Ukendt', model: 'Vogn' }, [76_232, 85_775, 93_677]],
  ])('the estimate of %s equals the recorded prices', (_, changes, prices) => {
    const { lowDkk, avgDkk, highDkk } = estimate(model, { ...car, ...changes })!;
    expect([lowDkk, avgDkk, highDkk]).toEqual(prices);
  });

  /** Trees must correct the sum of facts here: automatic and driven far are worth more together. */
  const isSought = ({ gearbox, mileageKm }: CarFacts) =>
    gearbox === 'automatic' && (mileageKm ?? 0) > 100_000;
  const corrected = fitModel(
    pool.map((one) => (isSought(one) ? { ...one, price: Math.round(one.price * 1.5) } : one)),
    { seed: 7, version: 'v1' },
  );
  test.each([
    ['neither', { mileageKm: 90_000 }, [84_180, 94_040, 105_224]],
    ['only automatic', { gearbox: 'automatic', mileageKm: 90_000 }, [101_114, 114_696, 129_235]],
    ['only driven far', {}, [81_917, 91_513, 102_396]],
    ['both', { gearbox: 'automatic' }, [123_598, 138_075, 154_496]],
  ])(
    'the estimate of a car that is %s equals the recorded prices, with corrections by trees',
    (_, changes, prices) => {
      const { lowDkk, avgDkk, highDkk } = estimate(corrected, { ...car, ...changes })!;
      expect([lowDkk, avgDkk, highDkk]).toEqual(prices);
    },
  );

  test('a pool car is estimated by folds without it only if its facts are unchanged', () => {
    const [held] = pool;
    const asAnother = (changes: Partial<CarFacts>) => {
      const { avgDkk } = estimate(model, { ...held!, ...changes })!;
      return avgDkk === estimate(model, { ...held!, ...changes, id: 'another' })!.avgDkk;
    };
    expect(asAnother({})).toBe(false);
    expect(asAnother({ mileageKm: null })).toBe(true);
    expect(asAnother({ mileageKm: held!.mileageKm! + 1 })).toBe(true);
    expect(asAnother({ year: held!.year! - 1 })).toBe(true);
  });

  test('a car without make or with an unknown or future year has no estimate', () => {
    expect(estimate(model, { ...car, make: null })).toBeNull();
    expect(estimate(model, { ...car, year: null })).toBeNull();
    expect(estimate(model, { ...car, year: 2031 })).toBeNull();
  });

  test('low, middle and high are in order for any car', () => {
    for (const asked of [
      ...inventMarket(100, 9, 'other'),
      { ...car, model: null },
      { ...car, make: 'Ukendt', model: 'Vogn' },
    ]) {
      const found = estimate(model, asked)!;
      expect(found.lowDkk).toBeLessThanOrEqual(found.avgDkk);
      expect(found.avgDkk).toBeLessThanOrEqual(found.highDkk);
      expect(found.lowDkk).toBeGreaterThan(0);
    }
  });

  test('more mileage and more age lower the estimate', () => {
    const value = (changes: object) => estimate(model, { ...car, ...changes })!.avgDkk;
    expect(value({ mileageKm: 220_000 })).toBeLessThan(value({ mileageKm: 60_000 }));
    expect(value({ year: 2010 })).toBeLessThan(value({ year: 2020 }));
  });

  test('a car with missing facts still gets an estimate near the full one', () => {
    const bare = {
      ...car,
      mileageKm: null,
      horsepower: null,
      engineLitres: null,
      fuel: null,
      gearbox: null,
      variant: null,
      title: null,
    };
    const ratio = estimate(model, bare)!.avgDkk / estimate(model, car)!.avgDkk;
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });

  test('the spelling of a make does not change the estimate', () => {
    expect(estimate(model, { ...car, make: ' HAVN ', model: 'kaj' })).toEqual(estimate(model, car));
  });

  test('comparables are of the same model, the nearest first, and never the car itself', () => {
    const own = pool.find(({ model: name }) => name === 'Kaj')!;
    const { comparableIds, modelCount } = estimate(model, own)!;
    expect(comparableIds).not.toContain(own.id);
    expect(comparableIds.every((id) => pool.find((other) => other.id === id)!.model === 'Kaj')).toBe(true);
    expect(modelCount).toBe(pool.filter((other) => other.model === 'Kaj').length);
  });

  test.each([
    { year: 2015 },
    { mileageKm: 110_000 },
    { horsepower: 150 },
    { engineLitres: 1.6 },
    { fuel: 'diesel' },
    { gearbox: 'automatic' },
    { body: 'estate' },
    { variant: 'Sport 3d' },
  ])('a car is a more distant comparable when it differs in %j', (difference) => {
    const columns = toComparableColumns(
      [
        { ...car, ...difference, id: 'other' },
        { ...car, id: 'alike' },
      ].map((one) => toSubject(one)!),
    );
    const found = findComparables(toSubject(car)!, columns);
    expect(found.map(({ row }) => columns.ids[row])).toEqual(['alike', 'other']);
    expect(found[0]!.distance).toBeCloseTo(0);
  });

  test('findEvidence shows the twelve nearest comparables, the nearest first', () => {
    const columns = toComparableColumns(pool.map((one) => toSubject(one)!));
    for (const one of pool.slice(0, 50)) {
      const subject = toSubject(one)!;
      const nearest = findComparables(subject, columns);
      const { comparables, shown } = findEvidence(subject, columns);
      expect(comparables).toHaveLength(nearest.length);
      if (nearest.length >= 12) expect(shown).toEqual(nearest.slice(0, 12));
    }
    expect(findComparables(toSubject(pool[0]!)!, columns).length).toBeGreaterThan(12);
  });

  test('countFamiliar counts the other cars of the model and of the variant', () => {
    const own = pool.find(({ model: name }) => name === 'Kaj')!;
    const columns = toComparableColumns(pool.map((one) => toSubject(one)!));
    const others = pool.filter((one) => one !== own && one.model === 'Kaj');
    const alike = others.filter((one) => one.variant === own.variant);
    const counted = countFamiliar(toSubject(own)!, columns);
    expect(counted).toEqual({ modelCount: others.length, variantCount: alike.length });
    const first = countFamiliar(toSubject(own)!, columns, (row) => pool[row] === alike[0]);
    expect(first).toEqual({ modelCount: 1, variantCount: 1 });
    expect(countFamiliar(toSubject({ ...own, model: 'Ny' })!, columns).modelCount).toBe(0);
  });

  test('the price of a pool car does not influence its own estimate', () => {
    const target = pool.find(({ model: name }) => name === 'Kaj')!;
    const cheap = pool.map((other) =>
      other === target ? { ...other, price: Math.round(other.price * 0.6) } : other,
    );
    const taught = fitModel(cheap, { seed: 7, version: 'v2' });
    const ratio = estimate(taught, target)!.avgDkk / estimate(model, target)!.avgDkk;
    expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
  });
});

const options = { seed: 7, version: 'weights' };
const market = inventMarket(150, 3, 'car');
/** The same kind of cars, twice as expensive. */
const dear = inventMarket(150, 4, 'dear').map((car) => ({ ...car, price: 2 * car.price }));
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
    const old = dear.slice(0, 40).map((car) => ({ ...car, weight: 0.2 }));
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
