import { beforeAll, describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { WireOutlook } from '#core/contract/routes/car-parts.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { inventMarket } from '#tests/core/valuation/invented-market.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const market = inventMarket(600, 1);
const isRare = ({ model }: { model: string | null }) => model === 'Klit';
/** Two cars in the model's training data; the second is locked for readers without premium. */
const [open, locked] = market
  .filter((car) => isRare(car) && car.year! >= 2011 && car.year! <= 2013)
  .map((car) => ({ ...car, id: `klit-${car.id}` })) as [(typeof market)[number], (typeof market)[number]];
const rare: Partial<Car> = {
  ...{ make: 'Nordvogn', model: 'Klit', variant: 'Basis 5d', title: 'Nordvogn Klit Basis 5d' },
  ...{ year: 2018, mileageKm: 90_000, fuel: 'petrol', gearbox: 'manual', horsepower: 100, engineLitres: 1.4 },
  ...{ city: null, sellerType: null, firstRegistration: null },
};
const unrated = (id: string, reason: 'few_comparables' | 'no_price', fields: object = {}) =>
  makeCar({ id, ...rare, ...fields, rating: makeRating({ deal: 'no_estimate', reason, avgDkk: null }) });

await worldOfFile('2024-07-01T08:00:00.000Z');
const handler = (await import('#functions/cars/api.ts')).getOutlookRoute;
beforeAll(async () => {
  const taught = [...market.filter((car) => !isRare(car)), open, locked];
  const { saveModel } = await import('#functions/valuation/model.ts');
  await saveModel(fitModel(taught, { seed: 7, version: '2024-07-01-a' }), {
    ...{ offered: taught.length, offeredOn: '2024-07-01' },
  });
  for (const [{ id, price }, deal] of [
    [open, 'fair'],
    [locked, 'amazing'],
  ] as const)
    await storeCar(makeCar({ ...rare, id, title: id, priceDkk: price, rating: makeRating({ deal }) }));
  await storeCar(unrated('rare', 'few_comparables'));
  await storeCar(unrated('unpriced', 'no_price', { make: 'Havn', model: 'Kaj', priceDkk: 0 }));
  await storeCar(makeCar({ id: 'rated', ...rare }));
  await storeCar(makeCar({ id: 'deal', ...rare, rating: makeRating({ deal: 'amazing' }) }));
  await storePlan('beta', { priceUnlock: { until: null } });
  await storePlan('premium', { type: 'premium_monthly', currentPeriodEnd: '2024-12-21T08:00:00.000Z' });
});

const ask = async (id: string, as?: string) =>
  (await callRoute<WireOutlook>(handler, { params: { id }, ...(as && { as }) })).body;
const nothing = { seen: [], missing: null, is_counted: false, range: null, range_state: 'unknown' };

describe('the outlook of a car without a rating', () => {
  it.each([
    [undefined, [open.id], null, 'locked'],
    ['free', [open.id], null, 'locked'],
    ['beta', [open.id], null, 'known'],
    ['premium', [open.id, locked.id], 3, 'known'],
  ])(
    'tells %s of the cars of its model, how many are missing and a range as the plan may see them',
    async (...asked) => {
      const [as, seen, missing, state] = asked;
      const outlook = await ask('rare', as);
      expect(outlook.seen.map(({ id }) => id).toSorted()).toEqual(seen.toSorted());
      expect(outlook).toMatchObject({ missing, range_state: state });
      expect(outlook.range?.is_rough).toBe(state === 'known' ? true : undefined);
      if (as !== 'premium') expect(JSON.stringify(outlook)).not.toContain(locked.id);
    },
  );

  it('gives the range of a car whose ad names no price', async () => {
    const { range } = await ask('unpriced', 'premium');
    expect(range).toMatchObject({ is_rough: false });
    expect(range!.low).toBeLessThan(range!.high);
  });

  it('is equally empty for a rated car that is locked and for one that is not', async () => {
    for (const id of ['rated', 'deal']) expect(await ask(id, 'free')).toEqual(nothing);
    expect(await ask('rated', 'premium')).toEqual(nothing);
  });

  it('is refused for a car that does not exist', async () => {
    expect(await callRoute(handler, { params: { id: 'nowhere' } })).toMatchObject({ status: 404 });
  });
});
