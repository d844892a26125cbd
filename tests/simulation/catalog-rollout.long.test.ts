import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ObjectStore } from 'local-cloud/services/objects/object-store.ts';
import { describe, expect, it, vi } from 'vitest';
import { anonymous } from '#core/cars/car.ts';
import { type Card, type CatalogChange, isCard } from '#core/cars/card.ts';
import { type CardQuery, defaultSort, readCardQuery } from '#core/catalog/card-query.ts';
import { isListed } from '#core/catalog/card-rules.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { carQuery } from '#core/contract/routes/car-parts.ts';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import type { Random } from '#demo/cars/random.ts';
import { loadTextCodec } from '#functions/catalog/snapshots.ts';
import * as former from '#tests/fixtures/former-catalog/catalog.mjs';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { queryCards, toWireQuery } from '#tests/support/query-cards.ts';
import { randomCard, randomQuery, seeded } from '#tests/support/random-cards.ts';

/** As the functions pack the texts of a snapshot. */
const textCodec = await loadTextCodec();

type Pointer = { version: string; chunks: number; chunkBytes: number[]; seenUpTo: string };
type Objects = Pick<ObjectStore, 'get' | 'put' | 'list' | 'delete'>;
/** How the table is asked for what changed. */
type ReadChanges = (since: string | null) => Promise<CatalogChange[]>;

const prefix = `catalog/${formatNumber - 1}/`;
const overlapMs = 120_000;

/**
 * The functions of the version before, whose snapshots had the format before: its catalog as it was built then, with the few
 * lines by which its functions read and wrote their `current.json`.
 */
function formerFunctions(objects: Objects, readChanges: ReadChanges) {
  const said = { wholeReads: 0 };
  const since = (at: string) => new Date(Date.parse(at) - overlapMs).toISOString();

  async function load() {
    const stored = await objects.get('data', `${prefix}current.json`);
    const pointer = stored && (JSON.parse(stored.body.toString()) as Pointer);
    const parts = await Promise.all(
      Array.from({ length: pointer?.chunks ?? 0 }, (_, n) =>
        objects.get('data', `${prefix}${pointer!.version}/${n}`),
      ),
    );
    const chunks = parts.flatMap((part) => (part ? [new Uint8Array(zstdDecompressSync(part.body))] : []));
    const catalog =
      pointer && chunks.length === pointer.chunks ? former.openCatalog(chunks, textCodec) : null;
    if (catalog) {
      catalog.apply(await readChanges(since(pointer!.seenUpTo)));
      return catalog;
    }
    said.wholeReads++;
    return former.createCatalog((await readChanges(null)).filter(isCard));
  }

  return {
    said,
    /** A list function that has just begun. */
    load,
    async write(): Promise<void> {
      const seenUpTo = new Date().toISOString();
      const chunks = [...(await load()).snapshot(50_000, textCodec)];
      const version = `${Date.now()}-former`;
      for (const [n, chunk] of chunks.entries())
        await objects.put('data', `${prefix}${version}/${n}`, zstdCompressSync(chunk), {});
      const chunkBytes = chunks.map(({ length }) => length);
      const pointer = Buffer.from(
        JSON.stringify({
          version,
          chunks: chunks.length,
          chunkBytes,
          seenUpTo,
          newest: '',
          cars: 0,
          fullReadAt: seenUpTo,
        }),
      );
      await objects.put('data', `${prefix}current.json`, pointer, {});
      for (const { key } of objects.list('data', prefix, '', 1000)) {
        const writtenMs = Number(/^(\d+)-/.exec(key.slice(prefix.length))?.[1] ?? Number.NaN);
        const isOld = !key.startsWith(`${prefix}${version}/`) && writtenMs < Date.now() - 3600_000;
        if (isOld) await objects.delete('data', key);
      }
    },
  };
}

