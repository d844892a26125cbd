import { describe, expect, it } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { adjustComparables, doubtOfBargain } from '#core/valuation/evidence.ts';
import { explainTerms } from '#core/valuation/explain.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { rateCar } from '#core/valuation/rate.ts';
import { ratingSettings } from '#core/valuation/rating-settings.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import { inventMarket, observedYear, ordinaryCar } from './invented-market.ts';
import { inventVariedMarket } from './varied-market.ts';

const market = inventMarket(500, 1);
const model = fitModel(market, { seed: 7, version: 'v1' });
const unexplained = (other: number) => [{ name: 'other' as const, dkk: other }];
const alike = (adjustedDkk: number[]) => ({ adjustedDkk, comparableFactors: adjustedDkk.map(() => 1) });
const fiveDkk = [98_000, 99_000, 100_000, 101_000, 102_000];
const dear = alike(fiveDkk);

describe('the evidence of a bargain', () => {
  it('is thin below five comparables', () => {
    expect(doubtOfBargain(80_000, 100_000, alike(fiveDkk.slice(1)), [])).toBe('thin_evidence');
    expect(doubtOfBargain(80_000, 100_000, dear, [])).toBeNull();
  });

  it('is mixed when fewer than seven in ten of the comparables ask more', () => {
    const cheaper = (count: number) =>
      alike(Array.from({ length: 10 }, (_, place) => (place < count ? 79_000 : 1e5)));
    expect(doubtOfBargain(80_000, 100_000, cheaper(3), [])).toBeNull();
    expect(doubtOfBargain(80_000, 100_000, cheaper(4), [])).toBe('mixed_evidence');
  });

  it('is mixed when more than half of the saving is explained by nothing', () => {
    expect(doubtOfBargain(80_000, 100_000, dear, unexplained(-10_000))).toBeNull();
    expect(doubtOfBargain(80_000, 100_000, dear, unexplained(-10_001))).toBe('mixed_evidence');
    expect(doubtOfBargain(80_000, 100_000, dear, unexplained(10_001))).toBe('mixed_evidence');
  });

  it('is mixed when the price is no bargain against the comparable in the middle too', () => {
    const around = (middleDkk: number) => alike([90_000, middleDkk - 1, middleDkk, middleDkk + 1, 120_000]);
    expect(doubtOfBargain(87_000, 110_000, around(100_001), [])).toBeNull();
    expect(doubtOfBargain(87_000, 110_000, around(100_000), [])).toBe('mixed_evidence');
  });

  it('is thin when more than half of the comparables had to be adjusted by more than 1.75, either way', () => {
    const doubt = (...comparableFactors: number[]) =>
      doubtOfBargain(80_000, 100_000, { adjustedDkk: fiveDkk, comparableFactors }, []);
    expect(ratingSettings.nearComparableFactor).toBe(1.75);
    expect(doubt(1.75, 1.75, 1 / 1.75, 3, 1 / 3)).toBeNull();
    expect(doubt(1, 1, 1.76, 1.76, 1.76)).toBe('thin_evidence');
    expect(doubt(1, 1, 0.57, 0.57, 0.57)).toBe('thin_evidence');
  });

  it('makes an older and farther driven comparable dearer, and one like the car no different', () => {
    const car = ordinaryCar({ observedYear });
    const { comparables } = estimate(model, car)!;
    const newer = { ...car, id: 'newer', year: 2018, mileageKm: 60_000 };
    const [plain, raised] = [car, newer].map((asked) => adjustComparables(model, asked, comparables));
    raised!.comparableFactors.forEach((factor, place) => {
      expect(factor).toBeGreaterThan(plain!.comparableFactors[place]! * 1.15);
    });
    const twinId = model.comparables.ids[comparables[0]!.row];
    const twin = market.find(({ id }) => id === twinId)!;
    const [self] = adjustComparables(model, twin, comparables.slice(0, 1)).comparableFactors;
    expect(self).toBeCloseTo(1, 3);
  });

  it('of a car whose ad and register disagree is none', () => {
    const facts = ordinaryCar({ observedYear });
    const priceDkk = Math.round(estimate(model, facts)!.avgDkk * 0.7);
    const ad = {
      facts,
      priceDkk,
      currency: 'DKK',
      flags: [],
      model,
      registerValuation: null,
      isRiskyByRegister: false,
    };
    const now = '2024-07-01T12:00:00.000Z';
    expect(rateCar({ ...ad, isContradicted: false, now }).deal).toBe('amazing');
    expect(rateCar({ ...ad, isContradicted: true, now })).toMatchObject({
      deal: 'no_estimate',
      reason: 'contradicted',
    });
    expect(rateCar({ ...ad, priceDkk: priceDkk / 0.7, isContradicted: true, now }).deal).toBe('fair');
  });
});

