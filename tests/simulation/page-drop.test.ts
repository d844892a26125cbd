import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, doc, searchPage } from '#tests/core/marketplaces/dba/pages.ts';
import { savedPage, searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { listingIdsOf, readCatalog, storeCar, storePlan } from '#tests/support/stored-car.ts';

const world = await worldOfFile();
const person = await loadPeople();
beforeAll(async () => {
  // A shared car, so that the catalog and the counts are not empty.
  await storeCar(makeCar({ id: '42' }));
});

describe('a dropped page', () => {
  const page = savedPage([
    { id: '700000000000001', title: '2014 Volkswagen Golf 1,6 TDI', amount: '84900' },
    { id: '700000000000002', title: '2017 Škoda Octavia 1,4 TSI', amount: '129900' },
  ]);
  let per: Person;
  let rosa: Person;

  beforeAll(async () => {
    [per, rosa] = [person('per'), person('rosa')];
    expect(await per.drop(page, { 'content-encoding': 'gzip' })).toMatchObject({
      status: 202,
      body: { carsFound: 2 },
    });
    await world.run();
  });

  it('a dropped page is imported and charged like a link', async () => {
    expect(await per.history()).toMatchObject([
      { status: 'completed', scrape_type: 'page', cars_added_count: 2 },
    ]);
    expect((await per.usage()).scrapes_used).toBe(1);
  });

  it('cars of a dropped page have ids of their own and belong to their owner alone', async () => {
    const { body } = await per.list({ view: 'discovered' });
    for (const { id } of body.cars) expect(id).toMatch(/^p-[a-z][a-z2-9]{15}$/);
    expect(JSON.stringify(body)).not.toMatch(/70000000000000/);
    expect(body.cars.every((car) => 'is_private' in car && car.is_private)).toBe(true);
    expect((await per.car(body.cars[0]!.id)).status).toBe(200);
    expect((await rosa.car(body.cars[0]!.id)).status).toBe(404);
    // The address of before, for who knows the ad.
    const byAd = await per.car('p-700000000000001');
    expect(body.cars.map(({ id }) => id)).toContain((byAd.body as { id: string }).id);
  });

  it('cars of a dropped page are in no catalog, count or list of others', async () => {
    const ads = await listingIdsOf((await readCatalog()).map(({ id }) => id));
    expect(ads.filter((id) => /700000000000/.test(id))).toEqual([]);
    world.advance(60_000);
    const { body } = await per.list({ q: '1,6 TDI' });
    expect(body.totalCount).toBe(0);
    const counts = await per.counts();
    expect(counts.total).toBe((await readCatalog()).filter((c) => c.availability !== 'sold').length);
    expect((await rosa.list({ view: 'discovered' })).body.totalCount).toBe(0);
    for (const id of ['p-700000000000001', '700000000000001']) expect((await rosa.car(id)).status).toBe(404);
  });

  it('a dropped page of DBA is recognised by its address or content and stays its owner’s own', async () => {
    const search = { q: 'up' };
    const bare = { regno: null, image: null, image_urls: [] };
    const html = searchPage({
      data: answer([doc(bare), doc({ ...bare, year: 2017 })], search),
    });
    const anton = person('anton');
    for (const url of ['https://www.dba.dk/mobility/search/car?q=up', undefined]) {
      expect(await anton.drop(gzipSync(html), {}, url === undefined ? {} : { url })).toMatchObject({
        status: 202,
        body: { carsFound: 2 },
      });
      await world.run();
    }
    const { body } = await anton.list({ view: 'discovered' });
    expect(body.cars.every((car) => 'is_private' in car && car.is_private)).toBe(true);
    const shown = await anton.car(body.cars[0]!.id);
    expect(shown.body).toMatchObject({ source: 'dba', brand: 'Volkswagen', model: 'Up!' });
  });

  it('the same ads dropped by two people are two cars', async () => {
    await rosa.drop(page);
    await world.run();
    expect((await rosa.list({ view: 'discovered' })).body.totalCount).toBe(2);
    expect((await per.history()).map((row) => row.cars_added_count)).toEqual([2]);
  });

  it('photos of a dropped page are stored separately and never cached', async () => {
    const ad = { id: '700000000000004', title: '2016 Mazda 2 1,5', amount: '71900' };
    const photo = await world.photos.photoOf('ZX48217');
    const [iben, jonas] = [person('iben'), person('jonas')];
    const url = searchAddress(world.photos.origin, 'mazda');
    for (const each of [iben, jonas]) await each.drop(savedPage([{ ...ad, photo }]), {}, { url });
    await world.run();
    const { findCar } = await import('#functions/cars/store.ts');
    const keysOf = async (userId: string) => {
      const [photo] = (await findCar('p-700000000000004', userId))!.car.photos;
      return [photo!.large, photo!.small, photo!.blurredLarge!, photo!.blurredSmall!];
    };
    const [own, others] = [await keysOf('iben'), await keysOf('jonas')];
    const folders = [...own, ...others].map((key) => key.slice(0, key.lastIndexOf('/')));
    expect(new Set(folders)).toHaveLength(2);
    expect(own.filter((key) => others.includes(key))).toEqual([]);
    for (const key of [...own, ...others]) {
      expect(key).toMatch(/^own\/[\w-]{32}\/[\w-]{32}\.webp$/);
      expect(world.objects.head('photos', `photos/${key}`)?.headers['cache-control']).toMatch(/\bno-store\b/);
    }
    expect((await iben.car('p-700000000000004')).body).toMatchObject({ image_urls: [`/photos/${own[0]}`] });
  });

  it('a dropped page of one car ends even if its worker is faster than the upload', async () => {
    const sofie = person('sofie');
    const { queues } = await import('#functions/platform/queues.ts');
    const { identify } = queues;
    queues.identify = async (messages) => {
      await identify(messages);
      while (await world.deliver());
    };
    await sofie.drop(savedPage([{ id: '700000000000003', title: '2015 Toyota Yaris', amount: '64900' }]));
    queues.identify = identify;
    expect(await sofie.status()).toMatchObject({ status: 'completed', carsDone: 1 });
  });

  it('the history says how many cars exceeded the limit of one page', async () => {
    const ulla = person('ulla');
    const ads = Array.from({ length: 212 }, (_, place) => ({
      id: String(710_000_000_000_000 + place),
      title: '2014 Volkswagen Golf 1,6 TDI',
      amount: '84900',
    }));
    expect((await ulla.drop(savedPage(ads))).body.carsFound).toBe(200);
    await world.run();
    expect(await ulla.history()).toMatchObject([
      { cars_added_count: 200, ads_read_count: 200, left_out: [{ reason: 'beyond_limit', count: 12 }] },
    ]);
  });

  /** Copies of one car, which cost from 30.000 upwards. */
  const copies = (count: number, from = 30_000, id = 720_000_000_000_000) =>
    savedPage(
      Array.from({ length: count }, (_, place) => ({
        id: String(id + place),
        title: '2014 Volkswagen Golf 1,6 TDI',
        amount: String(from + 1000 * place),
      })),
    );
  const pricesOf = async (reader: Person) =>
    (await reader.list({ view: 'discovered' })).body.cars.map((car) => 'price' in car && car.price);

  it('a forged page with one car at 200 prices gets three estimates, and says so', async () => {
    const forger = person('forger');
    expect((await forger.drop(copies(200))).body.carsFound).toBe(3);
    await world.run();
    expect(await forger.history()).toMatchObject([
      { cars_added_count: 3, left_out: [{ reason: 'same_car', count: 197 }] },
    ]);
  });

  it('a car that was valued at three prices today is valued at no fourth until tomorrow', async () => {
    const forger = person('patient-forger');
    for (const from of [50_000, 60_000, 70_000, 80_000]) {
      await forger.drop(copies(1, from));
      await world.run();
    }
    expect(await pricesOf(forger)).toEqual([70_000]);
    // At a price of before it is read as ever.
    await forger.drop(copies(1, 50_000));
    await world.run();
    expect(await pricesOf(forger)).toEqual([50_000]);
    world.advance(24 * 3600_000);
    await forger.drop(copies(1, 90_000));
    await world.run();
    expect(await pricesOf(forger)).toEqual([90_000]);
  });

  it('a page of copies is read completely for readers who see estimates', async () => {
    await storePlan('payer', { type: 'lifetime' });
    expect((await person('payer').drop(copies(12))).body.carsFound).toBe(12);
  });

  it('a page without cars is refused with its reason and is free', async () => {
    const tove = person('tove');
    const login = Buffer.from(
      '<html><head><title>Log into Facebook</title></head><body><form id="login_form"></form></body></html>',
    );
    expect(await tove.drop(login)).toMatchObject({
      status: 422,
      body: { code: 'page_not_recognised', details: { class: 'login_wall' } },
    });
    expect(await tove.drop(Buffer.from('hello'))).toMatchObject({
      status: 422,
      body: {
        error: expect.stringMatching(
          /^This file is not a saved page of Facebook Marketplace, DBA or Bilbasen/,
        ),
      },
    });
    expect(await tove.drop(Buffer.alloc(0))).toMatchObject({ status: 400 });
    expect(await tove.drop(gzipSync(Buffer.alloc(17 * 1024 * 1024)))).toMatchObject({ status: 413 });
    expect(await tove.drop(page, { 'content-encoding': 'br' })).toMatchObject({ status: 415 });
    expect((await tove.usage()).scrapes_used).toBe(0);
    expect(await tove.history()).toEqual([]);
  });
});
