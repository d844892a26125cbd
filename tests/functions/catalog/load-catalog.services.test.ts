import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { temporaryFolder } from 'local-cloud/tests/support/contract-target.ts';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import type { Freshness } from '#functions/catalog/catalog.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { takeOutCar } from '#tests/support/stored-car.ts';

let lagSeconds = 0;
let sending: ReturnType<typeof spyOnTable> | undefined;
const spyOnTable = () => vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
const world = await worldOfFile('2026-11-21T08:00:00.000Z', { indexLagSeconds: () => lagSeconds });
const folder = temporaryFolder();
afterAll(() => folder.remove());
afterEach(() => {
  lagSeconds = 0;
  sending?.mockRestore();
});

const second = 1_000;
const now = () => new Date().toISOString();
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const calm: Freshness = { isBusy: false, heardOf: null };
const busy = { isBusy: true, heardOf: null };

/** Stores a car over whatever is there, stamped now unless it says otherwise. */
async function store(fields: Partial<Car> & { id: string }): Promise<void> {
  const { getCar, putCarItem } = await import('#functions/cars/store.ts');
  const { transact } = await import('#functions/platform/table.ts');
  const stored = await getCar(fields.id, null);
  const car = makeCar({ updatedAt: now(), ...fields });
  await transact([putCarItem(car, {} as never, stored?.version ?? null)]);
}
async function remove(id: string): Promise<void> {
  await takeOutCar(id, new Date());
}
/** A new execution environment: nothing in memory yet. */
async function coldStart() {
  vi.resetModules();
  const { getCatalog } = await import('#functions/catalog/catalog.ts');
  const { anonymous } = await import('#core/cars/car.ts');
  const { everyCard } = await import('#core/catalog/card-query.ts');
  return async (freshness = calm) => {
    const { cards } = await (await getCatalog(freshness)).query(everyCard, anonymous);
    return cards.map(({ id }) => id).sort();
  };
}
const writeCatalog = async () => (await import('#functions/catalog/workers.ts')).writeCatalogWorker();
const folderOfSnapshots = `catalog/${formatNumber}/`;
const keys = () => world.objects.list('data', folderOfSnapshots, '', 100).map(({ key }) => key);
const logged = (text: string) => world.log.filter((line) => line.includes(text)).length;
/** What the table is asked from now on. */
function watchTable() {
  sending?.mockRestore();
  const send = spyOnTable();
  sending = send;
  return () => send.mock.calls.map(([command]) => (command as { input: Record<string, unknown> }).input);
}
const wholeReads = (inputs: Record<string, unknown>[]) =>
  inputs.filter(({ KeyConditionExpression: condition }) => condition === 'gsi1pk = :p').length;

