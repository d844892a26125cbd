import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anonymous } from '#core/cars/car.ts';
import type { CatalogChange } from '#core/cars/card.ts';
import { everyCard } from '#core/catalog/card-query.ts';
import { indexAlias } from '#core/catalog/opensearch/documents.ts';
import { indexed } from '#functions/catalog/change-store.ts';
import { beginIndex, indexChanges, noteBuild } from '#functions/catalog/opensearch.ts';
import { carKey, catalogPartitionOf } from '#functions/platform/keys.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { type EngineInMemory, startEngine } from '#tests/support/engine-in-memory.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { makeCard } from '#tests/support/make-car.ts';

const hourMs = 3600_000;
let engine: EngineInMemory;
const table = tableForEachTest();
let log: ReturnType<typeof keepLog>;
let nowMs: number;

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());
beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 21, 8);
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.resetModules();
  log = keepLog();
  engine.clear();
});
afterEach(() => {
  log.restore();
  vi.useRealTimers();
});

const ago = (ms: number) => new Date(nowMs - ms).toISOString();
function store(change: CatalogChange): void {
  table.add({ ...carKey(change.id), kind: 'CAR', ...indexed(change) } as never);
}
const car = (id: string, updatedAt: string) => makeCard({ id, updatedAt });
const removal = (id: string, updatedAt: string): CatalogChange => ({ id, updatedAt, isListed: false });
const keep = async () => (await import('#functions/catalog/workers.ts')).keepCarIndexWorker();
const pass = (ms: number) => {
  nowMs += ms;
  vi.setSystemTime(nowMs);
};
const built = () =>
  engine.asked.filter(({ method, path }) => method === 'PUT' && /^\/[\w-]+$/.test(path)).length;
const documents = () => engine.indexes.get(engine.aliases.get(indexAlias)!)!;

