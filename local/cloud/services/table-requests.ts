import { ServiceError } from '../wire/service.ts';

type Value = { S?: string } & Record<string, unknown>;
type Item = Record<string, Value>;
type Keys = { partition: string; sort: string | undefined };
type Schema = Keys & { indexes: ReadonlyMap<string, Keys> };
type KeySchema = { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[];
type Description = {
  TableName: string;
  KeySchema: KeySchema;
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: KeySchema }[];
};
type Query = {
  TableName: string;
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  ExclusiveStartKey?: Item;
};
type Put = { TableName: string; Item: Item };

/** Operations that are looked at. */
export const checkedOperations: ReadonlySet<string> = new Set([
  'Query',
  'Scan',
  'PutItem',
  'TransactWriteItems',
  'BatchWriteItem',
]);

const mostSortBytes = 1024;
const mostPartitionBytes = 2048;

const keysOf = (schema: KeySchema): Keys => ({
  partition: schema.find(({ KeyType }) => KeyType === 'HASH')!.AttributeName,
  sort: schema.find(({ KeyType }) => KeyType === 'RANGE')?.AttributeName,
});

function refuse(message: string): never {
  throw new ServiceError('com.amazon.coral.validate#ValidationException', message);
}

const bytesOf = (value: Value | undefined) => Buffer.byteLength(value?.S ?? '');

/** @throws ServiceError when one of these key attributes is the empty text. */
function requireFilled(item: Item, { partition, sort }: Keys, index: string | undefined, before = ''): void {
  const empty = [partition, sort].find((name) => name !== undefined && item[name]?.S === '');
  if (empty === undefined) return;
  const what = 'The AttributeValue for a key attribute cannot contain an empty string value.';
  const where = index
    ? `A value specified for a secondary index key is not supported. ${what} IndexName: ${index}, IndexKey: ${empty}`
    : `${what} Key: ${empty}`;
  refuse(`${before}One or more parameter values are not valid. ${where}`);
}

/** Which key a condition compares with which values: `partition = :a AND sort <operator> :b`. */
function conditionOf(query: Query, { partition, sort }: Keys) {
  const text = (query.KeyConditionExpression ?? '').replace(
    /#\w+/g,
    (name) => query.ExpressionAttributeNames?.[name] ?? name,
  );
  const value = (name: string | undefined) => query.ExpressionAttributeValues?.[name ?? ''];
  const partitionName = new RegExp(`\\b${partition}\\s*=\\s*(:\\w+)`).exec(text)?.[1];
  const rest = text.replace(new RegExp(`\\b${partition}\\s*=\\s*:\\w+`), '');
  const operator = new RegExp(`begins_with|between|\\b${sort}\\s*([<>]=?|=)`, 'i').exec(rest);
  const sorts = sort === undefined ? [] : (rest.match(/:\w+/g) ?? []).map(value);
  return { partition: value(partitionName), operator: operator?.[1] ?? operator?.[0].toLowerCase(), sorts };
}

/** Whether a query goes on within what it asks for when it goes on after this sort key. */
function isWithin(
  sort: Value | undefined,
  operator: string | undefined,
  values: (Value | undefined)[],
): boolean {
  const at = (value: Value | undefined) =>
    Buffer.compare(Buffer.from(sort?.S ?? ''), Buffer.from(value?.S ?? ''));
  const [first, last] = values;
  if (!first) return true;
  if (operator === 'begins_with') return (sort?.S ?? '').startsWith(first.S ?? '');
  if (operator === 'between') return at(first) >= 0 && at(last) <= 0;
  const signs: Record<string, boolean> = {
    '=': at(first) === 0,
    '<': at(first) < 0,
    '<=': at(first) <= 0,
    '>': at(first) > 0,
    '>=': at(first) >= 0,
  };
  return signs[operator ?? ''] ?? true;
}

/**
 * What DynamoDB refuses and the embedded engine takes, so that nothing works on one machine that fails in the cloud: empty
 * keys in conditions and starting keys, starting keys outside of what is asked for, keys of indexes that are too long. The
 * messages are those of DynamoDB Local 2.6.1.
 */
export class TableRequests {
  readonly #schemas = new Map<string, Schema>();

  /** Tables are known from the engine's own answers. */
  learn(answer: { Table?: Description; TableDescription?: Description }): void {
    const described = answer.Table ?? answer.TableDescription;
    if (!described) return;
    const indexes = (described.GlobalSecondaryIndexes ?? []).map(
      (index) => [index.IndexName, keysOf(index.KeySchema)] as const,
    );
    this.#schemas.set(described.TableName, { ...keysOf(described.KeySchema), indexes: new Map(indexes) });
  }

  /** @throws ServiceError ValidationException in DynamoDB's words. */
  check(operation: string, input: unknown): void {
    if (operation === 'Query') this.#checkQuery(input as Query);
    else if (operation === 'Scan') this.#checkStart(input as Query);
    else for (const put of putsOf(operation, input as never)) this.#checkPut(put);
  }

  #checkQuery(query: Query): void {
    const schema = this.#schemas.get(query.TableName);
    if (!schema) return;
    const keys = query.IndexName ? schema.indexes.get(query.IndexName) : schema;
    if (!keys) return;
    const { partition, operator, sorts } = conditionOf(query, keys);
    for (const sort of [undefined, ...sorts]) {
      const asked = {
        ...(partition && { [keys.partition]: partition }),
        ...(sort && { [keys.sort!]: sort }),
      };
      requireFilled(asked, keys, query.IndexName);
      if (bytesOf(sort) > mostSortBytes)
        refuse(
          'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
        );
    }
    this.#checkStart(query);
    const start = query.ExclusiveStartKey;
    if (!start) return;
    const isSamePartition = start[keys.partition]?.S === partition?.S;
    if (!isSamePartition || !isWithin(start[keys.sort ?? ''], operator, sorts))
      refuse('The provided starting key does not match the range key predicate');
  }

  #checkStart({ TableName, IndexName, ExclusiveStartKey: start }: Query): void {
    const schema = this.#schemas.get(TableName);
    if (!schema || !start) return;
    const before = 'The provided starting key is invalid: ';
    requireFilled(start, schema, undefined, before);
    const index = IndexName && schema.indexes.get(IndexName);
    if (index) requireFilled(start, index, IndexName, before);
  }

  #checkPut({ TableName, Item: item }: Put): void {
    for (const { partition, sort } of this.#schemas.get(TableName)?.indexes.values() ?? [])
      if (bytesOf(item[partition]) > mostPartitionBytes || bytesOf(item[sort ?? '']) > mostSortBytes)
        refuse('One or more parameter values were invalid: Size limit exceeded');
  }
}

type Written = {
  TransactItems?: { Put?: Put }[];
  RequestItems?: Record<string, { PutRequest?: { Item: Item } }[]>;
};

/** The whole items that a request writes; of changes the engine refuses such keys itself. */
function putsOf(operation: string, input: Put & Written): Put[] {
  if (operation === 'PutItem') return [input];
  if (operation === 'TransactWriteItems')
    return (input.TransactItems ?? []).flatMap(({ Put: put }) => (put ? [put] : []));
  if (operation !== 'BatchWriteItem') return [];
  return Object.entries(input.RequestItems ?? {}).flatMap(([TableName, requests]) =>
    requests.flatMap(({ PutRequest }) => (PutRequest ? [{ TableName, Item: PutRequest.Item }] : [])),
  );
}
