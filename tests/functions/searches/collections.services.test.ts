import { beforeAll, describe, expect, it } from 'vitest';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import type { CallResponse } from '#core/contract/table.ts';
import { limits } from '#core/payments/plan.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
const routes: Record<string, unknown> = {
  cars: (await import('#functions/cars/api.ts')).listCarsRoute,
  lists: (await import('#functions/searches/api.ts')).listListsRoute,
  create: (await import('#functions/searches/api.ts')).createListRoute,
  change: (await import('#functions/searches/api.ts')).changeListRoute,
  delete: (await import('#functions/searches/api.ts')).deleteListRoute,
  add: (await import('#functions/searches/api.ts')).addToListRoute,
  remove: (await import('#functions/searches/api.ts')).removeFromListRoute,
  searches: (await import('#functions/searches/api.ts')).listSavedSearchesRoute,
  save: (await import('#functions/searches/api.ts')).saveSearchRoute,
  changeSearch: (await import('#functions/searches/api.ts')).changeSavedSearchRoute,
  deleteSearch: (await import('#functions/searches/api.ts')).deleteSavedSearchRoute,
};
beforeAll(async () => {
  await storeCar(makeCar({ id: '1' }));
  await storeCar(makeCar({ id: '2' }));
  await storeCar(makeCar({ id: '4', rating: makeRating({ deal: 'amazing' }) }));
  await storeCar(makeCar({ id: 'p-1', ownerId: 'owner' }));
});

const call = <T = Record<string, unknown>>(route: string, as: string, rest: Omit<RouteCall, 'as'> = {}) =>
  callRoute<T>(routes[route], { as, ...rest });
const create = async (as: string, name: string) =>
  String((await call('create', as, { body: { name } })).body.id);
const lists = async (as: string, query: Record<string, string> = {}) =>
  (await call<CallResponse<'GET /api/lists'>>('lists', as, { query })).body.lists;
const namesOf = async (as: string) => (await lists(as)).map(({ name }) => name);
const add = (as: string, id: string, carId: string) => call('add', as, { params: { id, carId } });
const carsOf = async (as: string, list: string) => {
  const { status, body } = await call<CarListWire>('cars', as, { query: { list } });
  return status === 200 ? body.cars.map(({ id }) => id).toSorted() : status;
};