const ids = Array.from({ length: 120 }, (_, i) => `90071992549${String(i * 41).padStart(4, '0')}`);
const random: Random = seeded(2);
/** What the table holds, by id, as whoever wrote it last wrote it. */
const held = new Map<string, { card: Card; version: number }>();

const world = await worldOfFile('2026-11-21T08:00:00.000Z');

/** A pipeline stores a car, alike in both versions. */
async function store(): Promise<void> {
  const { putCarItem } = await import('#functions/cars/store.ts');
  const { transact } = await import('#functions/platform/table.ts');
  const id = random.pick(ids);
  const card = randomCard(random, id, new Date().toISOString());
  const known = held.get(id);
  const item = putCarItem(makeCar({ id, updatedAt: card.updatedAt }), {} as never, known?.version ?? null);
  Object.assign(item.Put!.Item!, { card });
  await transact([item]);
  held.set(id, { card, version: (known?.version ?? 0) + 1 });
}
const truth = () => [...held.values()].map(({ card }) => card);

/** The version before knew nothing of range and battery, and its snapshots lack them until the cars change. */
function anyQuery(): CardQuery {
  const query = { ...randomQuery(random, []), among: null, minRangeKm: null, minBatteryKwh: null };
  const isOfBoth = query.sort !== 'range_desc' && query.sort !== 'battery_desc';
  return { ...query, sort: isOfBoth ? query.sort : defaultSort };
}

type Ask = () => Promise<void>;

/** A list function of now, with a memory of its own. */
async function startList(): Promise<Ask> {
  vi.resetModules();
  const { listCarsRoute: handler } = await import('#functions/cars/api.ts');
  return async () => {
    const query = toWireQuery(anyQuery());
    const { status, body } = await callRoute<CarListWire>(handler, { query });
    expect(status).toBe(200);
    const page = queryCards(truth(), readCardQuery(carQuery.parse(query), new Date(), null), anonymous);
    const { cards, lockedOnPage, ...rest } = page;
    expect(body, JSON.stringify(query)).toMatchObject(rest);
    const open = body.cars.flatMap((car) => (car.locked ? [] : [{ id: car.id, heavy: car.findings.heavy }]));
    expect(open).toEqual(cards.map(({ id, heavyFindingCount: heavy }) => ({ id, heavy })));
  };
}

/** The functions of the version before, and a list function of theirs with a memory of its own. */
async function formerVersion() {
  const { readCatalogChanges } = await import('#functions/catalog/change-store.ts');
  const functions = formerFunctions(world.objects, readCatalogChanges);
  const startList = async (): Promise<Ask> => {
    const catalog = await functions.load();
    let seenUpTo = new Date().toISOString();
    return async () => {
      const from = new Date(Date.parse(seenUpTo) - 120_000).toISOString();
      seenUpTo = new Date().toISOString();
      catalog.apply(await readCatalogChanges(from));
      const query = anyQuery();
      const { cards, ...rest } = catalog.query(query, anonymous);
      const { cards: expected, ...others } = queryCards(truth(), query, anonymous);
      const ids = (some: readonly Card[]) => some.map(({ id }) => id);
      expect({ ...rest, ids: ids(cards) }).toEqual({ ...others, ids: ids(expected) });
    };
  };
  return { ...functions, startList };
}

