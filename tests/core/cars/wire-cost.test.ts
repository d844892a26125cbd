import { describe, expect, it } from 'vitest';
import { anonymous, type Car, type Viewer } from '#core/cars/car.ts';
import { wireCostOf } from '#core/cars/cost.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { futureValues } from '#core/valuation/future-values.ts';
import { inventMarket, ordinaryCar } from '#tests/core/valuation/invented-market.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const now = '2026-11-21T08:00:00.000Z';
const model = fitModel(inventMarket(500, 1), { seed: 7, version: '2026-11-20-abc' });
const beta: Viewer = { id: 'beta', isPremium: false, seesEstimates: true };
const { id: _, ...facts } = ordinaryCar();

const carOf = (fields: Partial<Car> = {}) =>
  makeCar({
    ...{ make: facts.make, model: facts.model, year: facts.year, mileageKm: facts.mileageKm },
    ...{ fuel: 'petrol', gearbox: 'manual', variant: facts.variant, firstRegistration: null },
    rating: makeRating({ source: 'model', avgDkk: 90_000, lowDkk: 80_000, highDkk: 100_000 }),
    ...fields,
  });
const costOf = (car: Car, viewer: Viewer = beta, kmPerYear = 15_000) =>
  wireCostOf(car, viewer, async () => model, { kmPerYear, now });

describe('the expected depreciation', () => {
  it('the depreciation grows with years and mileage, in proportion to the car’s value', async () => {
    const { loss, loss_state } = await costOf(carOf());
    expect([loss_state, loss?.value, loss?.date]).toEqual(['known', 90_000, '2026-11-20']);
    const averages = loss!.values.map(({ average }) => average);
    expect(loss!.values.map(({ years }) => years)).toEqual([1, 2, 3]);
    expect([90_000, ...averages]).toEqual([90_000, ...averages].toSorted((a, b) => b - a));
    expect(averages[2]).toBeLessThan(81_000);
    for (const { low, average, high } of loss!.values) expect(low < average && average < high).toBe(true);
    const far = (await costOf(carOf(), beta, 40_000)).loss!.values[2]!.average;
    const near = (await costOf(carOf(), beta, 0)).loss!.values[2]!.average;
    expect([far < averages[2]!, near > averages[2]!]).toEqual([true, true]);
  });

  it('the model’s depreciation matches the invented market’s loss by age', () => {
    const value = { lowDkk: 90_000, avgDkk: 100_000, highDkk: 110_000 };
    // Cars of this model lose a known share a year in the invented market.
    const at = (years: number) => futureValues(model, ordinaryCar(), value, 15_000, now)![years - 1]!.avgDkk;
    const shares = [at(1) / 100_000, at(2) / at(1), at(3) / at(2)];
    for (const share of shares) expect(share > 0.8 && share <= 1, String(share)).toBe(true);
  });

  it('the depreciation is the same at every hour of a day', () => {
    const value = { lowDkk: 90_000, avgDkk: 100_000, highDkk: 110_000 };
    const at = (hour: string) =>
      futureValues(model, ordinaryCar(), value, 15_000, `2026-11-20T${hour}:00.000Z`);
    expect(at('00:01')).toEqual(at('23:59'));
  });

  it('in proportion to the value, a future range is never narrower than the present one', () => {
    const value = { lowDkk: 40_000, avgDkk: 100_000, highDkk: 250_000 };
    for (const { lowDkk, avgDkk, highDkk } of futureValues(model, ordinaryCar(), value, 15_000, now)!) {
      expect(lowDkk / avgDkk).toBeLessThanOrEqual(0.4001);
      expect(highDkk / avgDkk).toBeGreaterThanOrEqual(2.4999);
    }
  });

  it('the depreciation is not computed for a reader who may not see estimates', async () => {
    const asked: string[] = [];
    for (const viewer of [anonymous, { ...beta, seesEstimates: false }]) {
      const cost = await wireCostOf(
        carOf(),
        viewer,
        async () => {
          asked.push('model');
          return model;
        },
        { kmPerYear: 15_000, now },
      );
      expect(cost).toMatchObject({ loss: null, loss_state: 'locked' });
      expect(JSON.stringify(cost)).not.toMatch(/90000|average/);
    }
    expect(asked).toEqual([]);
  });

  it.each<[string, Partial<Car>]>([
    ['whose mileage nobody knows', { mileageKm: null }],
    ['that will be too old to be valued', { year: 2003 }],
    ['that the register valued', { rating: makeRating({ source: 'register', avgDkk: 90_000 }) }],
    ['that has no estimate', { rating: makeRating({ source: null, avgDkk: null }) }],
    [
      'whose value is a guess',
      { rating: makeRating({ deal: 'no_estimate', reason: 'uncertain', source: 'model', avgDkk: 90_000 }) },
    ],
  ])('the depreciation is unknown for a car %s', async (_, fields) => {
    expect(await costOf(carOf(fields))).toMatchObject({ loss: null, loss_state: 'unknown' });
  });
});

describe('the other costs of a car', () => {
  it('the tax is shown with the table it was read from', async () => {
    expect(await costOf(carOf({ halfYearlyTaxDkk: 800, taxBasis: 'petrol_km' }))).toMatchObject({
      tax: { half_year: 800, basis: 'petrol_km', year: 2026 },
      next_inspection: '2027-03-14',
      prices: { petrol: { dkk: 15.53, date: '2026-09-30' }, electricity: { date: '2026-06-30' } },
    });
    expect(await costOf(carOf({ halfYearlyTaxDkk: 800, taxBasis: 'charged' }))).toMatchObject({
      tax: { basis: 'charged', year: null },
    });
    // Stored before the source of the tax was kept.
    expect((await costOf(carOf({ taxBasis: null }))).tax).toBeNull();
  });

  it.each<[Partial<Car>, object | null, string]>([
    [{ fuel: 'petrol', kmPerLitre: 20 }, { kind: 'petrol', per_100_km: 5 }, 'known'],
    [{ fuel: 'diesel', kmPerLitre: 23.8 }, { kind: 'diesel', per_100_km: 4.2 }, 'known'],
    [
      { fuel: 'electric', kmPerLitre: null, whPerKm: 164 },
      { kind: 'electricity', per_100_km: 16.4 },
      'known',
    ],
    [{ fuel: 'electric', kmPerLitre: null }, null, 'unknown'],
    [{ fuel: 'plugin_hybrid', kmPerLitre: 55 }, null, 'plugin_hybrid'],
    [{ fuel: 'gas', kmPerLitre: 20 }, null, 'other_fuel'],
    [{ fuel: 'hybrid', burns: 'petrol', kmPerLitre: 25 }, { kind: 'petrol', per_100_km: 4 }, 'known'],
    [{ fuel: 'hybrid', kmPerLitre: 25 }, null, 'hybrid'],
    [{ fuel: 'hybrid', kmPerLitre: null }, null, 'unknown'],
    [{ fuel: 'petrol', kmPerLitre: null }, null, 'unknown'],
  ])('a car with %o uses %o per 100 km', async (fields, energy, energy_state) => {
    expect(await costOf(carOf(fields))).toMatchObject({ energy, energy_state });
  });
});
