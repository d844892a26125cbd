import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Card } from '#core/cars/card.ts';
import { indexAlias } from '#core/catalog/opensearch/documents.ts';
import { beginIndex, switchTo } from '#functions/catalog/opensearch.ts';
import { indexCarsWorker as handler } from '#functions/catalog/workers.ts';
import { startEngine } from '#tests/support/engine-in-memory.ts';
import { makeCard } from '#tests/support/make-car.ts';

const engine = await startEngine();
afterAll(() => engine.close());
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

describe('indexing of changed cars', () => {
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
