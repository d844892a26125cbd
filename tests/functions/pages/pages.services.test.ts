import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { chunkKey, snapshotPrefix } from '#functions/catalog/snapshots.ts';
import { convertFonts } from '#lib/build/bundle-functions.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { startEngine } from '#tests/support/engine-in-memory.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar } from '#tests/support/stored-car.ts';

const origin = 'https://bilfund.example';
const shell =
  '<!doctype html><html lang="en"><head><!--page--><title>Own</title><!--/page--></head><body><div id="root"></div></body></html>';
const secret = 'Bentley Continental';
const cars: Car[] = [
  makeCar({ id: '1', title: 'Octavia AB 12 345', plate: 'AB12345' }),
  makeCar({ id: 'b2', title: secret, rating: makeRating({ deal: 'amazing' }) }),
  makeCar({ id: '3', title: secret, availability: 'gone' }),
  makeCar({ id: 'p-4', title: secret, ownerId: 'owner' }),
  makeCar({ id: '5', title: secret, flags: ['wanted'] }),
];

const [red, green] = ['#ff0000', '#00ff00'];
const plain = (background: string) =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .webp()
    .toBuffer();

// A deployed function finds the fonts where the build put them.
const fontsFolder = mkdtempSync(path.join(tmpdir(), 'bilfund-fonts-'));
const fontPackage = createRequire(import.meta.url).resolve(
  '@fontsource-variable/familjen-grotesk/package.json',
);

const routes: Record<string, unknown> = {};
const open = (id: string, call: RouteCall = {}) => callRoute<string>(routes.car, { params: { id }, ...call });

const world = await worldOfFile();
beforeAll(async () => {
  world.objects.createBucket('app');
  await world.objects.put('app', 'index.html', Buffer.from(shell), {});
  await convertFonts(path.dirname(fontPackage), fontsFolder);
  Object.assign(process.env, { APP_BUCKET: 'app', PUBLIC_ORIGIN: origin, FONTS_DIR: fontsFolder });
  routes.car = (await import('#functions/pages/api.ts')).showCarPageRoute;
  routes.share = (await import('#functions/pages/api.ts')).drawShareCardRoute;
  routes.map = (await import('#functions/pages/api.ts')).listSiteAddressesRoute;
  for (const car of cars) await storeCar(car);
  for (const [key, background] of Object.entries({ l1: red, bl1: green }))
    await world.objects.put('photos', `photos/${key}`, await plain(background), {});
});
afterAll(() => rmSync(fontsFolder, { recursive: true }));

describe('GET /car/{id}', () => {
  it('answers the app’s page with the head of an open car, cacheable for a minute', async () => {
    const { status, body, headers } = await open('1');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toContain('<title>Octavia •••••••, 149.900 kr. | Bilfund</title>');
    expect(body).toContain(`<link rel="canonical" href="${origin}/car/1">`);
    expect(body).toContain('<div id="root"></div>');
    expect(body).not.toMatch(/AB ?12 ?345/);
  });

  it('writes the head of a car’s page in the language of the address', async () => {
    const { body } = await open('1', { query: { lang: 'da' } });
    expect(body).toContain('<html lang="da">');
    expect(body).toContain('Manuelt gear');
    expect((await open('1', { query: { lang: '"><script>' } })).body).toContain('<html lang="en">');
  });

  it.each([
    ['a locked car', 'b2', 200],
    ['a car that is gone', '3', 200],
    ['a car of somebody’s own', 'p-4', 200],
    ['an id like that of somebody’s own', 'p-999', 200],
    ['an ad that offers no car', '5', 200],
    ['an unknown car', '999', 404],
    ['no id at all', '<script>', 404],
  ])(
    'reveals nothing of %s in its page, and asks search engines not to index it',
    async (_what, id, expected) => {
      const { status, body, headers } = await open(id);
      expect(status).toBe(expected);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).toContain('<title>Bilfund</title>');
      expect(body).not.toMatch(/Bentley|149\.900|og:|ld\+json/);
    },
  );

  it('answers the same page to signed-in, premium and owning readers, so that caches may keep it', async () => {
    for (const id of ['b2', 'p-4'])
      expect((await open(id, { as: 'owner' })).body).toBe((await open(id)).body);
  });

  it('answers the app’s page uncached where the data cannot be reached', async () => {
    const table = process.env.TABLE_NAME;
    process.env.TABLE_NAME = 'no-such-table';
    const { status, body, headers } = await open('1');
    process.env.TABLE_NAME = table;
    expect(status).toBe(500);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('<div id="root"></div>');
  });
});

