import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractKey } from '#core/contract/table.ts';
import { storeAppPage } from '#tests/support/app-page.ts';
import { callRoute, type RouteAnswer } from '#tests/support/call-route.ts';
import { makeCar, makeListing, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { contractRoutes, loadHandler } from '#tests/support/route-samples.ts';
import { storePlan } from '#tests/support/stored-car.ts';

// Ads of the marketplace. What is stored of each: nothing, a car of before that has the ad's id, a car with an id of its own.
const ads = {
  unknown: '900100000000000001',
  formerOpen: '900100000000000002',
  formerLocked: '900100000000000003',
  open: '900100000000000004',
  locked: '900100000000000005',
};
let ids: ReadonlyMap<string, string>;
const handlers = new Map<string, unknown>();

/** The ids of the cars of Facebook's ads, by the ads' ids there. */
async function carIdsOf(listingIds: readonly string[], ownerId: string | null) {
  const found = await carIdsOfAds(
    listingIds.map((id) => ({ source: 'facebook', id })),
    ownerId,
  );
  return new Map([...found].map(([ad, carId]) => [ad.slice('facebook-'.length), carId]));
}

async function store(id: string, listingId: string, deal: 'amazing' | 'fair', ownerId: string | null = null) {
  const { putCarItem } = await import('#functions/cars/store.ts');
  const { transact } = await import('#functions/platform/table.ts');
  const car = makeCar({ id, ownerId, rating: makeRating({ deal }), title: `the ${id}` });
  const source = { listing: makeListing({ id: listingId }) } as never;
  await transact([putCarItem(car, source, null)]);
}

const world = await worldOfFile();
const { carIdsOf: carIdsOfAds } = await import('#functions/cars/store.ts');
beforeAll(async () => {
  // Where there is none, a plate is refused before anybody looks for its car.
  process.env.REGISTER_KIND = 'demo';
  await storeAppPage(world);
  await store(ads.formerOpen, ads.formerOpen, 'fair');
  await store(ads.formerLocked, ads.formerLocked, 'amazing');
  ids = await carIdsOf([ads.open, ads.locked], null);
  await store(ids.get(ads.open)!, ads.open, 'fair');
  await store(ids.get(ads.locked)!, ads.locked, 'amazing');
  await storePlan('premium', { type: 'lifetime' });
  for (const route of contractRoutes)
    if (namesCar(route.key)) handlers.set(route.key, await loadHandler(route));
});

const namesCar = (key: string) =>
  /\/(cars|stars|discoveries|share|car)\/\{(id|carId)\}/.test(key) || key === 'GET /api/lists';

function ask(key: string, carId: string, as: string | undefined): Promise<RouteAnswer<unknown>> {
  const params = { id: key.includes('{carId}') ? 'no-such-list' : carId, carId };
  return callRoute(handlers.get(key), {
    as,
    params,
    ...(key === 'GET /api/lists' && { query: { car: carId } }),
    ...(key === ('PUT /api/cars/{id}/plate' satisfies ContractKey) && { body: { plate: 'AB12345' } }),
  });
}
const carBy = (id: string, as?: string) => ask('GET /api/cars/{id}' satisfies ContractKey, id, as);

describe('the id of an ad', () => {
  it("an ad's id leads to its open car, which answers with its own id", async () => {
    expect((await carBy(ads.formerOpen)).body).toMatchObject({ id: ads.formerOpen, locked: false });
    expect((await carBy(ads.open)).body).toMatchObject({ id: ids.get(ads.open), locked: false });
    expect((await ask('GET /car/{id}', ads.open, undefined)).body).toContain(`/car/${ids.get(ads.open)}`);
    expect((await ask('PUT /api/stars/{id}', ads.open, 'anna')).status).toBe(200);
    expect((await carBy(ids.get(ads.open)!, 'anna')).body).toMatchObject({ isStarred: true });
    expect((await ask('DELETE /api/stars/{id}', ads.open, 'anna')).status).toBe(200);
    expect((await carBy(ids.get(ads.open)!, 'anna')).body).toMatchObject({ isStarred: false });
  });

  it("an ad's id leads premium readers to every car", async () => {
    for (const id of [ads.formerLocked, ads.locked, ids.get(ads.locked)!])
      expect((await carBy(id, 'premium')).body, id).toMatchObject({ locked: false, deal: 'amazing' });
  });

  it("every route answers the ad's id of a locked car exactly like an unknown id", async () => {
    const { addDiscovery } = await import('#functions/cars/store.ts');
    const { starCar } = await import('#functions/accounts/store.ts');
    for (const carId of [ads.formerLocked, ids.get(ads.locked)!]) {
      await starCar('free', carId, '');
      await addDiscovery('free', { carId, jobId: 'j', discoveredAt: new Date().toISOString() });
    }
    expect(handlers.size).toBeGreaterThan(9);
    // Each request has a name of its own, and leaves one less of the caller's limit.
    const own = { 'x-request-id': '', ratelimit: '' };
    const shown = ({ status, body, headers }: RouteAnswer<unknown>, id: string) =>
      JSON.stringify({ status, body, headers: { ...headers, ...own } }).replaceAll(id, '');
    for (const key of handlers.keys())
      for (const as of [undefined, 'free']) {
        const unknown = shown(await ask(key, ads.unknown, as), ads.unknown);
        expect(unknown, key).not.toMatch(/"status":5/);
        for (const id of [ads.formerLocked, ads.locked])
          expect(shown(await ask(key, id, as), id), `${key} as ${as}`).toBe(unknown);
      }
  });

  it("the ad's id of a locked car takes as many reads as an unknown id", async () => {
    const callsFor = async (id: string) => {
      world.faults.begin();
      await carBy(id, 'free');
      return world.faults.end();
    };
    const unknown = await callsFor(ads.unknown);
    expect(unknown.length).toBeGreaterThan(2);
    expect((await callsFor(ads.formerLocked)).toSorted()).toEqual(unknown.toSorted());
    expect((await callsFor(ads.locked)).toSorted()).toEqual(unknown.toSorted());
  });

  it('the refusal of an unknown id takes as long as that of a locked car', async () => {
    const { steadyMiss } = await import('#functions/platform/answers.ts');
    steadyMiss.ms = 40;
    for (const key of handlers.keys())
      for (const id of [ads.unknown, ads.locked]) {
        const startedAt = performance.now();
        await ask(key, id, 'free');
        // Timers may fire a millisecond early.
        expect(performance.now() - startedAt, `${key} ${id}`).toBeGreaterThan(38);
      }
    steadyMiss.ms = 0;
  });

  it("the ad's id of a locked car removes neither stars nor list entries", async () => {
    const { starCar, readReader } = await import('#functions/accounts/store.ts');
    const { addCollection, getCollection } = await import('#functions/searches/collection-store.ts');
    const { addToList } = await import('#functions/cars/store.ts');
    const carId = ids.get(ads.locked)!;
    await starCar('ida', carId, '');
    await addCollection('ida', 'list', { id: 'l', name: 'Mine', createdAt: '' });
    await addToList('ida', 'l', carId);
    const remove = (id: string) => [
      callRoute(handlers.get('DELETE /api/stars/{id}'), { as: 'ida', params: { id } }),
      callRoute(handlers.get('DELETE /api/lists/{id}/cars/{carId}'), {
        as: 'ida',
        params: { id: 'l', carId: id },
      }),
    ];
    const left = async () => [
      (await readReader('ida')).stars.has(carId),
      (await getCollection('ida', 'list', 'l'))!.carIds.has(carId),
    ];
    for (const { status } of await Promise.all(remove(ads.locked))) expect(status).toBe(200);
    expect(await left()).toEqual([true, true]);
    await Promise.all(remove(carId));
    expect(await left()).toEqual([false, false]);
  });

  it("the ad's id of a locked car from a dropped page reveals nothing to its owner", async () => {
    await store('p-900100000000000006', '900100000000000006', 'amazing', 'owner');
    expect((await carBy('p-900100000000000006', 'owner')).status).toBe(404);
  });
});

describe('a car’s own id', () => {
  it('a car gets one id, even if several imports meet its ad at the same moment', async () => {
    const met = Array.from({ length: 130 }, (_, n) => String(910_000_000_000 + n));
    const all = await Promise.all([met, met.slice(50), met.toReversed()].map((some) => carIdsOf(some, null)));
    for (const id of met) {
      const given = new Set(all.map((each) => each.get(id)).filter((each) => each !== undefined));
      expect(given.size).toBe(1);
    }
    expect(new Set(all[0]!.values()).size).toBe(met.length);
  });
});
