import { ServiceError } from '../../wire/http.ts';

/** @throws ServiceError the answer that DynamoDB gives to a request that it cannot take. */
function refuse(message: string): never {
  throw new ServiceError('com.amazon.coral.validate#ValidationException', message);
}

const mostSortBytes = 1024;
const mostPartitionBytes = 2048;

const bytesOf = (value: Value | undefined) => Buffer.byteLength(value?.S ?? '');

/** Where a key belongs that is looked at: to an index, or to the table; `before` begins the refusal. */
type Place = { index?: string | undefined; before?: string };

/** Refuses the empty text as a key. */
function requireFilled(item: Item, keys: Keys, { index, before = '' }: Place = {}): void {
  const empty = keyNames(keys).find((name) => item[name]?.S === '');
  if (empty === undefined) return;
  const what = 'The AttributeValue for a key attribute cannot contain an empty string value.';
  const where = index
    ? `A value specified for a secondary index key is not supported. ${what} IndexName: ${index}, IndexKey: ${empty}`
    : `${what} Key: ${empty}`;
  refuse(`${before}One or more parameter values are not valid. ${where}`);
}

/** Refuses keys of the indexes that are too long in an item that is put. */
function requireShortIndexKeys(item: Item, schema: Schema): void {
  for (const { partition, sort } of schema.indexes.values())
    if (bytesOf(item[partition]) > mostPartitionBytes || bytesOf(item[sort ?? '']) > mostSortBytes)
      refuse('One or more parameter values were invalid: Size limit exceeded');
}

type Value = { S?: string } & Record<string, unknown>;
type Item = Readonly<Record<string, Value>>;
type Keys = { partition: string; sort: string | undefined };
type Schema = Keys & {
  indexes: ReadonlyMap<string, Keys>;
  /** `S`, `N` or `B` of each attribute that is a key. */
  types: ReadonlyMap<string, string>;
};

type KeySchema = { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[];
type Description = {
  TableName: string;
  KeySchema: KeySchema;
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: KeySchema }[];
};

const keysOf = (schema: KeySchema): Keys => ({
  partition: schema.find(({ KeyType }) => KeyType === 'HASH')!.AttributeName,
  sort: schema.find(({ KeyType }) => KeyType === 'RANGE')?.AttributeName,
});

const keyNames = ({ partition, sort }: Keys): string[] => (sort ? [partition, sort] : [partition]);

/** The keys of the tables and of their indexes, as the engine's own answers tell them. */
class TableSchemas {
  readonly #byName = new Map<string, Schema>();

  learn(answer: { Table?: Description; TableDescription?: Description }): void {
    const described = answer.Table ?? answer.TableDescription;
    if (!described) return;
    const indexes = (described.GlobalSecondaryIndexes ?? []).map(
      (index) => [index.IndexName, keysOf(index.KeySchema)] as const,
    );
    const types = described.AttributeDefinitions.map(
      ({ AttributeName, AttributeType }) => [AttributeName, AttributeType] as const,
    );
    this.#byName.set(described.TableName, {
      ...keysOf(described.KeySchema),
      ...{ indexes: new Map(indexes), types: new Map(types) },
    });
  }

  find(table: string): Schema | undefined {
    return this.#byName.get(table);
  }
}

/**
 * A key condition as functions write it: `pk = :p`, then `AND begins_with(sk, :s)`, `AND sk >= :s` or `AND sk BETWEEN :a AND
 * :b`. Any other passes unread.
 */
const keyCondition =
  /^(\w+) = (:\w+)(?: AND (?:(begins_with)\((\w+), (:\w+)\)|(\w+) (=|[<>]=?|BETWEEN) (:\w+)(?: AND (:\w+))?))?$/;

type Query = {
  TableName: string;
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Item;
  ExclusiveStartKey?: Item;
};
/** One comparison of a key: by `BETWEEN` with two values. */
type Compared = { path: string; operator: string; values: Value[] };

/** What a query compares its keys with; empty when that cannot be read or its values are not given. */
function comparedBy(query: Query, keys: Keys): Compared[] {
  const found = keyCondition.exec(query.KeyConditionExpression ?? '');
  if (!found) return [];
  const [, partition = '', of = '', begins, beginsPath, beginning, sort, operator = '', first = '', last] =
    found;
  const compared = [{ path: partition, operator: '=', names: [of] }];
  if (begins) compared.push({ path: beginsPath!, operator: begins, names: [beginning!] });
  if (sort) compared.push({ path: sort, operator, names: last ? [first, last] : [first] });
  const given = compared.map(({ names, ...rest }) => ({
    ...rest,
    values: names.map((name) => query.ExpressionAttributeValues?.[name]),
  }));
  const isKnown = given.every(
    ({ path, values }) => keyNames(keys).includes(path) && values.every((one) => one),
  );
  return isKnown ? (given as Compared[]) : [];
}

const inOrder = (one: Value, other: Value) =>
  Buffer.compare(Buffer.from(one.S ?? ''), Buffer.from(other.S ?? ''));

