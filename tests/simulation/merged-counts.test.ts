import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';
import { confirmLate, storeAd } from '#tests/support/stored-car.ts';

let world: PipelineWorld;
const routes: Record<string, unknown> = {};

beforeAll(async () => {
  world = await startPipelineWorld('2026-11-21T08:00:00.000Z');
  Object.assign(routes, {
    cars: (await import('#functions/cars/api.ts')).listCarsRoute,
    star: (await import('#functions/cars/api.ts')).starCarRoute,
    makeList: (await import('#functions/searches/api.ts')).createListRoute,
    addToList: (await import('#functions/searches/api.ts')).addToListRoute,
    lists: (await import('#functions/searches/api.ts')).listListsRoute,
  });
});
afterAll(() => world.close());

const ask = async <T>(name: string, call: object = {}) =>
  (await callRoute<T>(routes[name], { as: 'anna', ...call })).body;

it('a car is counted once although two were starred, found and listed before they merged', async () => {
  const [first, second, third] = ['onecara', 'onecarb', 'onecarc'] as const;
  for (const [place, id] of [first, second, third].entries())
    await storeAd({ id, firstSeenAt: `2026-11-0${place + 1}T08:00:00.000Z` });
  const { addDiscovery } = await import('#functions/cars/store.ts');
  const { id: list } = await ask<{ id: string }>('makeList', { body: { name: 'Familiebil' } });
  for (const id of [first, second, third]) {
    await ask('star', { params: { id } });
    await ask('addToList', { params: { id: list, carId: id } });
    await addDiscovery('anna', { carId: id, jobId: 'job', discoveredAt: '2026-11-21T08:00:00.000Z' });
  }
  const counts = async () => {
    const totals = [{}, { view: 'starred' }, { view: 'discovered' }, { list }].map(async (query) => {
      const { totalCount, cars } = await ask<CarListWire>('cars', { query });
      return { totalCount, cars: cars.length };
    });
    const { lists } = await ask<{ lists: { count: number }[] }>('lists');
    return { totals: await Promise.all(totals), list: lists[0]!.count };
  };
  const three = { totalCount: 3, cars: 3 };
  expect(await counts()).toEqual({ totals: [three, three, three, three], list: 3 });

  for (const id of [first, second]) await confirmLate(id, 'CX41287');
  const { joinCar } = await import('#functions/cars/join-cars.ts');
  for (const id of [first, second]) await joinCar(id);
  world.advance(60_000);
  const two = { totalCount: 2, cars: 2 };
  expect(await counts()).toEqual({ totals: [two, two, two, two], list: 2 });
});