describe('a rollout of another format of the snapshot', () => {
  it('a rollout of a new snapshot format answers both versions correctly under load, without reading the whole table', async () => {
    const former = await formerVersion();
    const write = async () => (await import('#functions/catalog/workers.ts')).writeCatalogWorker();
    const wholeReads = () => world.log.filter((line) => line.includes('the whole table is read')).length;
    let asked = 0;

    /** A quarter of an hour: cars are stored, functions begin and answer while a snapshot is written. */
    async function quarter(parts: { writer: 'former' | 'new'; former: number; now: number }) {
      for (let i = 0; i < 20; i++) await store();
      const lists: Ask[] = [];
      const writing = parts.writer === 'former' ? former.write() : write();
      for (let i = 0; i < parts.former; i++) lists.push(await former.startList());
      for (let i = 0; i < parts.now; i++) lists.push(await startList());
      const answers = lists.flatMap((ask) => [ask(), ask(), ask()]);
      await Promise.all([writing, ...answers]);
      asked += answers.length;
      world.advance(900_000);
      for (const ask of lists) await ask();
      asked += lists.length;
      world.advance(60_000);
    }

    for (let i = 0; i < 40; i++) await store();
    await former.write();
    const wholeBefore = { former: former.said.wholeReads, now: wholeReads() };
    await quarter({ writer: 'former', former: 3, now: 0 });
    // List functions first, the writer last; then both at once.
    await quarter({ writer: 'former', former: 2, now: 2 });
    await quarter({ writer: 'former', former: 1, now: 3 });
    await quarter({ writer: 'new', former: 2, now: 3 });
    await quarter({ writer: 'new', former: 1, now: 3 });
    // What the former version left lies untouched while it may come back: it does, for some hours, and goes.
    for (let i = 0; i < 6; i++) await quarter({ writer: 'new', former: 0, now: 1 });
    await quarter({ writer: 'former', former: 2, now: 2 });
    for (let i = 0; i < 6; i++) await quarter({ writer: 'former', former: 1, now: 0 });
    await quarter({ writer: 'new', former: 0, now: 3 });
    expect({ former: former.said.wholeReads, now: wholeReads() }).toEqual(wholeBefore);
    expect(asked).toBeGreaterThan(120);
    const errors = world.log.filter((line) => line.includes('"level":"error"'));
    expect(errors).toEqual([]);
  }, 120_000);

  it('no request converts a snapshot that was written ahead, in a rollout and in a rollback', async () => {
    const own = `catalog/${formatNumber}/`;
    for (const { key } of world.objects.list('data', own, '', 1000)) await world.objects.delete('data', key);
    const former = await formerVersion();
    await former.write();
    const converted = () => world.log.filter((line) => line.includes('of the former format')).length;
    const ahead = async () => {
      vi.resetModules();
      return (await import('#functions/catalog/write-catalog.ts')).writeCatalogAhead();
    };
    const lists = [await former.startList(), await former.startList()];
    // The deployment writes it while the functions that are there answer, store cars and write their own.
    const [written] = await Promise.all([ahead(), former.write(), ...lists.map((ask) => ask())]);
    expect(written).toBe(truth().filter(isListed).length);
    const convertedAhead = converted();
    expect(await ahead()).toBeNull();
    for (let i = 0; i < 30; i++) await store();
    lists.push(await startList(), await startList(), await former.startList());
    for (let i = 0; i < 10; i++) await Promise.all(lists.map((ask) => ask()));
    // It is taken back: the former functions begin with what they left, however long ago, and the next try writes ahead anew.
    world.advance(26 * 3600_000);
    await store();
    await former.write();
    lists.splice(0, lists.length, await former.startList());
    await lists[0]!();
    expect(await ahead()).toBe(truth().filter(isListed).length);
    lists.push(await startList());
    for (let i = 0; i < 10; i++) await Promise.all(lists.map((ask) => ask()));
    expect(convertedAhead).toBeGreaterThan(0);
    expect(converted()).toBe(convertedAhead);
    expect(former.said.wholeReads).toBe(0);
    expect(world.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  }, 60_000);

  it('snapshots of the former version are deleted once no function can start from them', async () => {
    const left = () =>
      world.objects
        .list('data', prefix, '', 1000)
        .filter(({ key }) => /^\d+-/.test(key.slice(prefix.length)));
    const { writeCatalogWorker: write } = await import('#functions/catalog/workers.ts');
    await write();
    expect(left().length).toBeGreaterThan(0);
    world.advance(9 * 86_400_000);
    await write();
    expect(left()).toEqual([]);
  });
});
