import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { openCatalog } from '#core/catalog/catalog.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z');

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();
const kept = { plate: null, registerState: 'no_plate' as const, firstSeenAt: '2026-09-01T08:00:00.000Z' };

/** What functions that have just begun tell: each has read what there is by now. */
async function begin() {
  vi.resetModules();
  const { getCarRoute: car, listCarsRoute: list } = await import('#functions/cars/api.ts');
  const { listSiteAddressesRoute: map } = await import('#functions/pages/api.ts');
  const listed = async (as?: string, view = 'all') => {
    const { body } = await callRoute<CarListWire>(list, { ...(as && { as }), query: { view } });
    return body.cars.map(({ id }) => id).sort();
  };
  return {
    listed,
    mapped: async () =>
      [...(await callRoute<string>(map)).body.matchAll(/\/car\/([^<]+)</g)].map(([, id]) => id),
    page: (id: string, as?: string) => callRoute(car, { params: { id }, ...(as && { as }) }),
  };
}
const writeCatalog = async () => (await import('#functions/catalog/workers.ts')).writeCatalogWorker();
async function idsInSnapshot(): Promise<string[]> {
  const { readSnapshotChunks, readSnapshotPointer } = await import('#functions/catalog/snapshots.ts');
  const pointer = (await readSnapshotPointer(formatNumber))!;
  const catalog = openCatalog(...(await readSnapshotChunks(pointer)))!;
  return ['seen', 'unseen', 'younger'].filter((id) => catalog.card(id) !== null);
}

describe('a car that no visit has seen for thirty days', () => {
  it('a car stays in the list, its snapshot and the site map until nobody has seen it for thirty days', async () => {
    await storeCar(makeCar({ ...kept, id: 'seen', scrapedAt: daysAgo(1), updatedAt: daysAgo(1) }));
    await storeCar(makeCar({ ...kept, id: 'unseen', scrapedAt: daysAgo(29), updatedAt: daysAgo(29) }));
    await storeCar(makeCar({ ...kept, id: 'younger', scrapedAt: daysAgo(20), updatedAt: daysAgo(20) }));
    const own = { ...kept, scrapedAt: daysAgo(200), updatedAt: daysAgo(200) };
    await storeCar(makeCar({ ...own, id: 'p-own', ownerId: 'ida' }));
    const { starCarRoute: star } = await import('#functions/cars/api.ts');
    for (const id of ['unseen', 'p-own'])
      expect((await callRoute(star, { as: 'ida', params: { id } })).status).toBeLessThan(300);
    await (await import('#functions/valuation/workers.ts')).revalueWorker();
    await writeCatalog();
    const site = await begin();
    expect(await site.listed()).toEqual(['seen', 'unseen', 'younger']);
    expect((await site.mapped()).sort()).toEqual(['seen', 'unseen', 'younger']);
    expect(await idsInSnapshot()).toEqual(['seen', 'unseen', 'younger']);
    expect(await site.listed('ida', 'starred')).toEqual(['p-own', 'unseen']);
  });

  it('the hourly run removes an unseen car, and functions that start from the snapshot do not restore it', async () => {
    world.advance(2 * day);
    await (await import('#functions/valuation/workers.ts')).revalueWorker();
    await writeCatalog();
    world.advance(3 * 3600_000);
    const site = await begin();
    expect(await site.listed()).toEqual(['seen', 'younger']);
    expect((await site.mapped()).sort()).toEqual(['seen', 'younger']);
    expect(await idsInSnapshot()).toEqual(['seen', 'younger']);
  });

  it('the page of an unseen car shows its last sighting and price to everybody, also if it is starred', async () => {
    const site = await begin();
    for (const as of [undefined, 'ida']) {
      const { status, body } = await site.page('unseen', as);
      expect(status).toBe(200);
      expect(body).toMatchObject({ availability: 'unseen', price: 149_900, isStarred: as === 'ida' });
    }
  });

  it("an unseen car stays among people's own stars and discoveries", async () => {
    const site = await begin();
    expect(await site.listed('ida', 'starred')).toEqual(['p-own']);
    expect((await site.page('p-own', 'ida')).body).toMatchObject({ availability: 'live' });
  });

  it('an unseen car returns with its next sighting', async () => {
    const { getCar, storeCar: store } = await import('#functions/cars/store.ts');
    const { car, source, version } = (await getCar('unseen', null))!;
    const now = new Date().toISOString();
    await store(
      { ...car, availability: 'live', goneAt: null, scrapedAt: now, updatedAt: now },
      source,
      version,
    );
    const site = await begin();
    expect(await site.listed()).toEqual(['seen', 'unseen', 'younger']);
    expect(await site.listed('ida', 'starred')).toEqual(['p-own', 'unseen']);
  });
});

describe('the whole table', () => {
  it('the list is loaded without cars that left it, also when a deployment writes it', async () => {
    const { readListedCards } = await import('#functions/catalog/change-store.ts');
    const { storeCar: store, getCar } = await import('#functions/cars/store.ts');
    const { car, source, version } = (await getCar('younger', null))!;
    await store({ ...car, availability: 'sold', updatedAt: new Date().toISOString() }, source, version);
    expect((await readListedCards()).map(({ id }) => id).sort()).toEqual(['seen', 'unseen']);
    for (const { key } of world.objects.list('data', `catalog/${formatNumber}/`, '', 100))
      await world.objects.delete('data', key);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['functions/catalog/write-list-ahead.ts'],
      {
        env: { ...process.env, LOG_LEVEL: 'error' },
      },
    );
    expect(stdout).toBe('The list that functions of this version start from was written: 2 cars.\n');
    expect(await idsInSnapshot()).toEqual(['seen', 'unseen']);
  });
});
