import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineOf, restoreTable, type StoredItem, scanTable } from '#lib/operations/restore.ts';
import { storedFixtures } from '#tests/support/stored-fixtures.ts';
import { startTestTable, type TestTable } from '#tests/support/table.ts';

const stored = storedFixtures.map(({ item }) => marshall(item));
const odd: StoredItem = {
  pk: { S: 'ODD' },
  sk: { S: 'ODD' },
  bytes: { B: new Uint8Array([0, 255, 10]) },
  numbers: { NS: ['2', '1'] },
  deep: { M: { list: { L: [{ NULL: true }, { BOOL: false }, { N: '0.1' }] } } },
};
const items = [...stored, odd];
const linesOf = (some: readonly StoredItem[]) => some.map(lineOf).toSorted();

async function* each(some: readonly StoredItem[]): AsyncGenerator<StoredItem> {
  yield* some;
}
async function all(source: AsyncIterable<StoredItem>): Promise<StoredItem[]> {
  const found: StoredItem[] = [];
  for await (const item of source) found.push(item);
  return found;
}

describe('a restoration', () => {
  let table: TestTable;
  let client: DynamoDBClient;
  beforeAll(async () => {
    table = await startTestTable();
    client = new DynamoDBClient({});
  });
  afterAll(() => table.close());
  const restore = (source: readonly StoredItem[], isWriting = true) =>
    restoreTable(client, table.name, () => each(source), { isWriting });
  const held = async () => linesOf(await all(scanTable(client, table.name)));

  it('a restore changes nothing without the flag', async () => {
    expect(await restore(items, false)).toEqual({ same: 0, toWrite: items.length, toDelete: 0 });
    expect(await held()).toEqual([]);
  });

  it('a restore fills an empty table, and a second one finds nothing to do', async () => {
    expect(await restore(items)).toMatchObject({ toWrite: items.length });
    expect(await held()).toEqual(linesOf(items));
    expect(await restore(items)).toEqual({ same: items.length, toWrite: 0, toDelete: 0 });
  });

  it('a restore removes later items and restores changed and lost ones', async () => {
    await restore(items);
    const [lost, changed, ...rest] = items;
    const later: StoredItem = { pk: { S: 'LATER' }, sk: { S: 'LATER' }, kind: { S: 'LATER' } };
    await restore([{ ...changed!, kind: { S: 'WRONG' } }, ...rest, later]);
    expect(await held()).not.toContain(lineOf(lost!));
    expect(await restore(items)).toEqual({ same: rest.length, toWrite: 2, toDelete: 1 });
    expect(await held()).toEqual(linesOf(items));
  });
});

describe('the writes of a restoration', () => {
  const mark: StoredItem = { pk: { S: 'USER#1' }, sk: { S: 'SEEN#x' }, kind: { S: 'SEEN' } };
  const find: StoredItem = { pk: { S: 'USER#1' }, sk: { S: 'FOUND#x' }, kind: { S: 'FOUND' } };
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);

  it('a restore writes sent alerts first, so that nobody gets them again', async () => {
    const client = new DynamoDBClient({ region: 'eu-north-1' });
    const mocked = mockClient(client).onAnyCommand().resolves({ Items: [] });
    await restoreTable(client, 't', () => each([find, mark]), { isWriting: true, pause });
    const written = mocked
      .commandCalls(BatchWriteItemCommand)
      .flatMap(({ args }) => args[0].input.RequestItems?.t ?? [])
      .map(({ PutRequest }) => PutRequest?.Item?.kind?.S);
    expect(written).toEqual(['SEEN', 'FOUND']);
  });

  it('throttled writes of a restore are retried with growing pauses and finally reported', async () => {
    const client = new DynamoDBClient({ region: 'eu-north-1' });
    const left = { UnprocessedItems: { t: [{ PutRequest: { Item: mark } }] } };
    const mocked = mockClient(client).onAnyCommand().resolves({ Items: [] });
    mocked.on(BatchWriteItemCommand).resolvesOnce(left).resolvesOnce(left).resolves({});
    await restoreTable(client, 't', () => each([mark]), { isWriting: true, pause });
    expect(pauses).toEqual([100, 200]);
    mocked.on(BatchWriteItemCommand).resolves(left);
    const again = restoreTable(client, 't', () => each([mark]), { isWriting: true, pause });
    await expect(again).rejects.toThrow('1 items of a batch are not written');
  });
});
