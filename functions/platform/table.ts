import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import type { IndexName, Key } from './keys.ts';
import { env } from './settings.ts';

const maxAttempts = 8;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

/** Full jitter: a random time up to 50 ms, 100 ms, 200 ms …, so that calls throttled together are not retried together. */
export const pauseBeforeRetryMs = (retry: number): number =>
  Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (retry - 1));

/**
 * One client per execution environment; sets are read as JavaScript sets, undefined fields are left out. The SDK's own
 * pauses after throttling start at a second, too long for a request (decision 20). Its retry quota stays: when most calls
 * are throttled, it adds no more.
 */
export const documentClient = DynamoDBDocumentClient.from(
  new DynamoDBClient({ retryStrategy: new ConfiguredRetryStrategy(maxAttempts, pauseBeforeRetryMs) }),
  { marshallOptions: { removeUndefinedValues: true } },
);

/** An item as stored: its key, its kind (the stream filters by it), and the entity's own fields. */
export type Item = Key & { kind: string; version?: number; ttl?: number } & Record<string, unknown>;
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
/** A change of an item. A field that is undefined, or a set without members, is left out. */
export type Change = {
  set?: Record<string, unknown>;
  /** Set where the item does not have the field. */
  setOnce?: Record<string, unknown>;
  remove?: readonly string[];
  /** Numbers to add to fields, and members to add to sets. */
  add?: Record<string, number | ReadonlySet<string>>;
  /** Members to take out of sets. */
  take?: Record<string, ReadonlySet<string>>;
  /** Names a field by a "#" before it where the name is a reserved word. */
  condition?: string;
  /** The values of the condition. */
  values?: Record<string, unknown>;
};

const client: DynamoDBDocumentClient = documentClient;
const TableName = () => env('TABLE_NAME');

const mostAttempts = 6;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function isTransactionConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TransactionInProgressException' || error.name === 'TransactionConflictException')
    return true;
  if (error.name !== 'TransactionCanceledException') return false;
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? [];
  return (
    reasons.some((r) => r.Code === 'TransactionConflict' || r.Code === 'ThrottlingError') &&
    !reasons.some((r) => r.Code === 'ConditionalCheckFailed')
  );
}

/** Retries a transaction that conflicts with another one, with growing, jittered pauses. */
async function pastConflicts(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= mostAttempts || !isTransactionConflict(error)) throw error;
      await pause(20 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** True when one of our conditions failed: an expected result, not a fault. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

/** The index of a transaction's first item whose condition failed; null for another error. */
export function failedCondition(error: unknown): number | null {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return null;
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? [];
  const index = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
  return index === -1 ? null : index;
}

/** Read consistently. */
export async function getItem(key: Key): Promise<Item | null> {
  const answer = await client.send(
    new GetCommand({ TableName: TableName(), Key: key, ConsistentRead: true }),
  );
  return (answer.Item as Item | undefined) ?? null;
}

/** All existing items of these keys, or these fields of them, read consistently, in no order; keys must be distinct. */
export async function getItems(keys: readonly Key[], fields?: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let from = 0; from < keys.length; from += 100) {
    let pending = keys.slice(from, from + 100).map(({ pk, sk }): Key => ({ pk, sk }));
    while (pending.length > 0) {
      const answer = await client.send(
        new BatchGetCommand({
          RequestItems: {
            [TableName()]: {
              Keys: pending,
              ConsistentRead: true,
              ...(fields !== undefined && { ProjectionExpression: fields }),
            },
          },
        }),
      );
      items.push(...((answer.Responses?.[TableName()] ?? []) as Item[]));
      pending = (answer.UnprocessedKeys?.[TableName()]?.Keys ?? []) as Key[];
      if (pending.length > 0) await pause(50 + Math.random() * 100);
    }
  }
  return items;
}

export async function putItem(item: Item): Promise<void> {
  await client.send(new PutCommand({ TableName: TableName(), Item: item }));
}