/** Whether a query goes on within what it asks for when it goes on after this sort key. */
function isWithin(sort: Value | undefined, { operator, values }: Compared): boolean {
  const [first, last] = values as [Value, Value];
  if (sort === undefined) return true;
  if (operator === 'begins_with') return (sort.S ?? '').startsWith(first.S ?? '');
  if (operator === 'BETWEEN') return inOrder(sort, first) >= 0 && inOrder(sort, last) <= 0;
  const at = inOrder(sort, first);
  const signs: Record<string, boolean> = {
    ...{ '=': at === 0, '<': at < 0, '<=': at <= 0, '>': at > 0, '>=': at >= 0 },
  };
  return signs[operator] ?? true;
}

function requireSoundCondition(
  compared: readonly Compared[],
  query: Query,
  keys: Keys,
  schema: Schema,
): void {
  for (const { path, operator, values } of compared) {
    const type = schema.types.get(path) ?? 'S';
    if (values.some((value) => !(type in value)))
      refuse(
        'One or more parameter values were invalid: Condition parameter type does not match schema type',
      );
    const [low, high] = values as [Value, Value];
    if (operator === 'BETWEEN' && type === 'S' && inOrder(low, high) > 0)
      refuse(
        `Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:${low.S}}, upper bound operand: AttributeValue: {S:${high.S}}`,
      );
    for (const value of values) {
      requireFilled({ [path]: value }, keys, { index: query.IndexName });
      if (path === keys.sort && bytesOf(value) > mostSortBytes)
        refuse(
          'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
        );
    }
  }
}

/** Refuses a beginning with an empty key: of a query in a partition, and of a scan. */
function requireFilledStart(query: Query, schema: Schema): void {
  const { ExclusiveStartKey: start, IndexName } = query;
  if (!start) return;
  const before = 'The provided starting key is invalid: ';
  const isOneRow = query.KeyConditionExpression !== undefined && start[schema.partition]?.S === '';
  const atMostOne = isOneRow ? 'The query can return at most one row and cannot be restarted. ' : '';
  requireFilled(start, schema, { before: `${atMostOne}${before}` });
  const index = IndexName && schema.indexes.get(IndexName);
  if (index) requireFilled(start, index, { index: IndexName, before });
}

/** Refuses a query that compares a key with nothing or with too much, or that goes on outside of what it asks for. */
function requireSoundQuery(query: Query, schema: Schema): void {
  const keys = query.IndexName ? schema.indexes.get(query.IndexName) : schema;
  if (!keys) return;
  const compared = comparedBy(query, keys);
  requireSoundCondition(compared, query, keys, schema);
  requireFilledStart(query, schema);
  const start = query.ExclusiveStartKey;
  // A beginning without all its keys is the engine's to refuse.
  if (!start || ![...keyNames(schema), ...keyNames(keys)].every((name) => start[name])) return;
  const isWithinAll = compared.every((one) => isWithin(start[one.path], one));
  if (!isWithinAll) refuse('The provided starting key does not match the range key predicate');
}

type Input = Query & { Item: Item; Key: Item };
type RequestPart = 'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get';
type Check = (input: Input, schema: Schema | undefined) => void;

const checkPut: Check = (input, schema) => schema && requireShortIndexKeys(input.Item, schema);

/** What is looked at in the input of an operation. Of changes the engine refuses wrong keys itself. */
const checks: Readonly<Record<string, Check>> = {
  Query: (input, schema) => schema && requireSoundQuery(input, schema),
  Scan: (input, schema) => schema && requireFilledStart(input, schema),
  PutItem: checkPut,
};

const partChecks: Readonly<Partial<Record<RequestPart, Check>>> = {
  Put: checkPut,
  Get: ({ Key }, schema) => schema && requireFilled(Key, schema),
};

/**
 * What DynamoDB refuses and the embedded engine takes, so that nothing works on one machine that fails in the cloud. In
 * the words of DynamoDB Local 2.6.1: its recorded answers are the test.
 */
export class Refusals {
  readonly #schemas = new TableSchemas();
  readonly learn = this.#schemas.learn.bind(this.#schemas);

  /** @throws ServiceError ValidationException in DynamoDB's words. */
  check(operation: string, input: unknown): void {
    checks[operation]?.(input as Input, this.#schemas.find((input as Input).TableName));
    if (operation.startsWith('Transact')) this.#checkTransaction(input as Transaction);
    if (operation === 'BatchWriteItem') this.#checkBatch(input as Batch);
  }

  #checkTransaction({ TransactItems = [] }: Transaction): void {
    for (const item of TransactItems)
      for (const [part, input] of Object.entries(item) as [RequestPart, Input][])
        partChecks[part]?.(input, this.#schemas.find(input.TableName));
  }

  #checkBatch({ RequestItems = {} }: Batch): void {
    for (const [table, requests] of Object.entries(RequestItems)) {
      const schema = this.#schemas.find(table);
      for (const { PutRequest } of requests)
        if (PutRequest && schema) requireShortIndexKeys(PutRequest.Item, schema);
    }
  }
}

type Transaction = { TransactItems?: Partial<Record<RequestPart, Input>>[] };
type Batch = { RequestItems?: Record<string, { PutRequest?: { Item: Item } }[]> };

const checked = new Set([...Object.keys(checks), 'TransactWriteItems', 'TransactGetItems', 'BatchWriteItem']);

/** Whether an operation is looked at: the others pass unread. */
export const isChecked = (operation: string): boolean => checked.has(operation);
