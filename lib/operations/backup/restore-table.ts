import { createHash } from 'node:crypto';
import { BatchWriteItemCommand, type DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { keyOf, lineOf, type StoredItem, scanTable } from './table-items.ts';

/** What makes a table what the source is. */
export type Restoration = { same: number; toWrite: number; toDelete: number };

/** DynamoDB takes so many writes in one request. */
const batchSize = 25;
/** A table on demand takes twice what it took before at once, and more a moment later. */
const mostTries = 12;

/** The kind of item that says: this person was told of this. */
const toldMark = 'SEEN';

const hashOf = (item: StoredItem) => createHash('sha256').update(lineOf(item)).digest('base64');

async function writeBatch(
  client: DynamoDBClient,
  tableName: string,
  requests: WriteRequest[],
  pause: (milliseconds: number) => Promise<void>,
): Promise<void> {
  let left = requests;
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt === mostTries)
      throw new Error(
        `The table takes no more writes: ${left.length} items of a batch are not written. Run it again.`,
      );
    if (attempt > 0) await pause(Math.min(50 * 2 ** attempt, 10_000));
    const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: left } }));
    left = answer.UnprocessedItems?.[tableName] ?? [];
  }
}

/**
 * Makes a table hold exactly the items of a source, which is opened twice, or says what that would take. What is the same
 * already is not written, so that a restoration that was cut off goes on where it was. Nothing else may write meanwhile.
 * The marks of what people were told come first: the table's stream tells of all the rest as if it were new.
 */
export async function restoreTable(
  client: DynamoDBClient,
  tableName: string,
  openSource: () => AsyncIterable<StoredItem>,
  {
    isWriting,
    pause = (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
  }: { isWriting: boolean; pause?: (milliseconds: number) => Promise<void> },
): Promise<Restoration> {
  const present = new Map<string, { hash: string; key: StoredItem }>();
  for await (const item of scanTable(client, tableName))
    present.set(keyOf(item), { hash: hashOf(item), key: { pk: item.pk!, sk: item.sk! } });

  const done: Restoration = { same: 0, toWrite: 0, toDelete: 0 };
  let batch: WriteRequest[] = [];
  const flush = async () => {
    const full = batch;
    batch = [];
    if (isWriting && full.length > 0) await writeBatch(client, tableName, full, pause);
  };
  const add = async (request: WriteRequest) => {
    batch.push(request);
    if (batch.length === batchSize) await flush();
  };

  for (const isOfMarks of [true, false]) {
    for await (const item of openSource()) {
      if ((item.kind?.S === toldMark) !== isOfMarks) continue;
      const key = keyOf(item);
      const isSame = present.get(key)?.hash === hashOf(item);
      present.delete(key);
      if (isSame) done.same++;
      else {
        done.toWrite++;
        await add({ PutRequest: { Item: item } });
      }
    }
    await flush();
  }
  for (const { key } of present.values()) {
    done.toDelete++;
    await add({ DeleteRequest: { Key: key } });
  }
  await flush();
  return done;
}
