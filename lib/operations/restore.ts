import { createHash } from 'node:crypto';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
  ResourceNotFoundException,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { Refusal } from '#lib/program-options.ts';
import { homeRegion } from '#lib/stage.ts';
import { commonOptions, readStageOptions, requireOutputs } from './stage-options.ts';

/** An item in DynamoDB's own format, so that sets, numbers and bytes are restored exactly. */
export type StoredItem = Record<string, AttributeValue>;

/** Every item of a table, page by page, as it was when its page was read. */
export async function* scanTable(client: DynamoDBClient, tableName: string): AsyncGenerator<StoredItem> {
  const pages = paginateScan({ client }, { TableName: tableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) yield* Items;
}

export const keyOf = ({ pk, sk }: StoredItem): string => JSON.stringify([pk?.S, sk?.S]);

/** An item as a line of text, always the same for the same item. Bytes are base64. */
export function lineOf(item: StoredItem): string {
  const sorted = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      entries.map(([name, one]) => [
        name,
        name === 'SS' || name === 'NS' ? (one as string[]).toSorted() : sorted(one),
      ]),
    );
  };
  return JSON.stringify(sorted(item));
}

/** The changes that make a table equal to the source. */
export type Restoration = { same: number; toWrite: number; toDelete: number };

/** The most writes DynamoDB takes in one request. */
const batchSize = 25;
/** An on-demand table at once takes twice its previous load, and more a moment later. */
const mostTries = 12;

/** The kind of dedupe keys: this person was told this. */
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
 * Makes a table equal to a source, which is opened twice, or only counts the changes. Equal items are not written, so an
 * interrupted restoration can be repeated. Nothing else may write meanwhile. Dedupe keys of alerts are written first:
 * otherwise the table's stream would alert people about everything else as if it were new.
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

const help = `Makes a stage's table what another table holds, such as one that DynamoDB restored beside the stack's own.

  npm run ops -- restore --stage prod TABLE             what would be written and deleted
  npm run ops -- restore --stage prod TABLE --write     does it

${commonOptions}

Set IMPORTS_ENABLED and PAYMENTS_ENABLED to false and deploy first: what is written meanwhile would be taken away.
One that was cut off goes on where it was when it is run again.
`;

export async function run(words: string[]): Promise<void> {
  const options = readStageOptions(words, 'restore', ['write']);
  if (!options) return console.info(help);
  const [source, ...more] = options.words;
  if (!source || more.length > 0)
    throw new Refusal('Name one table: npm run ops -- restore --stage prod TABLE [--write]');
  const { Table } = await requireOutputs(options.stage, ['Table']);
  if (source === Table) throw new Refusal(`${Table} is the table of the stack itself. Nothing was changed.`);
  const isWriting = options.flags.write === true;
  const client = new DynamoDBClient({ region: homeRegion });
  const open = () => scanTable(client, source);
  const { same, toWrite, toDelete } = await restoreTable(client, Table, open, { isWriting }).catch(
    (error) => {
      if (error instanceof ResourceNotFoundException)
        throw new Refusal(`There is no table ${source} in ${homeRegion}. Nothing was changed.`);
      throw error;
    },
  );
  const verbs = isWriting ? ['were written', 'were deleted'] : ['would be written', 'would be deleted'];
  console.info(
    `Of ${Table}: ${same} items are as they were, ${toWrite} ${verbs[0]}, ${toDelete} ${verbs[1]}.`,
  );
  if (!isWriting) console.info('Nothing was changed: --write does it.');
}