/** Puts an item unless there is one with its key; then false. */
export async function putNew(item: Item): Promise<boolean> {
  const ConditionExpression = 'attribute_not_exists(pk)';
  try {
    await client.send(new PutCommand({ TableName: TableName(), Item: item, ConditionExpression }));
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && !(value instanceof Set && value.size === 0);

/** The names of the given fields. */
const given = (fields: object = {}): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (isGiven(value) ? [name] : []));

/** A change in DynamoDB's expressions. Each field stands behind a "#", because many names are reserved words. */
function expressionsOf({ set, setOnce, remove = [], add, take, condition, values }: Change) {
  const clauses = {
    SET: [
      ...given(set).map((name) => `#${name} = :new_${name}`),
      ...given(setOnce).map((name) => `#${name} = if_not_exists(#${name}, :new_${name})`),
    ],
    REMOVE: remove.map((name) => `#${name}`),
    ADD: given(add).map((name) => `#${name} :new_${name}`),
    DELETE: given(take).map((name) => `#${name} :new_${name}`),
  };
  const UpdateExpression = Object.entries(clauses)
    .filter(([, parts]) => parts.length > 0)
    .map(([clause, parts]) => `${clause} ${parts.join(', ')}`)
    .join(' ');
  const named = `${UpdateExpression} ${condition}`.matchAll(/#(\w+)/g);
  const fields: Record<string, unknown> = { ...set, ...setOnce, ...add, ...take };
  const all = {
    ...values,
    ...Object.fromEntries(given(fields).map((name) => [`:new_${name}`, fields[name]])),
  };
  return {
    UpdateExpression,
    ConditionExpression: condition,
    ExpressionAttributeNames: Object.fromEntries(named),
    // DynamoDB refuses an empty list of values.
    ExpressionAttributeValues: Object.keys(all).length > 0 ? all : undefined,
  };
}

/** Returns the item after the change. @throws ConditionalCheckFailedException */
export async function changeItem(key: Key, change: Change): Promise<Item> {
  const answer = await client.send(
    new UpdateCommand({
      TableName: TableName(),
      Key: key,
      ...expressionsOf(change),
      ReturnValues: 'ALL_NEW',
    }),
  );
  return answer.Attributes as Item;
}

type ConditionalChange = Change & { condition: string };

/** The item after the change; null when the condition failed. */
export async function changedItem(key: Key, change: ConditionalChange): Promise<Item | null> {
  try {
    return await changeItem(key, change);
  } catch (error) {
    if (isConditionFailure(error)) return null;
    throw error;
  }
}

/** False when the condition failed. */
export const changeIf = async (key: Key, change: ConditionalChange): Promise<boolean> =>
  (await changedItem(key, change)) !== null;

/** False when there is no such item. */
export const changeExisting = (key: Key, change: Omit<Change, 'condition' | 'values'>): Promise<boolean> =>
  changeIf(key, { ...change, condition: 'attribute_exists(pk)' });

export async function queryPartition(pk: string): Promise<Item[]> {
  return pageAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  });
}

/** Every item of a partition whose sort key starts with `prefix` (not empty), over all pages. */
export async function queryAll(
  pk: string,
  prefix: string,
  options: Partial<QueryCommandInput> & { newestFirst?: boolean } = {},
): Promise<Item[]> {
  const { newestFirst, ...rest } = options;
  return pageAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ScanIndexForward: !newestFirst,
    ConsistentRead: true,
    ...rest,
  });
}

/** What an index holds of an item: its key, and its sort key in the index. */
export type IndexEntry = Key & { sort: string };

/**
 * All entries of an index partition with a sort key from `from` up to and including `until`, in order. Indexes hold only keys (except
 * the catalog's) and lag behind, so the items are read from the table.
 */
export async function readIndex(
  index: IndexName,
  partition: string,
  until: string | null = null,
  from: string | null = null,
): Promise<IndexEntry[]> {
  const condition = [
    `${index}pk = :partition`,
    ...(until === null
      ? []
      : [from === null ? `${index}sk <= :until` : `${index}sk BETWEEN :from AND :until`]),
  ].join(' AND ');
  const items = await pageAll({
    IndexName: index,
    KeyConditionExpression: condition,
    ExpressionAttributeValues: {
      ':partition': partition,
      ...(until !== null && { ':until': `${until}~` }),
      ...(from !== null && { ':from': from }),
    },
  });
  return items.map((item) => ({ pk: item.pk, sk: item.sk, sort: String(item[`${index}sk`]) }));
}

type TableQuery = Omit<QueryCommandInput, 'TableName'>;

export async function* pagesOf(query: TableQuery): AsyncGenerator<Item[]> {
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const answer = await client.send(
      new QueryCommand({ TableName: TableName(), ...query, ExclusiveStartKey: start }),
    );
    yield (answer.Items ?? []) as Item[];
    start = answer.LastEvaluatedKey;
  } while (start);
}

