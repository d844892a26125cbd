import { describe, expect, it } from 'vitest';
import { adIdOf } from '#core/marketplaces/marketplace-id.ts';
import {
  carIdsOf,
  currentCarId,
  findCar,
  getCar,
  getCars,
  getComparedCars,
  getShownCars,
  lockedAmong,
  pointAdTo,
  readPrivateCards,
  storeCar,
} from '#functions/cars/store.ts';
import { readCatalogChanges } from '#functions/catalog/change-store.ts';
import { adKey, carKey, userKeys } from '#functions/platform/keys.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { makeCar, makeListing, makeRating } from '#tests/support/make-car.ts';
import { readCatalog } from '#tests/support/stored-car.ts';

const table = tableForEachTest();
const busy = Object.assign(new Error('busy'), { name: 'Busy' });
const source = { listing: makeListing(), identification: makeSource(), foundBy: 'job' };
function makeSource() {
  return { photos: [], candidate: null, plate: null, vehicle: null, registerState: 'not_asked' } as never;
}
const store = (fields: Parameters<typeof makeCar>[0], version: number | null = null) =>
  storeCar(makeCar(fields), source, version);
const viewer = (id: string | null, isPremium = false) => ({ id, isPremium, seesEstimates: false });

describe('stored cars', () => {
  it('lets only a writer who has read the newest version store a car', async () => {
    expect(await store({ id: 'a' })).toBe(true);
    expect(await store({ id: 'a', title: 'Another' })).toBe(false);
    // The very same has been stored, whoever sent it.
    expect(await store({ id: 'a' })).toBe(true);
    expect(await getCar('a', null)).toMatchObject({
      version: 1,
      car: { id: 'a' },
      source: { foundBy: 'job' },
    });
    expect(await store({ id: 'a', title: 'New' }, 1)).toBe(true);
    expect(await store({ id: 'a', title: 'Late' }, 1)).toBe(false);
    expect(await getCar('a', null)).toMatchObject({ version: 2, car: { title: 'New' } });
    expect(table.get(carKey('a'))?.kind).toBe('CAR');
    expect(await getCar('none', null)).toBeNull();
    table.fail('PutCommand', busy);
    await expect(store({ id: 'b' })).rejects.toBe(busy);
  });

  it('stores a car’s other ads, and reads the ad of a car in an older format from the car itself', async () => {
    await storeCar(makeCar({ id: 'a' }), { ...source, others: [makeListing({ id: '2' })] }, null);
    expect((await getCar('a', null))?.source.others).toMatchObject([{ id: '2' }]);
    table.add({ ...carKey('old'), kind: 'CAR', car: makeCar({ id: 'old', title: 'Octavia' }) });
    const old = (await getCar('old', null))!;
    expect(old).toMatchObject({ version: 0, source: { listing: { title: 'Octavia' } } });
    expect(Object.keys(old.source)).toEqual(['listing', 'identification']);
  });

  it('reads each car once of the ids that are named and exist', async () => {
    await store({ id: 'a' });
    await store({ id: 'b' });
    const found = await getCars(['a', 'b', 'a', 'none']);
    expect(found.map(({ car }) => car.id).sort()).toEqual(['a', 'b']);
  });

  it('compares the card and the moments of each car once, also of a merged one, and none that is not for sale', async () => {
    await store({ id: 'a', updatedAt: '2026-11-21T10:00:00.000Z' });
    await store({ id: 'parts', flags: ['parts'] });
    await store({ id: 'b' });
    table.add({ ...carKey('was-b'), kind: 'CAR', mergedInto: 'b' });
    table.add({ ...carKey('old'), kind: 'CAR', card: { id: 'old', updatedAt: '2026-11-01T10:00:00.000Z' } });
    const found = await getComparedCars(['a', 'parts', 'b', 'was-b', 'old', 'none']);
    expect(found.map(({ card, moments }) => [card.id, moments.length]).sort()).toEqual([
      ['a', 1],
      ['b', 1],
      ['old', 0],
    ]);
    const [a] = found.filter(({ card }) => card.id === 'a');
    expect(a!.moments).toMatchObject([{ at: '2026-11-21T10:00:00.000Z', priceDkk: 149_900 }]);
    expect(Object.keys(a!)).toEqual(['card', 'moments']);
  });

  it('indexes a car of the catalog under its moment, and marks there a car that is not for sale', async () => {
    await store({ id: 'a', updatedAt: '2026-11-21T10:00:00.000Z' });
    await store({ id: 'b', updatedAt: '2026-11-21T11:00:00.000Z', kind: 'parts' } as never);
    const all = await readCatalogChanges(null);
    expect(all.map(({ id }) => id).sort()).toEqual(['a', 'b']);
    expect((await readCatalogChanges('2026-11-21T10:30:00.000Z')).map(({ id }) => id)).toEqual(['b']);
    expect((await readCatalogChanges('2026-11-21T10:00:00.000Z')).map(({ id }) => id).sort()).toEqual([
      'a',
      'b',
    ]);
    expect((await readCatalog()).map(({ id }) => id)).toContain('a');
  });

  it('stores a car of a dropped page under its owner, and in no index', async () => {
    await store({ id: 'p-a', ownerId: 'anna' });
    expect(await getCar('p-a', null)).toBeNull();
    expect(await getCar('p-a', 'bent')).toBeNull();
    expect(await getCar('p-a', 'anna')).toMatchObject({ car: { id: 'p-a' } });
    expect((await readPrivateCards('anna')).map(({ id }) => id)).toEqual(['p-a']);
    expect(await readPrivateCards('bent')).toEqual([]);
    expect(await readCatalogChanges(null)).toEqual([]);
  });

  it('shows cars from the catalog and from the reader’s own dropped pages', async () => {
    await store({ id: 'a' });
    await store({ id: 'p-b', ownerId: 'anna' });
    const shown = async (id: string | null) =>
      (await getShownCars(['a', 'p-b', 'a', 'none'], viewer(id))).map((car) => car.id).sort();
    expect(await shown('anna')).toEqual(['a', 'p-b']);
    expect(await shown('bent')).toEqual(['a']);
    expect(await shown(null)).toEqual(['a']);
  });

  it('locks an amazing car for readers who do not pay', async () => {
    await store({ id: 'a', rating: makeRating({ deal: 'amazing' }) });
    await store({ id: 'b', rating: makeRating({ deal: 'fair' }) });
    expect(await lockedAmong(['a', 'b'], viewer('anna'))).toEqual(new Set(['a']));
    table.calls.length = 0;
    expect(await lockedAmong(['a', 'b'], viewer('anna', true))).toEqual(new Set());
    expect(table.calls).toEqual([]);
  });
});