describe('the index of cars', () => {
  it('builds the index from the table when none answers, without removals that no earlier change can follow', async () => {
    store(car('1', ago(hourMs)));
    store(car('2', ago(40 * 24 * hourMs)));
    store(removal('3', ago(hourMs)));
    store(removal('4', ago(8 * 24 * hourMs)));
    await keep();
    expect(engine.listed(indexAlias)).toEqual(['1', '2']);
    expect([...documents().keys()].toSorted()).toEqual(['1', '2', '3']);
    expect(log.lines.join('\n')).toContain('the index of the cars was built');
    const counted = log.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(counted.some(({ CarIndexCars }) => CarIndexCars === 2)).toBe(true);
    // The alarm for an old snapshot counts these: an index that is built must not quiet it.
    expect(counted.some((line) => 'CatalogCars' in line)).toBe(false);
  });

  it('includes changes made while the index was filled for a long time and while it was switched to', async () => {
    store(car('1', ago(hourMs)));
    let calls = 0;
    engine.beforeCall(({ path }) => {
      // Its part of the table is read already.
      if (path.includes('_bulk') && ++calls === 1) {
        store(removal('1', new Date(nowMs).toISOString()));
        store(car('3', new Date(nowMs).toISOString()));
        pass(10 * 60_000);
      }
      // The stream brings this one to whoever answers by now: nobody.
      if (path.includes('_refresh')) store(car('2', new Date(nowMs).toISOString()));
    });
    await keep();
    expect(engine.listed(indexAlias)).toEqual(['2', '3']);
  });

  it('builds the index anew after a day and deletes the former one', async () => {
    store(car('1', ago(hourMs)));
    await keep();
    const former = engine.aliases.get(indexAlias)!;
    pass(23 * hourMs);
    await keep();
    expect([built(), engine.aliases.get(indexAlias)]).toEqual([1, former]);
    pass(2 * hourMs);
    await keep();
    expect(built()).toBe(2);
    expect([...engine.indexes.keys()]).toEqual([engine.aliases.get(indexAlias)]);
    expect(engine.aliases.get(indexAlias)).not.toBe(former);
    expect(engine.listed(indexAlias)).toEqual(['1']);
  });

  it('adds to the index what the stream has lost, and keeps what is newer', async () => {
    store(car('1', ago(3 * hourMs)));
    await keep();
    pass(hourMs);
    store(car('2', ago(30 * 60_000)));
    const newer = car('1', ago(60_000));
    await indexChanges([newer]);
    await keep();
    expect(engine.listed(indexAlias)).toEqual(['1', '2']);
    expect(documents().get('1')!.source.card).toMatchObject({ updatedAt: newer.updatedAt });
    expect(built()).toBe(1);
  });

  /** Ids of this many cars, a minute apart. */
  const storeMany = (count: number, apartMs = 60_000) =>
    Array.from({ length: count }, (_, i) => {
      store(car(`m${i}`, ago((count - i) * apartMs)));
      return `m${i}`;
    });
  const carsOf = ({ path, body }: { path: string; body: string }) =>
    path.includes('_bulk') ? (body.split('\n').length - 1) / 2 : 0;
  const sentCars = () => engine.asked.reduce((sum, call) => sum + carsOf(call), 0);
  /** Some 1,800 cars fit into a run. */
  const takeLong = () => engine.beforeCall((call) => pass(carsOf(call) * 400));

  it('continues an index that one run has no time for, while the former one answers', async () => {
    const ids = storeMany(4_000);
    await keep();
    const former = engine.aliases.get(indexAlias)!;
    pass(25 * hourMs);
    takeLong();
    let runs = 0;
    for (; engine.aliases.get(indexAlias) === former && runs < 9; runs++) {
      // Read by an earlier run already.
      if (runs === 1) store(removal('m0', new Date(nowMs).toISOString()));
      await keep();
      pass(3 * 60_000);
    }
    expect(runs).toBeGreaterThan(2);
    expect(built()).toBe(2);
    expect(engine.listed(indexAlias)).toEqual(ids.slice(1).toSorted());
    expect([...engine.indexes.keys()]).toEqual([engine.aliases.get(indexAlias)]);
  });

  it('continues a failed build in the next try at the last page that was indexed', async () => {
    const ids = storeMany(3_000);
    let calls = 0;
    engine.beforeCall(({ path }) => {
      if (path.includes('_bulk') && ++calls === 60) engine.refuse(/_bulk/, 403);
    });
    await expect(keep()).rejects.toThrow(/403/);
    expect(engine.aliases.size).toBe(0);
    pass(60_000);
    await keep();
    expect(engine.listed(indexAlias)).toEqual(ids.toSorted());
    expect(built()).toBe(1);
    expect(sentCars()).toBeLessThan(4_000);
  });

  it('builds the index in one run at a time, and continues what a run that was cut off had begun', async () => {
    store(car('1', ago(hourMs)));
    const index = await beginIndex(new Date(nowMs), 'a1b2c3d4');
    await noteBuild({ index, filled: {}, busyUntil: new Date(nowMs + 12 * 60_000).toISOString() });
    pass(11 * 60_000);
    await keep();
    expect(engine.aliases.size).toBe(0);
    expect(log.lines.join('\n')).toContain('is being built by another run');
    pass(2 * 60_000);
    await keep();
    expect(engine.aliases.get(indexAlias)).toBe(index);
    expect(engine.listed(indexAlias)).toEqual(['1']);
    expect(built()).toBe(1);
  });

  it('builds the index of a new format before its functions take over, however long it takes', async () => {
    const { buildCarIndexAhead } = await import('#functions/catalog/keep-car-index.ts');
    const ids = storeMany(3_000);
    engine.beforeCall(({ path }) => void (path.includes('_bulk') && pass(15_000)));
    expect(await buildCarIndexAhead(0)).toBe(true);
    expect(engine.listed(indexAlias)).toEqual(ids.toSorted());
    expect(log.lines.join('\n')).toContain('is continued by the next run');
    expect(await buildCarIndexAhead(0)).toBe(false);
    expect(built()).toBe(1);
  });

  it('brings an index that was built ahead up to date when the deployment is tried again hours later', async () => {
    const { buildCarIndexAhead } = await import('#functions/catalog/keep-car-index.ts');
    for (const id of ['1', '2']) store(car(id, ago(hourMs)));
    expect(await buildCarIndexAhead(0)).toBe(true);
    pass(5 * hourMs);
    store(removal('1', ago(0)));
    pass(15 * hourMs);
    expect(await buildCarIndexAhead(0)).toBe(false);
    expect(engine.listed(indexAlias)).toEqual(['2']);
    expect(built()).toBe(1);
  });

  it('brings an index that no function has filled for hours up to date, and then reads only what is new', async () => {
    for (const id of ['1', '2']) store(car(id, ago(hourMs)));
    await keep();
    pass(5 * hourMs);
    store(removal('1', ago(0)));
    pass(15 * hourMs);
    await keep();
    expect(engine.listed(indexAlias)).toEqual(['2']);
    expect(built()).toBe(1);
    const sent = sentCars();
    storeMany(1);
    await keep();
    // The last change of each partition is read again.
    expect(sentCars() - sent).toBe(3);
  });

  it('ends before a function must, also when much was lost and the index is due to be built anew', async () => {
    store(car('old', ago(hourMs)));
    await keep();
    const former = engine.aliases.get(indexAlias)!;
    pass(25 * hourMs);
    const ids = storeMany(2_000, 1_000);
    takeLong();
    const lasted: number[] = [];
    while (engine.aliases.get(indexAlias) === former && lasted.length < 9) {
      const startedMs = nowMs;
      await keep();
      lasted.push(nowMs - startedMs);
    }
    expect(Math.max(...lasted)).toBeLessThan(15 * 60_000);
    expect(lasted.length).toBeGreaterThan(1);
    expect(engine.aliases.get(indexAlias)).not.toBe(former);
    expect(engine.listed(indexAlias)).toEqual([...ids, 'old'].toSorted());
  });

  it('continues a build whose run was ended before it could note how far it came', async () => {
    const ids = storeMany(3_000);
    let calls = 0;
    engine.beforeCall(({ path }) => {
      if (!path.includes('_bulk')) return;
      pass(10_000);
      if (++calls !== 40) return;
      engine.refuse(/_bulk/, 403);
      engine.refuse(/_mapping/, 403);
    });
    await expect(keep()).rejects.toThrow(/403/);
    const [index] = engine.indexes.keys();
    const filled = engine.indexes.get(index!)!.size;
    const sent = sentCars();
    pass(15 * 60_000);
    while (engine.aliases.size === 0) await keep();
    expect(engine.listed(indexAlias)).toEqual(ids.toSorted());
    expect(built()).toBe(1);
    // All that is left, the pages since the last note, and the end of each partition once more.
    expect(filled).toBeGreaterThan(1_000);
    expect(sentCars() - sent).toBeLessThan(3_000);
  });

  it('includes what changed before the switch although the run has no time left', async () => {
    const ids = storeMany(200);
    engine.beforeCall(({ path }) => {
      if (!path.includes('_refresh')) return;
      pass(12 * 60_000);
      for (const id of ids) store(removal(id, new Date(nowMs).toISOString()));
    });
    await keep();
    expect(engine.listed(indexAlias)).toEqual([]);
  });

  it('counts the listed cars of the table by one of its partitions', async () => {
    const { countListedCars } = await import('#functions/catalog/change-store.ts');
    const inFirst = Array.from({ length: 200 }, (_, i) => `n${i}`).filter(
      (id) => catalogPartitionOf(id) === 'CAT#00',
    );
    for (const id of inFirst) store(car(id, ago(hourMs)));
    store(removal(inFirst[0]!, ago(0)));
    expect(await countListedCars()).toBe(16 * (inFirst.length - 1));
  });
});