describe('the catalog in memory', () => {
  it('reads the whole table when there is no snapshot, with a warning', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await store({ id });
    const list = await coldStart();
    expect(await list()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(logged('there is no catalog snapshot to load')).toBe(1);
  });

  it('drops cars that are sold, gone, no longer for sale or removed', async () => {
    const list = await coldStart();
    await list();
    await store({ id: 'a', availability: 'sold' });
    await store({ id: 'b', availability: 'gone' });
    await store({ id: 'c', flags: ['wanted'] });
    await remove('d');
    expect(await list()).toEqual(['a', 'b', 'c', 'd', 'e']);
    world.advance(31 * second);
    expect(await list()).toEqual(['e']);
    expect(await (await coldStart())()).toEqual(['e']);
  });

  it('lists a car again when it is offered again', async () => {
    const list = await coldStart();
    await list();
    for (const id of ['a', 'b', 'c', 'd']) await store({ id });
    world.advance(31 * second);
    expect(await list()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('finds a car that the index shows late, although it knows a newer one', async () => {
    const list = await coldStart();
    await list();
    lagSeconds = 20;
    await store({ id: 'late' });
    world.advance(second);
    lagSeconds = 0;
    await store({ id: 'newer' });
    lagSeconds = 20;
    expect(await list(busy)).toEqual(['a', 'b', 'c', 'd', 'e', 'newer']);
    world.advance(40 * second);
    expect(await list()).toContain('late');
  });

  it.each([
    ['behind', -60 * second],
    ['ahead', 600 * second],
  ])('sees the cars of a writer whose clock is %s, and those of the others after it', async (what, by) => {
    const list = await coldStart();
    await list();
    await store({ id: `clock-${what}`, updatedAt: ago(-by) });
    world.advance(31 * second);
    expect(await list()).toContain(`clock-${what}`);
    await store({ id: `after-${what}` });
    world.advance(31 * second);
    expect(await list()).toContain(`after-${what}`);
  });

  it('reads the last two minutes again once in half a minute, and the last fifteen seconds for changes in between', async () => {
    const list = await coldStart();
    await list();
    const asked = watchTable();
    const secondsBack: number[] = [];
    for (const seconds of [10, 1, 10, 10, 1]) {
      const seenAt = Date.now();
      world.advance(seconds * second);
      await list(busy);
      const { ':since': since } = asked().at(-1)!.ExpressionAttributeValues as Record<string, string>;
      secondsBack.push((seenAt - Date.parse(since!)) / second);
    }
    expect(secondsBack).toEqual([15, 15, 15, 150, 15]);
  });

  it('finds a car that the index shows two minutes late, although it reads all the time', async () => {
    const list = await coldStart();
    await list();
    lagSeconds = 118;
    await store({ id: 'two-minutes-late' });
    const seen: boolean[] = [];
    for (let n = 0; n < 160; n++) {
      world.advance(second);
      seen.push((await list(busy)).includes('two-minutes-late'));
    }
    expect(seen.at(-1)).toBe(true);
    expect(seen.indexOf(true)).toBeGreaterThan(115);
  });

  it('reads changes at once for a reader who was told of one, until the index has it', async () => {
    const list = await coldStart();
    await list();
    world.advance(second);
    lagSeconds = 2;
    await store({ id: 'heard' });
    const heardOf = now();
    expect(await list({ isBusy: false, heardOf })).not.toContain('heard');
    world.advance(2 * second + 1);
    expect(await list()).not.toContain('heard');
    expect(await list({ isBusy: false, heardOf })).toContain('heard');
  });

  it.each(['nonsense', '9999-12-31T00:00:00.000Z', ''])(
    'does not read changes at once for %j',
    async (heardOf) => {
      const list = await coldStart();
      await list();
      world.advance(second);
      const asked = watchTable();
      await list({ isBusy: false, heardOf });
      expect(asked()).toEqual([]);
    },
  );

  it('reads changes once for simultaneous requests', async () => {
    const list = await coldStart();
    const asked = watchTable();
    await Promise.all([list(), list(busy), list()]);
    expect(wholeReads(asked())).toBe(16);
    expect(asked()).toHaveLength(16);
    world.advance(31 * second);
    await Promise.all([list(), list(busy)]);
    expect(asked()).toHaveLength(32);
  });

  it('serves what it knows for ten minutes while the table does not answer', async () => {
    const list = await coldStart();
    const known = await list();
    sending = spyOnTable().mockRejectedValue(new Error('staged') as never);
    world.advance(9 * 60 * second);
    expect(await list()).toEqual(known);
    expect(logged('the last state is served')).toBe(1);
    world.advance(2 * 60 * second);
    await expect(list()).rejects.toThrow('staged');
    sending.mockRestore();
    expect(await list()).toEqual(known);
  });

  it('misses nothing that happens after the clock was set back', async () => {
    const clockFile = join(folder.path, 'clock');
    process.env.BILFUND_CLOCK_FILE = clockFile;
    writeFileSync(clockFile, String(3600 * second));
    const list = await coldStart();
    await list();
    writeFileSync(clockFile, '0');
    await store({ id: 'set-back' });
    world.advance(300 * second);
    expect(await list()).toContain('set-back');
  });
});

describe('the catalog snapshot', () => {
  it('starts a new environment from the snapshot and the changes since', async () => {
    await writeCatalog();
    await store({ id: 'since' });
    await store({ id: 'a', availability: 'sold' });
    const list = await coldStart();
    const asked = watchTable();
    const ids = await list();
    expect(ids).toContain('since');
    expect(ids).not.toContain('a');
    expect(wholeReads(asked())).toBe(0);
  });

  it('does not write the snapshot again while nothing has changed', async () => {
    await writeCatalog();
    const before = keys();
    world.advance(900 * second);
    await writeCatalog();
    expect(keys()).toEqual(before);
    world.advance(13 * 3600 * second);
    await writeCatalog();
    expect(keys()).not.toEqual(before);
  });

  it('replaces the snapshot with the next, and keeps the old one while it may still be read', async () => {
    const versions = () =>
      new Set(keys().flatMap((key) => (key.endsWith('.json') ? [] : [key.split('/')[2]])));
    const { writeCatalog: write } = await import('#functions/catalog/write-catalog.ts');
    for (const id of ['s1', 's2', 's3', 's4']) {
      world.advance(1800 * second);
      await store({ id });
      await write({ fromTable: true });
    }
    // The last two, and those of the last hour.
    expect(versions().size).toBe(3);
    world.advance(7200 * second);
    await store({ id: 's5' });
    await write({ fromTable: true });
    expect(versions().size).toBe(2);
  });

  it('includes cars that were stored with an older time stamp once the snapshot is made from the whole table', async () => {
    await writeCatalog();
    await store({ id: 'old-stamp', updatedAt: ago(900 * second) });
    await writeCatalog();
    expect(await (await coldStart())()).not.toContain('old-stamp');
    const { writeCatalog: write } = await import('#functions/catalog/write-catalog.ts');
    await write({ fromTable: true });
    expect(await (await coldStart())()).toContain('old-stamp');
  });

  it('loads a snapshot of a later reading of the whole table, which has cars with early stamps', async () => {
    const list = await coldStart();
    await list();
    await store({ id: 'f', updatedAt: ago(3600 * second) });
    world.advance(31 * second);
    expect(await list()).not.toContain('f');
    const { writeCatalog: write } = await import('#functions/catalog/write-catalog.ts');
    await write({ fromTable: true });
    world.advance(31 * second);
    expect(await list()).toContain('f');
  });

  it('keeps its list where a later snapshot cannot be opened, and tries it once', async () => {
    const list = await coldStart();
    const before = await list();
    const { writeCatalog: write } = await import('#functions/catalog/write-catalog.ts');
    await write({ fromTable: true });
    for (const key of keys().filter((each) => !each.endsWith('.json')))
      await world.objects.delete('data', key);
    const asked = watchTable();
    for (let n = 0; n < 3; n++) {
      world.advance(31 * second);
      expect(await list()).toEqual(before);
    }
    expect(wholeReads(asked())).toBe(0);
    expect(logged('a later snapshot of the catalog could not be read')).toBe(1);
    await write({ fromTable: true });
  });

  it('makes the snapshot from the whole table once a day', async () => {
    world.advance(25 * 3600 * second);
    const asked = watchTable();
    await writeCatalog();
    expect(wholeReads(asked())).toBe(16);
  });

  it.each<[string, () => Promise<void>]>([
    ['lacks a chunk', () => breakChunk(null)],
    ['has a broken chunk or one of another format', () => breakChunk('no catalog')],
    [
      'has a broken pointer',
      async () => void (await world.objects.put('data', pointerKey, Buffer.from('{"f'), {})),
    ],
    ['is older than removals are kept', () => changePointer({ seenUpTo: ago(8 * 86_400 * second) })],
  ])(
    'does not use a snapshot that %s: it reads the table, and the next run writes a good one',
    async (_, spoil) => {
      await writeCatalog();
      await spoil();
      const list = await coldStart();
      const asked = watchTable();
      const ids = await list();
      expect(wholeReads(asked())).toBe(16);
      expect(ids).toContain('s5');
      expect(world.log.at(-1)).toMatch(/"level":"(warn|error)"/);
      await writeCatalog();
      const askedAfter = watchTable();
      expect(await (await coldStart())()).toEqual(ids);
      expect(wholeReads(askedAfter())).toBe(0);
    },
  );
});

describe('changes since a snapshot', () => {
  it('writes a new snapshot with the changes, and deletes the former when nobody can still read it', async () => {
    for (const id of ['stays', 'goes']) await store({ id });
    await writeCatalog();
    const { version: former } = await readPointer();
    world.advance(3601 * second);
    await store({ id: 'later' });
    await store({ id: 'goes', availability: 'sold' });
    await writeCatalog();
    expect((await readPointer()).version).not.toBe(former);
    expect(keys()).toContain(`${folderOfSnapshots}${former}/0`);
    const list = await coldStart();
    const asked = watchTable();
    const ids = await list();
    expect(ids).toEqual(expect.arrayContaining(['stays', 'later']));
    expect(ids).not.toContain('goes');
    expect(wholeReads(asked())).toBe(0);
    world.advance(3601 * second);
    await store({ id: 'last' });
    await writeCatalog();
    expect(keys()).not.toContain(`${folderOfSnapshots}${former}/0`);
  });
});

const pointerKey = `${folderOfSnapshots}current.json`;
async function readPointer() {
  const stored = await world.objects.get('data', pointerKey);
  return JSON.parse(stored!.body.toString()) as Record<string, unknown>;
}
async function changePointer(fields: Record<string, unknown>): Promise<void> {
  const body = Buffer.from(JSON.stringify({ ...(await readPointer()), ...fields }));
  await world.objects.put('data', pointerKey, body, {});
}
async function breakChunk(body: string | null): Promise<void> {
  const { version } = await readPointer();
  const key = `${folderOfSnapshots}${version}/0`;
  if (body === null) await world.objects.delete('data', key);
  else await world.objects.put('data', key, Buffer.from(body), {});
}
