import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Card } from '#core/cars/card.ts';
import { indexAlias } from '#core/catalog/opensearch/documents.ts';
import {
  answeringSince,
  beginIndex,
  deleteOldIndexes,
  fillIndex,
  indexChanges,
  noteBuild,
  switchTo,
  unfinishedBuild,
} from '#functions/catalog/opensearch.ts';
import { indexCarsWorker as handler } from '#functions/catalog/workers.ts';
import { startEngine } from '#tests/support/engine-in-memory.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { makeCard } from '#tests/support/make-car.ts';
import { instant } from '#tests/support/random-cards.ts';

const engine = await startEngine();
afterAll(() => engine.close());
beforeEach(() => {
  engine.clear();
});

const now = new Date('2026-11-25T10:30:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const hourMs = 3600_000;
const build = async (at: Date, random = 'a1b2c3d4') => {
  const index = await beginIndex(at, random);
  await switchTo(index);
  return index;
};
const car = (id: string, step: number) => makeCard({ id, updatedAt: instant(step) });
const removal = (id: string, step: number) => ({ id, updatedAt: instant(step), isListed: false as const });
const bulks = () => engine.asked.filter(({ path }) => path.includes('_bulk'));

describe('changes of the index', () => {
  it('keeps the newest version of a car, whatever the order and number of its changes', async () => {
    await build(now);
    await indexChanges([car('1', 5), car('2', 5), removal('1', 9)]);
    await indexChanges([car('1', 7), car('1', 9), removal('2', 3), car('2', 5)]);
    expect(engine.listed(indexAlias)).toEqual(['2']);
    await indexChanges([car('1', 10)]);
    expect(engine.listed(indexAlias)).toEqual(['1', '2']);
  });

  it('sends changes in portions that a small node accepts, and sends nothing when there are none', async () => {
    const index = await beginIndex(now, 'a1b2c3d4');
    const words = 'æ'.repeat(300_000);
    await fillIndex(
      index,
      Array.from({ length: 12 }, (_, i) => ({ ...car(String(i), 1), title: words })),
    );
    expect(engine.indexes.get(index)!.size).toBe(12);
    expect(bulks()).toHaveLength(2);
    expect(Math.max(...bulks().map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(4 * 1_048_576);
    await indexChanges([]);
    expect(bulks()).toHaveLength(2);
  });

  it('drops changes while no index answers, since building one reads them from the table', async () => {
    await expect(indexChanges([car('1', 1)])).resolves.toBeUndefined();
    expect(bulks()[0]!.path).toBe(`/${indexAlias}/_bulk?require_alias=true`);
    await expect(fillIndex('cars-nowhere', [car('1', 1)])).rejects.toThrow(/did not take a change/);
  });

  it('continues without a car that the engine can never accept, and tells the operator', async () => {
    const log = keepLog();
    await build(now);
    const broken = {
      _id: '2',
      status: 400,
      error: { type: 'mapper_parsing_exception', reason: 'too large' },
    };
    engine.refuse(/_bulk/, 200, { items: [{ index: { _id: '1', status: 201 } }, { index: broken }] });
    await indexChanges([car('1', 1), car('2', 1)]);
    const [line] = log.lines.map((text) => JSON.parse(text) as object);
    expect(line).toMatchObject({ level: 'error', id: '2', type: 'mapper_parsing_exception' });
    log.restore();
  });

  it('fails so that the change is retried when the engine could not store one', async () => {
    await build(now);
    const rejected = { status: 429, error: { type: 'rejected_execution_exception', reason: 'full' } };
    engine.refuse(/_bulk/, 200, { items: [{ index: { status: 201 } }, { index: rejected }] });
    await expect(indexChanges([car('1', 1), car('2', 1)])).rejects.toThrow(/rejected_execution_exception/);
    engine.refuse(/_bulk/, 403, { message: 'no permissions' });
    await expect(indexChanges([car('1', 1)])).rejects.toThrow(
      /OpenSearch refused POST .* 403: .*no permissions/,
    );
  });
});

describe('building an index', () => {
  it('answers from a built index as soon as it replaces the former one', async () => {
    expect(await answeringSince()).toBeNull();
    const former = await build(ago(30 * hourMs), 'former');
    expect(await answeringSince()).toEqual(ago(30 * hourMs));
    const index = await beginIndex(now, 'next');
    expect(engine.aliases.get(indexAlias)).toBe(former);
    await switchTo(index);
    expect(engine.aliases.get(indexAlias)).toBe(index);
    expect(await answeringSince()).toEqual(now);
    const switches = engine.asked.filter(({ path }) => path === '/_aliases');
    expect(JSON.parse(switches.at(-1)!.body).actions).toEqual([
      { remove: { index: former, alias: indexAlias } },
      { add: { index, alias: indexAlias } },
    ]);
  });

  it('continues the index that was begun after the one that answers, for a day', async () => {
    await build(ago(hourMs), 'answers');
    await beginIndex(ago(2 * hourMs), 'former');
    expect(await unfinishedBuild(now)).toBeNull();
    const index = await beginIndex(ago(60_000), 'young');
    expect(await unfinishedBuild(now)).toEqual({ index, filled: {}, busyUntil: null });
    const noted = { index, filled: { 'CAT#00': instant(3) }, busyUntil: instant(9) };
    await noteBuild(noted);
    expect(await unfinishedBuild(now)).toEqual(noted);
    expect(await unfinishedBuild(new Date(now.getTime() + 24 * hourMs))).toBeNull();
  });

  it('makes an index searchable at its end and not while it is filled', async () => {
    const index = await build(now);
    const of = (path: string) => engine.asked.find((call) => call.method === 'PUT' && call.path === path)!;
    expect(JSON.parse(of(`/${index}`).body).settings.index.refresh_interval).toBe('-1');
    expect(JSON.parse(of(`/${index}/_settings`).body).index.refresh_interval).toBe('1s');
    const paths = engine.asked.map(({ path }) => path);
    expect(paths.indexOf(`/${index}/_refresh`)).toBeLessThan(paths.indexOf('/_aliases'));
  });

  it('deletes former indexes soon after they are replaced or their format ends, and keeps the one that answers', async () => {
    const [former, unfinished] = [
      await build(ago(24 * hourMs), 'former'),
      await beginIndex(ago(3 * hourMs), 'cut'),
    ];
    const building = await beginIndex(ago(60_000), 'other');
    const current = await build(ago(20 * 60_000), 'current');
    const formats = { old: 'cars-2-1-20261110103000-aa', late: 'cars-2-1-20261124103000-bb' };
    for (const name of Object.values(formats)) engine.indexes.set(name, new Map());
    engine.aliases.set('cars-2-1', formats.late);
    expect((await deleteOldIndexes(now)).toSorted()).toEqual([formats.old, former, unfinished].toSorted());
    expect([...engine.indexes.keys()].toSorted()).toEqual([building, current, formats.late].toSorted());
  });
});

describe('indexing of changed cars', () => {
  beforeEach(async () => {
    engine.clear();
    await switchTo(await beginIndex(new Date(), 'a1b2c3d4'));
  });

  const record = (item: Record<string, unknown>, number: number) => ({
    dynamodb: { SequenceNumber: String(number), NewImage: marshall(item, { removeUndefinedValues: true }) },
  });
  const carItem = (fields: Partial<Card>) => ({ kind: 'CAR', gsi1pk: 'CAT#01', card: makeCard(fields) });
  const hand = (items: Record<string, unknown>[]) =>
    handler({ Records: items.map((item, i) => record(item, i + 1)) } as never);

  it('indexes cars as the stream brings them, and removes from the list what leaves the catalog', async () => {
    const updatedAt = '2026-11-20T10:00:00.000Z';
    const later = '2026-11-20T10:00:01.000Z';
    const answer = await hand([
      carItem({ id: '1', updatedAt }),
      carItem({ id: '2', updatedAt }),
      { kind: 'CAR', gsi1pk: 'CAT#02', card: { id: '2', updatedAt: later, isListed: false } },
    ]);
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(engine.listed(indexAlias)).toEqual(['1']);
  });

  it('indexes no privately imported cars and no other stored items', async () => {
    await hand([
      { kind: 'CAR', card: makeCard({ id: 'p-1', ownerId: 'owner' }) },
      { kind: 'JOB', gsi1pk: 'x', card: makeCard({ id: '9' }) },
    ]);
    expect(engine.listed(indexAlias)).toEqual([]);
  });

  it('completes cars that a former version stored before indexing them', async () => {
    await hand([
      {
        kind: 'CAR',
        gsi1pk: 'CAT#01',
        card: { id: '5', updatedAt: '2026-11-20T10:00:00.000Z', title: 'Golf' },
      },
    ]);
    expect(engine.indexes.get(engine.aliases.get(indexAlias)!)!.get('5')!.source.card).toMatchObject({
      features: [],
      sources: expect.any(Array),
    });
  });

  it('returns the records from the first that the engine refuses for a retry, and indexes those before it', async () => {
    const refused = { index: { status: 429, error: { type: 'rejected_execution_exception', reason: '' } } };
    engine.refuse(/_bulk/, 200, { items: [{ index: { status: 201 } }, refused] });
    // One by one: the first is taken, the second is not.
    let single = 0;
    engine.beforeCall(({ path }) => {
      if (path.includes('_bulk') && ++single === 3) engine.refuse(/_bulk/, 200, { items: [refused] });
    });
    expect(await hand([carItem({ id: '1' }), carItem({ id: '2' }), carItem({ id: '3' })])).toEqual({
      batchItemFailures: [{ itemIdentifier: '2' }],
    });
    expect(engine.listed(indexAlias)).toEqual(['1']);
  });

  it('returns all records for a retry when the engine accepts none', async () => {
    engine.refuse(/_bulk/, 403);
    engine.refuse(/_bulk/, 403);
    expect(await hand([carItem({ id: '1' }), carItem({ id: '2' })])).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }],
    });
  });

  it('continues past a record that cannot be read', async () => {
    const unreadable = { dynamodb: { SequenceNumber: '7', NewImage: { card: { N: '1e300' } } } };
    const answer = await handler({ Records: [record(carItem({ id: '1' }), 6), unreadable] } as never);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '7' }] });
    expect(engine.listed(indexAlias)).toEqual(['1']);
  });
});