/** All items of a query, or those of the first `mostPages`. */
export async function pageAll(query: TableQuery, mostPages = Number.POSITIVE_INFINITY): Promise<Item[]> {
  const items: Item[] = [];
  let pages = 0;
  for await (const page of pagesOf(query)) {
    items.push(...page);
    if (++pages >= mostPages) break;
  }
  return items;
}

/** Writes all or nothing. Conflicts with other transactions are retried with growing, jittered pauses. @throws when a condition fails */
export const transact = (items: readonly TransactItem[]): Promise<void> =>
  pastConflicts(async () => {
    await client.send(new TransactWriteCommand({ TransactItems: [...items] }));
  });

/** Writes all or nothing. The index of the first item whose condition failed; null when all were written. */
export async function failedStep(items: readonly TransactItem[]): Promise<number | null> {
  try {
    await transact(items);
    return null;
  } catch (error) {
    const failed = failedCondition(error);
    if (failed === null) throw error;
    return failed;
  }
}

/** Writes all or nothing; false when a condition failed. */
export const transactIf = async (items: readonly TransactItem[]): Promise<boolean> =>
  (await failedStep(items)) === null;

/**
 * A single conditional put, which costs half of a transaction with one item. False when its condition failed. A retry after
 * a lost answer may fail on its own first write: that counts as written.
 */
export async function putAlone({ Put }: TransactItem): Promise<boolean> {
  const put = Put!;
  try {
    await pastConflicts(async () => {
      await client.send(new PutCommand(put));
    });
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const item = put.Item as Item;
    const { pk, sk } = item;
    // The table does not store undefined fields.
    return isDeepStrictEqual(await getItem({ pk, sk }), JSON.parse(JSON.stringify(item)));
  }
}

export const put = (item: Item, condition?: string, values?: Record<string, unknown>): TransactItem => ({
  Put: {
    TableName: TableName(),
    Item: item,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
  },
});
export const update = (key: Key, change: Change): TransactItem => ({
  Update: { TableName: TableName(), Key: key, ...expressionsOf(change) },
});
export const remove = (key: Key, condition?: string, values?: Record<string, unknown>): TransactItem => ({
  Delete: {
    TableName: TableName(),
    Key: key,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
  },
});
export const check = (key: Key, condition: string, values?: Record<string, unknown>): TransactItem => ({
  ConditionCheck: {
    TableName: TableName(),
    Key: key,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
  },
});

/** Deletes an item; succeeds when it does not exist. */
export async function deleteItem(key: Key): Promise<void> {
  await client.send(new DeleteCommand({ TableName: TableName(), Key: key }));
}

type DayOfUse = { day: string; ttl: number };
/** The change of `noteUse`, the only one made by functions which otherwise read only (need `token-use:write`). */
const dayOfUse = (key: Key, { day, ttl }: DayOfUse) => ({
  TableName: TableName(),
  Key: key,
  ...expressionsOf({ set: { kind: 'TOKENUSE', lastUsedOn: day, ttl } }),
});

/** Stores the day on which an access token was last used. */
export async function noteUse(key: Key, use: DayOfUse): Promise<void> {
  await client.send(new UpdateCommand(dayOfUse(key, use)));
}

/** Deletes an item that still holds these values; false when it holds others. */
export async function deleteUnchanged(
  key: Key,
  condition: string,
  values?: Record<string, unknown>,
): Promise<boolean> {
  try {
    await client.send(
      new DeleteCommand({
        TableName: TableName(),
        Key: key,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
      }),
    );
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Deletes items in batches; missing ones are no error. Keys must be distinct. */
export async function deleteItems(keys: readonly Key[]): Promise<void> {
  const table = TableName();
  for (let from = 0; from < keys.length; from += 25) {
    let pending = keys.slice(from, from + 25).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    while (pending.length > 0) {
      const answer = await client.send(new BatchWriteCommand({ RequestItems: { [table]: pending } }));
      pending = (answer.UnprocessedItems?.[table] ?? []) as typeof pending;
      if (pending.length > 0) await pause(50 + Math.random() * 100);
    }
  }
}

/** One page of a partition after a sort key, up to a megabyte; `next` is the sort key to continue from. */
export async function readPage(
  pk: string,
  after: string | null,
): Promise<{ items: Item[]; next: string | null }> {
  const answer = await client.send(
    new QueryCommand({
      TableName: TableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
      ...(after !== null && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  const next = answer.LastEvaluatedKey?.sk;
  return { items: (answer.Items ?? []) as Item[], next: next === undefined ? null : String(next) };
}