/** What a reader of the page checks: the same set, counted once, mostly dearer, and little left unexplained. */
function faultOf(rating: Rating, priceDkk: number, priceOf: (id: string) => number): string | null {
  const { comparableIds, comparableFactors } = rating;
  if (rating.comparableCount !== comparableIds.length) return 'two counts of comparables';
  if (rating.deal !== 'amazing') return null;
  if (comparableIds.length < 5) return 'fewer than five comparables';
  const adjusted = comparableIds.map((id, place) => priceOf(id) * comparableFactors[place]!);
  if (adjusted.filter((dkk) => dkk > priceDkk).length * 2 <= adjusted.length)
    return 'mostly cheaper comparables';
  const otherDkk = rating.terms.find(({ name }) => name === 'other')?.dkk ?? 0;
  return Math.abs(otherDkk) > (rating.avgDkk! - priceDkk) / 2 ? 'an unexplained rest' : null;
}

it('no car of a market with gaps is called amazing against what its page shows', () => {
  const cars = inventVariedMarket(700, 3);
  const learnt = fitModel(cars.slice(0, 500), { seed: 7, version: 'v2' });
  const prices = new Map(cars.map(({ id, price }) => [id, price]));
  const deals: Record<string, number> = {};
  for (const { price, ...facts } of cars.slice(400)) {
    for (const share of [0.6, 0.75, 0.85, 1]) {
      const priceDkk = Math.round(price * share);
      const ad = {
        facts,
        priceDkk,
        currency: 'DKK',
        flags: [],
        registerValuation: null,
        isRiskyByRegister: false,
      };
      const now = '2024-07-01T12:00:00.000Z';
      const rating = rateCar({ ...ad, isContradicted: false, model: learnt, now });
      expect(
        faultOf(rating, priceDkk, (id) => prices.get(id)!),
        `${facts.id} at ${priceDkk}`,
      ).toBeNull();
      deals[rating.deal] = (deals[rating.deal] ?? 0) + 1;
    }
  }
  expect(deals.amazing).toBeGreaterThan(200);
  expect(ratingSettings.leastComparables).toBe(5);
});

describe('a car of a rare model', () => {
  const rare = { make: 'Havn', model: 'Sjælden' };
  const few = [0, 1].map((place) => ({
    ...ordinaryCar({ ...rare, id: `few${place}`, mileageKm: 110_000 + 15_000 * place, observedYear }),
    price: 96_000 - 3000 * place,
  }));
  const learnt = fitModel([...market, ...few], { seed: 7, version: 'v3' });
  const facts = ordinaryCar({ ...rare, observedYear });
  const found = estimate(learnt, facts)!;
  const rate = (priceDkk: number) =>
    rateCar({
      facts,
      priceDkk: Math.round(priceDkk),
      currency: 'DKK',
      flags: [],
      isContradicted: false,
      isRiskyByRegister: false,
      model: learnt,
      registerValuation: null,
      now: '2024-07-01T12:00:00.000Z',
    });

  it('has others of its make beside those of its model, which come first', () => {
    const ids = found.comparables.map(({ row }) => learnt.comparables.ids[row]!);
    expect(ids).toHaveLength(5);
    expect(ids.slice(0, 2).sort()).toEqual(few.map(({ id }) => id).sort());
    for (const id of ids.slice(2)) expect(market.find((car) => car.id === id)!.make).toBe('Havn');
    expect(found.otherModels).toBe(3);
    expect(found.comparableCount).toBeLessThanOrEqual(2);
  });

  it('never has cars of another make', () => {
    const stranger = estimate(learnt, { ...facts, make: 'Ukendt', model: 'Vogn' })!;
    expect(stranger).toMatchObject({ comparables: [], otherModels: 0 });
  });

  it('is amazing only as far again below its interval', () => {
    const { lowDkk, avgDkk } = rate(found.avgDkk);
    const again = lowDkk! * (lowDkk! / avgDkk!);
    const usual = Math.min(lowDkk!, ratingSettings.amazingBelowShare * avgDkk!);
    expect(usual * 0.99).toBeGreaterThan(again);
    expect(rate(usual * 0.99)).toMatchObject({ deal: 'fair', reason: 'thin_evidence' });
    expect(rate(again * 0.99)).toMatchObject({ deal: 'amazing', comparableCount: 5 });
  });

  it('is told what its model makes of the comparable in the middle, and the parts still add up', () => {
    const terms = explainTerms(learnt, facts);
    expect(terms.reduce((sum, { dkk }) => sum + dkk, 0)).toBe(found.avgDkk);
    const dear = [...market, ...few.map((car) => ({ ...car, price: car.price * 3 }))];
    const dearer = fitModel(dear, { seed: 7, version: 'v4' });
    expect(explainTerms(dearer, facts)[1]).toMatchObject({ name: 'model' });
    expect(explainTerms(dearer, facts)[1]!.dkk).toBeGreaterThan(0);
    expect(explainTerms(model, ordinaryCar()).map(({ name }) => name)).not.toContain('model');
  });
});