describe('lists of cars', () => {
  it('creates a list with a name, and answers the newest first', async () => {
    await create('anna', 'First');
    world.advance(1000);
    const { status, body } = await call('create', 'anna', { body: { name: '  Family cars ' } });
    expect(status).toBe(201);
    expect(body.id).toEqual(expect.any(String));
    expect(await namesOf('anna')).toEqual(['Family cars', 'First']);
    expect((await lists('anna'))[0]).toMatchObject({ count: 0, has_car: null });
  });

  it('a car that was forgotten is neither shown in a list nor counted, and one of an own page is', async () => {
    const { getCar, takeOutCar } = await import('#functions/cars/store.ts');
    await storeCar(makeCar({ id: 'gone' }));
    const id = await create('owner', 'Kept');
    for (const carId of ['1', 'gone', 'p-1']) await add('owner', id, carId);
    expect(await lists('owner')).toMatchObject([{ count: 3 }]);
    await takeOutCar((await getCar('gone', null))!, '2025-10-01T08:00:00.000Z');
    expect(await lists('owner')).toMatchObject([{ count: 2 }]);
    expect(await carsOf('owner', id)).toEqual(['1', 'p-1']);
  });

  it.each([
    '',
    '   ',
    '\u200b',
    '\u2060\u00ad',
    '\u3164',
    '\u2800',
    '\u0301',
    'x'.repeat(81),
    'two\nlines',
    'NUL\u0000',
    7,
    null,
  ])('refuses a list named %j', async (name) => {
    expect((await call('create', 'anna', { body: { name } })).status).toBe(400);
  });

  it('holds each car once, and filters the car list', async () => {
    const id = await create('bo', 'Mine');
    for (const carId of ['1', '1', '2']) expect((await add('bo', id, carId)).status).toBe(200);
    expect(await lists('bo', { car: '2' })).toMatchObject([{ id, count: 2, has_car: true }]);
    expect(await lists('bo', { car: '4' })).toMatchObject([{ has_car: false }]);
    expect(await carsOf('bo', id)).toEqual(['1', '2']);
    for (const _ of [1, 2])
      expect((await call('remove', 'bo', { params: { id, carId: '1' } })).status).toBe(200);
    expect(await carsOf('bo', id)).toEqual(['2']);
    await call('remove', 'bo', { params: { id, carId: '2' } });
    expect(await carsOf('bo', id)).toEqual([]);
    expect(await lists('bo')).toMatchObject([{ count: 0 }]);
  });

  it('keeps a locked car in a list without showing any of it', async () => {
    const id = await create('carl', 'Locked');
    for (const carId of ['1', '4']) await add('carl', id, carId);
    expect(await carsOf('carl', id)).toEqual(['1']);
  });

  it('accepts cars of the owner’s dropped pages and no others', async () => {
    const own = await create('owner', 'Own');
    expect((await add('owner', own, 'p-1')).status).toBe(200);
    expect(await carsOf('owner', own)).toEqual(['p-1']);
    expect((await add('bo', await create('bo', 'Other'), 'p-1')).status).toBe(404);
  });

  it('refuses a car that does not exist', async () => {
    expect((await add('bo', await create('bo', 'Empty'), '404')).status).toBe(404);
  });

  it('renames a list', async () => {
    const id = await create('dora', 'Old');
    expect((await call('change', 'dora', { params: { id }, body: { name: 'New' } })).status).toBe(200);
    expect(await namesOf('dora')).toEqual(['New']);
  });

  it('deletes a list, and restores it with its cars within a day', async () => {
    const id = await create('eva', 'Gone');
    await add('eva', id, '1');
    for (const _ of [1, 2]) expect((await call('delete', 'eva', { params: { id } })).status).toBe(200);
    expect(await lists('eva')).toEqual([]);
    expect(await carsOf('eva', id)).toBe(404);
    expect((await add('eva', id, '2')).status).toBe(404);
    world.advance(limits.undoHours * 3600_000 - 1);
    expect((await call('change', 'eva', { params: { id }, body: { name: 'Back' } })).status).toBe(200);
    expect(await carsOf('eva', id)).toEqual(['1']);
    await call('delete', 'eva', { params: { id } });
    world.advance(limits.undoHours * 3600_000);
    expect((await call('change', 'eva', { params: { id }, body: { name: 'Back' } })).status).toBe(404);
  });

  it('does not find a list of somebody else', async () => {
    const id = await create('fie', 'Hers');
    await add('fie', id, '1');
    const params = { id };
    expect((await call('change', 'bo', { params, body: { name: 'Mine' } })).status).toBe(404);
    expect((await call('delete', 'bo', { params })).status).toBe(404);
    expect((await add('bo', id, '2')).status).toBe(404);
    expect((await call('remove', 'bo', { params: { id, carId: '1' } })).status).toBe(404);
    expect(await carsOf('bo', id)).toBe(404);
    expect((await callRoute(routes.cars, { query: { list: id } })).status).toBe(404);
    expect(await carsOf('fie', id)).toEqual(['1']);
  });

  it('refuses more than fifty lists, also when they are requested at once', async () => {
    for (let i = 1; i < limits.lists; i++) await create('greta', `List ${i}`);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('create', 'greta', { body: { name: 'Last' } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'too_many_lists' });
    const [first] = await lists('greta');
    const params = { id: first!.id };
    await Promise.all([1, 2, 3].map(() => call('delete', 'greta', { params })));
    await create('greta', 'In its place');
    expect((await call('change', 'greta', { params, body: { name: 'Back' } })).body).toMatchObject({
      code: 'too_many_lists',
    });
    expect(await lists('greta')).toHaveLength(limits.lists);
  });

  it('refuses more than five hundred cars in a list, of which forgotten ones leave it', async () => {
    const { userKeys } = await import('#functions/platform/keys.ts');
    const { changeItem } = await import('#functions/platform/table.ts');
    const id = await create('hans', 'Full');
    const others = Array.from({ length: limits.carsPerList - 1 }, (_, i) => `p-${i}`);
    const put = (...carIds: string[]) =>
      changeItem(userKeys.list('hans', id), { add: { carIds: new Set(carIds) } });
    await put(...others);
    expect((await add('hans', id, '1')).status).toBe(200);
    expect(await add('hans', id, '2')).toMatchObject({ status: 403, body: { code: 'list_full' } });
    expect((await add('hans', id, '1')).status).toBe(200);
    await call('remove', 'hans', { params: { id, carId: '1' } });
    await put('forgotten');
    expect((await add('hans', id, '2')).status).toBe(200);
    expect(await lists('hans')).toMatchObject([{ count: limits.carsPerList }]);
  });
});