describe('car ids', () => {
  const ads = (...ids: string[]) => ids.map((id) => makeListing({ id }));

  it('gives an ad one id, and the same ad of a dropped page another', async () => {
    const first = await carIdsOf(ads('1', '2', '1'), null);
    expect(first.size).toBe(2);
    expect(await carIdsOf(ads('2', '1'), null)).toEqual(first);
    const own = [...(await carIdsOf(ads('1'), 'anna')).values()];
    expect(own[0]).toMatch(/^p-[a-z]/);
    expect([...first.values()]).not.toContain(own[0]);
    expect(table.get(adKey(adIdOf({ source: 'facebook', id: '1' })))).toMatchObject({
      kind: 'AD',
      source: 'facebook',
      listingId: '1',
    });
    expect(table.get(userKeys.ownAd('anna', adIdOf({ source: 'facebook', id: '1' })))).toMatchObject({
      carId: own[0],
    });
  });

  it('keeps the ad’s id as the car’s id where the car was stored under it', async () => {
    await store({ id: '1' });
    await store({ id: 'p-1', ownerId: 'anna' });
    expect([...(await carIdsOf(ads('1'), null)).values()]).toEqual(['1']);
    expect([...(await carIdsOf(ads('1'), 'anna')).values()]).toEqual(['p-1']);
    expect([...(await carIdsOf(ads('1'), 'bent')).values()]).not.toEqual(['p-1']);
    const ofAnother = [{ source: 'dba' as const, id: '1' }];
    expect([...(await carIdsOf(ofAnother, null)).values()]).not.toEqual(['1']);
  });

  it('gives ids to any number of ads', async () => {
    const many = ads(...Array.from({ length: 200 }, (_, n) => String(n + 1)));
    expect((await carIdsOf(many, null)).size).toBe(200);
    expect(table.calls.filter((name) => name === 'TransactWriteCommand')).toHaveLength(3);
  });

  it('looks for the id again when another worker was faster, at most six times', async () => {
    const outrun = Object.assign(new Error('faster'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
    });
    table.fail('TransactWriteCommand', outrun, 5);
    expect((await carIdsOf(ads('1'), null)).size).toBe(1);
    table.fail('TransactWriteCommand', outrun, 6);
    await expect(carIdsOf(ads('2'), null)).rejects.toThrow('Too many conflicts while ads were given ids.');
  });

  it('finds a car by the id of its ad, which older addresses use', async () => {
    await store({ id: 'abc' });
    await pointAdTo({ source: 'facebook', id: '12' }, 'abc');
    expect(await currentCarId('12', null)).toBe('abc');
    expect(await currentCarId('13', null)).toBe('13');
    expect(await currentCarId('abc', null)).toBe('abc');
    expect(await findCar('12', null)).toMatchObject({ car: { id: 'abc' } });
    expect(await findCar('abc', null)).toMatchObject({ car: { id: 'abc' } });
    expect(await findCar('13', null)).toBeNull();
  });

  it('takes an ad in an older format without a marketplace as one of the first marketplace', async () => {
    table.add({
      ...adKey(adIdOf({ source: 'facebook', id: '7' })),
      kind: 'AD',
      listingId: '7',
      carId: 'seven',
    });
    expect([...(await carIdsOf(ads('7'), null)).values()]).toEqual(['seven']);
  });
});