const snapshotPointers = /current\.json/;
/** There is none of this format, with or without what changed since, and none of the one before. */
function refuseSnapshots(): void {
  for (let pointer = 0; pointer < 4; pointer++)
    engine.refuse(snapshotPointers, 404, '<Error><Code>NoSuchKey</Code></Error>');
}

describe('the list of cars', () => {
  const ask = async () => {
    const { getCatalog } = await import('#functions/catalog/catalog.ts');
    const catalog = await getCatalog({ isBusy: false, heardOf: null });
    return { total: (await catalog.query(everyCard, anonymous)).totalCount, version: catalog.version };
  };

  it('answers the list from the index where the stage is configured so', async () => {
    vi.stubEnv('CATALOG', 'opensearch');
    await keep();
    engine.find(() => ({
      hits: { total: { value: 7 }, hits: [] },
      aggregations: { newest: { value: Date.UTC(2026, 10, 20) } },
    }));
    expect(await ask()).toEqual({ total: 7, version: '2026-11-20T00:00:00.000Z' });
    expect(table.calls.every((name) => name !== 'GetCommand')).toBe(true);
  });

  it('answers the list from memory until the first index is built, and tells the operator', async () => {
    vi.stubEnv('CATALOG', 'opensearch');
    // No snapshot here: the whole table is read.
    vi.stubEnv('CATALOG_BUCKET', 'none');
    vi.stubEnv('AWS_ENDPOINT_URL_S3', process.env.CAR_INDEX_ENDPOINT!);
    store(car('1', ago(hourMs)));
    refuseSnapshots();
    expect((await ask()).total).toBe(1);
    expect(log.lines.join('\n')).toContain('there is no index of the cars yet');
    expect(engine.asked.some(({ path }) => path === '/_msearch')).toBe(false);
  });

  it('answers the list from memory while an index is tried out, also when the engine does not answer', async () => {
    vi.stubEnv('CATALOG', 'shadow');
    vi.stubEnv('CATALOG_BUCKET', 'none');
    vi.stubEnv('AWS_ENDPOINT_URL_S3', process.env.CAR_INDEX_ENDPOINT!);
    store(car('1', ago(hourMs)));
    refuseSnapshots();
    engine.refuse(/_alias$/, 403);
    expect((await ask()).total).toBe(1);
    expect(log.lines.join('\n')).toContain('could not be asked for the index of the cars');
    await keep();
    engine.find(() => ({ hits: { total: { value: 7 }, hits: [] }, aggregations: { newest: { value: 1 } } }));
    expect((await ask()).total).toBe(1);
    expect(log.lines.some((line) => JSON.parse(line).CarIndexBehind === 1)).toBe(true);
  });

  it('answers the list from memory and asks no engine where the stage configures none', async () => {
    vi.stubEnv('CATALOG_BUCKET', 'none');
    vi.stubEnv('AWS_ENDPOINT_URL_S3', process.env.CAR_INDEX_ENDPOINT!);
    store(car('1', ago(hourMs)));
    refuseSnapshots();
    expect((await ask()).total).toBe(1);
    expect(engine.asked.every(({ path }) => snapshotPointers.test(path))).toBe(true);
  });
});