describe('saved searches', () => {
  const save = (as: string, body: unknown) => call('save', as, { body });
  const searches = async (as: string) =>
    (await call<CallResponse<'GET /api/saved-searches'>>('searches', as)).body.searches;

  it('stores the filters as they stand in the address', async () => {
    const filters = { brand: 'Volvo,Škoda', maxPrice: '90000', inspection: 'valid' };
    expect((await save('ida', { name: 'Cheap', filters })).status).toBe(201);
    expect(await searches('ida')).toMatchObject([{ name: 'Cheap', filters }]);
    expect(await searches('bo')).toEqual([]);
  });

  it('keeps no name that only repeats the filters, whatever its language', async () => {
    const filters = { fuel: 'diesel', maxPrice: '100000' };
    for (const name of [null, 'up to 100.000 kr. · Diesel', 'op til 100.000 kr. · Diesel', 'Hers'])
      expect((await save('nora', { name, filters })).status).toBe(201);
    const names = (await searches('nora')).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Hers', null, null, null]);
    expect(await save('nora', { name: '', filters })).toMatchObject({ status: 400 });
  });

  it.each([{ maxPrice: 'cheap' }, { page: '2' }, { nonsense: '1' }, { minYear: 2019 }, [], null, 'q'])(
    'refuses to save other filters: %j',
    async (filters) => {
      expect((await save('ida', { name: 'Bad', filters })).status).toBe(400);
    },
  );

  it('renames, deletes and restores a saved search for its owner', async () => {
    const { body } = await save('jan', { name: 'One', filters: { q: 'golf' } });
    const params = { id: String(body.id) };
    expect((await call('changeSearch', 'bo', { params, body: { name: 'X' } })).status).toBe(404);
    expect((await call('deleteSearch', 'bo', { params })).status).toBe(404);
    expect((await call('changeSearch', 'jan', { params, body: { name: 'Two' } })).status).toBe(200);
    expect((await call('deleteSearch', 'jan', { params })).status).toBe(200);
    expect(await searches('jan')).toEqual([]);
    expect((await call('changeSearch', 'jan', { params, body: { name: 'Two' } })).status).toBe(200);
    expect(await searches('jan')).toMatchObject([{ name: 'Two', filters: { q: 'golf' } }]);
  });

  it('refuses more than a hundred saved searches', async () => {
    const { userKeys } = await import('#functions/platform/keys.ts');
    const { changeItem } = await import('#functions/platform/table.ts');
    await changeItem(userKeys.tally('kim', 'SAVED'), { set: { tally: limits.savedSearches - 1 } });
    expect((await save('kim', { name: 'Hundredth', filters: {} })).status).toBe(201);
    expect(await save('kim', { name: 'One more', filters: {} })).toMatchObject({
      status: 403,
      body: { code: 'too_many_saved_searches' },
    });
  });
});