describe('GET /share/{id}.jpg', () => {
  type Asked = { query?: Record<string, string>; headers?: Record<string, string> };
  const ask = (id: string, asked: Asked = {}) =>
    callRoute<Buffer | undefined>(routes.share, { params: { id: `${id}.jpg` }, ...asked });
  const tagOf = async (id: string) => String((await ask(id)).headers.etag);
  const draw = async (id: string, query: Record<string, string> = {}) => {
    const answer = await callRoute<Buffer>(routes.share, { params: { id: `${id}.jpg` }, query });
    return { ...answer, picture: sharp(answer.body) };
  };
  /** The colour in the middle of the photo. */
  const photoColor = async (picture: Sharp) => {
    const { data } = await picture
      .clone()
      .extract({ left: 850, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data].map((value) => Math.round(value / 255));
  };

  it('draws a share picture of 1200 × 630 with the car’s photo, its plate blurred', async () => {
    const { status, headers, picture } = await draw('1');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=600' });
    expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(await photoColor(picture)).toEqual([0, 1, 0]);
  });

  it('does not draw the share picture again for a client that has it, until the car changes', async () => {
    const tag = await tagOf('1');
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    for (const named of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await ask('1', { headers: { 'if-none-match': named } });
      expect([again.status, again.body]).toEqual([304, undefined]);
      expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'public, max-age=600' });
    }
    const askAgain = async (query = {}) =>
      (await ask('1', { query, headers: { 'if-none-match': tag } })).status;
    expect(await askAgain({ lang: 'da' })).toBe(200);
    const cars = await import('#functions/cars/store.ts');
    const setPrice = async (priceDkk: number) => {
      const { car, source, version } = (await cars.getCar('1', null))!;
      await cars.storeCar({ ...car, priceDkk }, source, version);
    };
    const { priceDkk } = (await cars.getCar('1', null))!.car;
    await setPrice(148_900);
    expect(await askAgain()).toBe(200);
    await setPrice(priceDkk);
    expect(await askAgain()).toBe(304);
  });

  it('gives all share pictures without an open car the same ETag', async () => {
    const tags = await Promise.all(['b2', '3', 'p-4', '999'].map(tagOf));
    expect(new Set(tags).size).toBe(1);
    expect((await ask('b2', { headers: { 'if-none-match': tags[0]! } })).status).toBe(304);
  });

  it('draws the share picture in the language asked for', async () => {
    expect((await draw('1', { lang: 'da' })).body.equals((await draw('1')).body)).toBe(false);
  });

  it('draws the share picture without a photo that is missing', async () => {
    await storeCar(
      makeCar({
        id: '6',
        photos: [{ small: 'x', large: 'x', blurredSmall: null, blurredLarge: null, hash: null }],
      }),
    );
    expect(await (await draw('6')).picture.metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  it.each(['b2', '3', 'p-4', '5', '999', 'bilfund'])(
    'answers for %s, which is no open car, the product’s own share picture',
    async (id) => {
      const [own, { body }] = [await draw('nothing-at-all'), await draw(id)];
      expect(body.equals(own.body)).toBe(true);
    },
  );
});

describe('GET /sitemap.xml', () => {
  const addresses = async () => {
    const { status, body } = await callRoute<string>(routes.map);
    expect(status).toBe(200);
    return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
  };
  const write = async () => (await import('#functions/catalog/workers.ts')).writeCatalogWorker();

  it('names the pages without cars until the first sitemap is written', async () => {
    expect((await addresses()).filter((address) => address.includes('/car/'))).toEqual([]);
    expect(await addresses()).toContain(`${origin}/`);
    expect((await callRoute(routes.map, { query: { page: '1' } })).status).toBe(200);
  });

  it('names the open cars of the catalog and no others in the sitemap', async () => {
    await write();
    const { headers } = await callRoute<string>(routes.map);
    expect(headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
    });
    const named = await addresses();
    expect(named).toContain(`${origin}/car/1`);
    expect(named.filter((address) => /\/car\/(?:b2|3|p-4|5)$/.test(address))).toEqual([]);
    const paged = await callRoute<string>(routes.map, { query: { page: '1' } });
    expect(paged.body).toContain(`${origin}/car/1<`);
  });

  it('writes the sitemap once an hour, and reads nothing in between', async () => {
    await storeCar(makeCar({ id: 'new6', title: 'Fabia', updatedAt: new Date().toISOString() }));
    world.advance(15 * 60_000);
    await write();
    expect(await addresses()).not.toContain(`${origin}/car/new6`);
    world.advance(45 * 60_000);
    await write();
    expect(await addresses()).toContain(`${origin}/car/new6`);
  });

  it('writes the sitemap again after a day without changes, since it also names the product’s own pages', async () => {
    const written = () => world.log.filter((line) => line.includes('the map of the site was written')).length;
    const before = written();
    world.advance(2 * 3600_000);
    await write();
    expect(written()).toBe(before);
    world.advance(23 * 3600_000);
    await write();
    expect(written()).toBe(before + 1);
  });

  it('names the current origin in the sitemap, not the one at the time of writing', async () => {
    const { PUBLIC_ORIGIN } = process.env;
    process.env.PUBLIC_ORIGIN = 'https://biler.example';
    const named = await addresses();
    process.env.PUBLIC_ORIGIN = PUBLIC_ORIGIN;
    expect(named).toContain('https://biler.example/car/1');
    expect(named.filter((address) => !address.startsWith('https://biler.example/'))).toEqual([]);
  });

  it('answers no page of a former, longer sitemap', async () => {
    const { storeSiteMap } = await import('#functions/pages/site-map.ts');
    const about = { at: new Date(0).toISOString(), newest: '', cars: 0 };
    await storeSiteMap({ whole: '<list/>', pages: ['<one/>', '<two/>', '<three/>'] }, about);
    expect((await callRoute(routes.map, { query: { page: '3' } })).status).toBe(200);
    await write();
    for (const page of ['2', '3'])
      expect((await callRoute(routes.map, { query: { page } })).status).toBe(404);
  });

  it('answers no sitemap page beyond the last, and refuses other page names', async () => {
    expect((await callRoute(routes.map, { query: { page: '7' } })).status).toBe(404);
    expect((await callRoute(routes.map, { query: { page: '../1' } })).status).toBe(400);
  });

  it('names the same cars where OpenSearch answers the list, written in sixteen parts and without a snapshot', async () => {
    const engine = await startEngine();
    vi.stubEnv('CATALOG', 'opensearch');
    vi.resetModules();
    const { keepCarIndexWorker, writeCatalogWorker } = await import('#functions/catalog/workers.ts');
    await keepCarIndexWorker();
    const before = (await addresses()).filter((address) => address.includes('/car/'));
    const former = world.objects.list('data', 'catalog/', '', 1000).map(({ key }) => key);
    const daysAgo = (days: number) => Date.now() - days * 24 * 3600_000;
    const snapshots = [daysAgo(7), daysAgo(9)].map((at) => chunkKey(formatNumber, `${at}-a1b2c3d4`, 0));
    for (const key of snapshots) await world.objects.put('data', key, Buffer.from('cars'), {});
    await writeCatalogWorker();
    const kept = world.objects.list('data', snapshotPrefix(formatNumber), '', 1000).map(({ key }) => key);
    expect(snapshots.filter((key) => kept.includes(key))).toEqual([snapshots[0]]);
    const pages = (await addresses()).map((address) => new URL(address).searchParams.get('page')!);
    expect(pages).toContain('1');
    const read = async (page: string) => (await callRoute<string>(routes.map, { query: { page } })).body;
    const named = (await Promise.all(pages.map(read))).flatMap((xml) =>
      [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!),
    );
    expect(named.filter((address) => address.includes('/car/')).toSorted()).toEqual(before.toSorted());
    expect(named).toContain(`${origin}/`);
    const { readSiteMapPointer, siteMapPointerKey } = await import('#functions/pages/site-map.ts');
    const pointer = (await readSiteMapPointer())!;
    // A run that was cut off has written some of the parts.
    const parts = Object.fromEntries(Object.entries(pointer.parts!).slice(0, 3));
    const cutOff = Buffer.from(JSON.stringify({ ...pointer, parts }));
    await world.objects.put('data', siteMapPointerKey, cutOff, {});
    await writeCatalogWorker();
    expect(Object.keys((await readSiteMapPointer())!.parts!)).toHaveLength(16);
    expect((await addresses()).length).toBe(pages.length);
    const written = world.objects.list('data', 'catalog/', '', 1000).map(({ key }) => key);
    const added = written.filter((key) => !former.includes(key) && !key.includes('site-map'));
    expect(added).toEqual([snapshots[0]]);
    const { getCar, storeCar: storeAgain } = await import('#functions/cars/store.ts');
    const { car, source, version } = (await getCar('1', null))!;
    await storeAgain({ ...car, availability: 'gone', updatedAt: new Date().toISOString() }, source, version);
    for (let quarter = 0; quarter < 16; quarter++) {
      world.advance(15 * 60_000);
      await writeCatalogWorker();
    }
    expect((await Promise.all(pages.map(read))).join('')).not.toContain(`${origin}/car/1<`);
    await engine.close();
    vi.unstubAllEnvs();
  });
});
