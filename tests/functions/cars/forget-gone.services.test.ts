import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import { retire } from '#core/cars/listing-life.ts';
import { starCar, unstarCar } from '#functions/accounts/store.ts';
import { forgetGone } from '#functions/cars/forget-gone.ts';
import { adItem, carIdsOf, getCar, leadToItem, numberItem, storeCar } from '#functions/cars/store.ts';
import { readCatalogChanges } from '#functions/catalog/change-store.ts';
import { addDraft, identifyDraft } from '#functions/imports/draft-store.ts';
import { addToJob, jobItem } from '#functions/imports/job-store.ts';
import { rateAndStoreCar } from '#functions/imports/rate-and-store-car.ts';
import { carFolder } from '#functions/platform/photos.ts';
import { putItem, transact } from '#functions/platform/table.ts';
import { bookOf, refreshBook } from '#functions/valuation/book.ts';
import { objectsInMemory, tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { makeCar, makeListing } from '#tests/support/make-car.ts';

// No model of the valuation.
vi.mock('#functions/platform/objects.ts', async (load) => ({
  ...(await load<object>()),
  readData: async () => null,
}));
afterAll(() => {
  vi.doUnmock('#functions/platform/objects.ts');
  vi.resetModules();
});

const dayMs = 86_400_000;
const startMs = Date.parse('2026-11-21T10:00:00.000Z');
const atDay = (day: number) => new Date(startMs + day * dayMs).toISOString();
const table = tableForEachTest();
let objects: Awaited<ReturnType<typeof objectsInMemory>>;
let photos: Map<string, Uint8Array>;
let log: ReturnType<typeof keepLog>;

beforeEach(async () => {
  objects = await objectsInMemory();
  photos = objects.bucket('photos');
  log = keepLog();
  vi.stubEnv('PHOTO_BUCKET', 'photos');
  vi.stubEnv('AWS_REGION', 'eu-north-1');
});
afterEach(async () => {
  log.restore();
  await objects.close();
  vi.restoreAllMocks();
});

/** A car of the catalog as an import leaves it: with its ad, its plate and a photo. */
async function bring(id: string, day: number, fields: Partial<Car> = {}): Promise<void> {
  const [at, plate] = [atDay(day), `P-${id}`];
  const listing = makeListing({ id: `ad-${id}` });
  const car = makeCar({ id, plate, scrapedAt: at, updatedAt: at, firstSeenAt: at, ...fields });
  const identification = { photos: [], plate, candidate: null, vehicle: null };
  expect(
    await storeCar(car, { listing, identification: { ...identification, registerState: 'found' } }, null),
  ).toBe(true);
  await putItem(adItem(listing, null, id));
  await putItem(numberItem({ kind: 'PLATECAR', value: plate }, id));
  photos.set(`photos/${carFolder(id)}photo.webp`, new Uint8Array());
}
async function leave(id: string, day: number): Promise<void> {
  const { car, source, version } = (await getCar(id, null))!;
  expect(await storeCar({ ...retire(car), goneAt: atDay(day), updatedAt: atDay(day) }, source, version)).toBe(
    true,
  );
}
/** Another ad of the car, whose photos were copied before its plate told which car it sells. */
async function bringSecondAd(id: string): Promise<void> {
  const listing = makeListing({ id: `ad-${id}` });
  const identification = { photos: [], plate: 'P-car', candidate: null, vehicle: null };
  await putItem(
    jobItem({ id, kind: 'scrape', href: 'https://dba.example/', linkHash: id, privateTo: null }, atDay(1)),
  );
  await putItem(adItem(listing, null, id));
  await addToJob(id, { found: [id] }, atDay(1));
  await addDraft(id, id, 'described', listing, startMs);
  await identifyDraft(id, id, { ...identification, registerState: 'found' });
  photos.set(`photos/${carFolder(id)}photo.webp`, new Uint8Array());
  await rateAndStoreCar({ type: 'rate', jobId: id, carId: id, requestId: 'request' });
}
const forget = (ids: readonly string[], day: number) => forgetGone(ids, atDay(day), Number.POSITIVE_INFINITY);
/** A car is forgotten in two steps, on different days. */
const forgetInTwoDays = async (ids: readonly string[], day: number) =>
  (await forget(ids, day)) + (await forget(ids, day + 1));
const longGoneAt = async (day: number) =>
  (await refreshBook(bookOf([], null, atDay(day)), atDay(day), () => undefined, Number.POSITIVE_INFINITY))
    .longGone;
/** Something else happens just before the next write of an item. */
function beforeNextPut(happens: () => Promise<unknown>): void {
  const client = vi.mocked(DynamoDBDocumentClient.prototype.send);
  const send = client.getMockImplementation() as unknown as (command: unknown) => Promise<never>;
  client.mockImplementation(async (command: unknown) => {
    if (!(command instanceof PutCommand)) return send(command);
    client.mockImplementation(send);
    await happens();
    return send(command);
  });
}

describe('a car that has been gone for thirteen months', () => {
  beforeEach(async () => {
    await bring('car', 0, { formerIds: ['former'] });
    await transact([leadToItem('former', 'car', null, atDay(0))]);
    photos.set(`photos/${carFolder('former')}photo.webp`, new Uint8Array());
    await leave('car', 10);
  });

  it('leaves the table with its photos, its ad, its plate and its former ids, and a mark for the catalogs', async () => {
    expect(await forget(['car'], 406)).toBe(0);
    expect(await getCar('car', null)).not.toBeNull();
    expect(await forgetInTwoDays(['car'], 407)).toBe(1);
    expect(photos.size).toBe(0);
    const ttl = Math.floor(Date.parse(atDay(438)) / 1000);
    expect(table.all()).toMatchObject([
      { pk: 'CAR#car', kind: 'CAR', ttl, card: { id: 'car', updatedAt: atDay(408), isListed: false } },
    ]);
    expect(await getCar('car', null)).toBeNull();
    expect(await forgetInTwoDays(['car', 'former'], 409)).toBe(0);
  });

  it('is a new car when its ad is offered once more', async () => {
    await forgetInTwoDays(['car'], 407);
    const [id] = (await carIdsOf([makeListing({ id: 'ad-car' })], null)).values();
    expect(id).not.toBe('car');
  });

  it('stays while somebody has starred it', async () => {
    await starCar('anna', 'former', atDay(1));
    expect(await forgetInTwoDays(['car'], 407)).toBe(0);
    await unstarCar('anna', 'former');
    expect(await forgetInTwoDays(['car'], 407)).toBe(1);
  });

  it('stays when it is seen again, and keeps the ads and numbers that lead to another car', async () => {
    const { car, source, version } = (await getCar('car', null))!;
    await storeCar({ ...car, availability: 'live', goneAt: null }, source, version);
    expect(await forgetInTwoDays(['car'], 407)).toBe(0);
    await leave('car', 10);
    await putItem(adItem(makeListing({ id: 'ad-car' }), null, 'other'));
    expect(await forgetInTwoDays(['car'], 407)).toBe(1);
    expect(table.all().map(({ pk }) => pk)).toEqual(expect.arrayContaining(['CAR#car']));
    expect(table.all().filter(({ kind }) => kind === 'AD')).toMatchObject([{ carId: 'other' }]);
  });

  it('is left to another day when something fails, and holds up no other', async () => {
    await bring('next', 0);
    await leave('next', 10);
    table.fail('PutCommand', new Error('refused'));
    expect(await forgetInTwoDays(['car', 'next'], 407)).toBe(1);
    expect(await forget(['car', 'next'], 409)).toBe(1);
  });

  it('loses nothing when an import stores it while it is being forgotten', async () => {
    const { car, source, version } = (await getCar('car', null))!;
    const seen = { ...car, availability: 'live' as const, goneAt: null };
    beforeNextPut(() => storeCar(seen, source, version));
    expect(await forgetInTwoDays(['car'], 407)).toBe(0);
    expect(await getCar('car', null)).toMatchObject({ car: { availability: 'live' } });
    expect([...(await carIdsOf([source.listing], null)).values()]).toEqual(['car']);
    expect(photos.size).toBe(2);
  });

  it('keeps its photos when an import that began before stores it after it left the table', async () => {
    const { car, source } = (await getCar('car', null))!;
    expect(await forget(['car'], 407)).toBe(0);
    expect(await getCar('car', null)).toBeNull();
    expect(await storeCar({ ...car, availability: 'live', goneAt: null }, source, null)).toBe(true);
    expect(await forget(['car'], 408)).toBe(0);
    expect(photos.size).toBe(2);
  });

  it('is forgotten the next day when a run dies between', async () => {
    table.fail('DeleteCommand', new Error('the function ended'));
    expect(await forget(await longGoneAt(407), 407)).toBe(0);
    expect(await longGoneAt(408)).toContain('car');
    expect(await forget(await longGoneAt(408), 408)).toBe(1);
    expect(table.all().map(({ pk }) => pk)).toEqual(['CAR#car']);
    expect(photos.size).toBe(0);
  });

  it('takes along the photos of further ads, also those that it never showed', async () => {
    for (const id of ['second', 'third']) await bringSecondAd(id);
    const { adIds } = (await getCar('car', null))!.source;
    expect(adIds).toEqual(['second', 'third']);
    expect(photos.size).toBe(4);
    await leave('car', 10);
    expect(await forgetInTwoDays(['car'], 407)).toBe(1);
    expect(photos.size).toBe(0);
  });
});

it('a run begins with another car each time, so that those which can never go hold up no other', async () => {
  const ids = Array.from({ length: 16 }, (_, n) => `car-${n}`);
  for (const id of ids) {
    await bring(id, 0);
    await leave(id, 10);
  }
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  // There is time for the first cars only.
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(2);
  await forgetGone(ids, atDay(407), 1);
  expect(await getCar('car-0', null)).not.toBeNull();
  expect(await getCar('car-8', null)).toBeNull();
});

it('an ad that sells no car is forgotten thirteen months after it was seen last', async () => {
  await bring('parts', 0, { flags: ['parts'] });
  expect([await forgetInTwoDays(['parts'], 395), await forgetInTwoDays(['parts'], 397)]).toEqual([0, 1]);
});

it('a steady market of two years stores no more from its seventeenth month on', async () => {
  const book = bookOf([], null, atDay(0));
  const stored: string[] = [];
  const monthDays = 30;
  for (let month = 0; month < 24; month++) {
    const today = month * monthDays;
    // Every month ten cars come, and those of the month before are gone.
    for (let n = 0; n < 10; n++) {
      await bring(`${month}-${n}`, today);
      if (month > 0) await leave(`${month - 1}-${n}`, today);
    }
    for (const day of [today, today + 1]) {
      const { longGone } = await refreshBook(book, atDay(day), () => undefined, Number.POSITIVE_INFINITY);
      await forget(longGone, day);
    }
    // As the table deletes what has a ttl.
    for (const { pk, sk, ttl } of table.all())
      if (Number(ttl) < Date.parse(atDay(today)) / 1000)
        table.carryOut('DeleteCommand', { Key: { pk, sk } } as never);
    stored.push(
      `${table.all().length} items, ${photos.size} photos, ${(await readCatalogChanges(null)).length} in the index`,
    );
  }
  expect(stored[0]).toBe('30 items, 10 photos, 10 in the index');
  expect(new Set(stored.slice(16)).size).toBe(1);
});
