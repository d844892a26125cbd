import { expect, it } from 'vitest';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { confirmLate, storeAd } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
const routes = {
  ...(await import('#functions/cars/api.ts')),
  ...(await import('#functions/searches/api.ts')),
};

const ask = async <T>(name: keyof typeof routes, call: object = {}) =>
  (await callRoute<T>(routes[name], { as: 'anna', ...call })).body;

it('a car is counted once although two were starred, found and listed before they merged', async () => {
  const [first, second, third] = ['onecara', 'onecarb', 'onecarc'] as const;
  for (const [place, id] of [first, second, third].entries())
    await storeAd({ id, firstSeenAt: `2026-11-0${place + 1}T08:00:00.000Z` });
  const { addDiscovery } = await import('#functions/cars/store.ts');
  const { id: list } = await ask<{ id: string }>('createListRoute', { body: { name: 'Familiebil' } });
  for (const id of [first, second, third]) {
    await ask('starCarRoute', { params: { id } });
    await ask('addToListRoute', { params: { id: list, carId: id } });
    await addDiscovery('anna', { carId: id, jobId: 'job', discoveredAt: '2026-11-21T08:00:00.000Z' });
  }
  const counts = async () => {
    const totals = [{}, { view: 'starred' }, { view: 'discovered' }, { list }].map(async (query) => {
      const { totalCount, cars } = await ask<CarListWire>('listCarsRoute', { query });
      return { totalCount, cars: cars.length };
    });
    const { lists } = await ask<{ lists: { count: number }[] }>('listListsRoute');
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
