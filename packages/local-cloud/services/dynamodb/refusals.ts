import { ServiceError } from '../../wire/http.ts';

/** @throws ServiceError the answer that DynamoDB gives to a request that it cannot take. */
export function refuse(message: string): never {
  throw new ServiceError('com.amazon.coral.validate#ValidationException', message);
}

/** A sign, a word, a value (`:v`) or a name; names are those that `#` stands for, paths are one token. */
export type Token = { text: string; kind: 'value' | 'word' | 'sign' };

const pattern = /\s*(?::\w+|[#\w][#\w.[\]-]*|<>|<=|>=|[=<>(),+-])/gy;

/** The parts of an expression; undefined when it cannot be read, which is the engine's to refuse. */
export function tokensOf(
  expression: string,
  names: Readonly<Record<string, string>> = {},
): Token[] | undefined {
  const parts = expression.match(pattern)?.map((part) => part.trim()) ?? [];
  if (parts.join('') !== expression.replaceAll(/\s/g, '')) return undefined;
  return parts.map((part) => ({
    text: part.replaceAll(/#\w+/g, (name) => names[name] ?? name),
    kind: part.startsWith(':') ? 'value' : /^[#\w]/.test(part) ? 'word' : 'sign',
  }));
}

export const isWord = (token: Token | undefined, word: string) =>
  token?.kind === 'word' && token.text.toUpperCase() === word;

export const mostSortBytes = 1024;
const mostPartitionBytes = 2048;

export const bytesOf = (value: Value | undefined) => Buffer.byteLength(value?.S ?? '');

/** Where a key belongs that is looked at: to an index, or to the table; `before` begins the refusal. */
type Place = { index?: string | undefined; before?: string };

/** Refuses the empty text as a key. */
export function requireFilled(item: Item, keys: Keys, { index, before = '' }: Place = {}): void {
  const empty = keyNames(keys).find((name) => item[name]?.S === '');
  if (empty === undefined) return;
  const what = 'The AttributeValue for a key attribute cannot contain an empty string value.';
  const where = index
    ? `A value specified for a secondary index key is not supported. ${what} IndexName: ${index}, IndexKey: ${empty}`
    : `${what} Key: ${empty}`;
  refuse(`${before}One or more parameter values are not valid. ${where}`);
}

/** Refuses keys of the indexes that are too long in an item that is put. */
export function requireShortIndexKeys(item: Item, schema: Schema): void {
  for (const { partition, sort } of schema.indexes.values())
    if (bytesOf(item[partition]) > mostPartitionBytes || bytesOf(item[sort ?? '']) > mostSortBytes)
      refuse('One or more parameter values were invalid: Size limit exceeded');
}

export type Value = { S?: string } & Record<string, unknown>;
export type Item = Readonly<Record<string, Value>>;
export type Keys = { partition: string; sort: string | undefined };
export type Schema = Keys & {
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

export const keyNames = ({ partition, sort }: Keys): string[] => (sort ? [partition, sort] : [partition]);

/** The keys of the tables and of their indexes, as the engine's own answers tell them. */
export class TableSchemas {
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

const mostOperandsOfIn = 100;
const comparators = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** How many operands stand in the brackets that begin at `start`. */
function operandsFrom(tokens: readonly Token[], start: number): number {
  let depth = 0;
  let commas = 0;
  for (const { text } of tokens.slice(start)) {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (text === ',' && depth === 1) commas += 1;
    if (depth === 0) return commas + 1;
  }
  return 0;
}

/** Whether a path is compared with itself, and is no part of a sum or a function. */
function isSame(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  return (
    before?.kind === 'word' &&
    after?.kind === 'word' &&
    before.text === after.text &&
    tokens[at + 2]?.text !== '('
  );
}

type Expressions = {
  ConditionExpression?: string;
  FilterExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
};

/** Refuses more than 100 operands of `IN`, and a path compared with itself. */
export function requireSoundOperands(input: Expressions): void {
  for (const name of ['ConditionExpression', 'FilterExpression'] as const) {
    const tokens = tokensOf(input[name] ?? '', input.ExpressionAttributeNames) ?? [];
    tokens.forEach((token, at) => {
      const count = isWord(token, 'IN') ? operandsFrom(tokens, at + 1) : 0;
      if (count > mostOperandsOfIn)
        refuse(
          `Invalid ${name}: The IN operator is provided with too many operands; number of operands: ${count}`,
        );
      if (comparators.has(token.text) && isSame(tokens, at)) {
        const path = tokens[at - 1]!.text.replaceAll('.', ', ');
        refuse(
          `Invalid ${name}: The first operand must be distinct from the remaining operands for this operator or function; operator: ${token.text}, first operand: [${path}]`,
        );
      }
    });
  }
}

/** One comparison of a key condition: `sk BETWEEN :a AND :b` compares `sk` by `BETWEEN` with two values. */
export type Comparison = { path: string; operator: string; values: string[] };

const flipped: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };

/** Reads `a = :a AND begins_with(b, :b)`, in brackets or not. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly found: Comparison[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  #next = (): Token | undefined => this.#tokens[this.#at++];

  #takes(text: string): boolean {
    const isNext = this.#tokens[this.#at]?.text.toUpperCase() === text;
    if (isNext) this.#at += 1;
    return isNext;
  }

  /** Whether all of it could be read. */
  readAll(): boolean {
    do {
      if (!this.#readOne()) return false;
    } while (this.#takes('AND'));
    return true;
  }

  #readOne(): boolean {
    if (this.#takes('(')) return this.readAll() && this.#takes(')');
    const first = this.#next();
    return isWord(first, 'BEGINS_WITH') ? this.#readBeginning() : this.#readComparison(first);
  }

  #readBeginning(): boolean {
    if (!this.#takes('(')) return false;
    const path = this.#next();
    if (!this.#takes(',')) return false;
    return this.#add(path, 'BEGINS_WITH', [this.#next()]) && this.#takes(')');
  }

  #readComparison(first: Token | undefined): boolean {
    if (this.#takes('BETWEEN')) {
      const low = this.#next();
      return this.#takes('AND') && this.#add(first, 'BETWEEN', [low, this.#next()]);
    }
    const operator = flipped[this.#tokens[this.#at]?.text ?? ''];
    if (operator === undefined) return false;
    const written = this.#next()!.text;
    const second = this.#next();
    return first?.kind === 'value'
      ? this.#add(second, operator, [first])
      : this.#add(first, written, [second]);
  }

  #add(path: Token | undefined, operator: string, values: (Token | undefined)[]): boolean {
    if (path?.kind !== 'word' || !values.every((value) => value?.kind === 'value')) return false;
    this.found.push({ path: path.text, operator, values: values.map((value) => value!.text) });
    return true;
  }
}

/** The comparisons of a key condition; undefined when it is none, which is the engine's to refuse. */
export function comparisonsOf(tokens: readonly Token[]): Comparison[] | undefined {
  const reader = new Reader(tokens);
  return reader.readAll() && reader.isAtEnd ? reader.found : undefined;
}

export type Query = {
  TableName: string;
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  ExclusiveStartKey?: Item;
};
type Compared = Omit<Comparison, 'values'> & { values: Value[] };

/** What a query compares its keys with; empty when that cannot be read or its values are not given. */
function comparedBy(query: Query, keys: Keys): Compared[] {
  const tokens = tokensOf(query.KeyConditionExpression ?? '', query.ExpressionAttributeNames);
  const compared = (tokens && comparisonsOf(tokens)) ?? [];
  const given = compared.map(({ values, ...rest }) => ({
    ...rest,
    values: values.map((name) => query.ExpressionAttributeValues?.[name]),
  }));
  const isKnown = given.every(
    ({ path, values }) => keyNames(keys).includes(path) && values.every((value) => value),
  );
  return isKnown ? (given as Compared[]) : [];
}

const inOrder = (one: Value, other: Value) =>
  Buffer.compare(Buffer.from(one.S ?? ''), Buffer.from(other.S ?? ''));

/** Whether a query goes on within what it asks for when it goes on after this sort key. */
function isWithin(sort: Value | undefined, { operator, values }: Compared): boolean {
  const [first, last] = values as [Value, Value];
  if (sort === undefined) return true;
  if (operator === 'BEGINS_WITH') return (sort.S ?? '').startsWith(first.S ?? '');
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
export function requireFilledStart(query: Query, schema: Schema): void {
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
export function requireSoundQuery(query: Query, schema: Schema): void {
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

type Input = Query & { Item: Item; Key: Item; ConditionExpression?: string };
type RequestPart = 'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get';
type Check = (input: Input, schema: Schema | undefined) => void;

const checkPut: Check = (input, schema) => {
  requireSoundOperands(input);
  if (schema) requireShortIndexKeys(input.Item, schema);
};

/** What is looked at in the input of an operation. Of changes the engine refuses wrong keys itself. */
const checks: Readonly<Record<string, Check>> = {
  Query(input, schema) {
    requireSoundOperands(input);
    if (schema) requireSoundQuery(input, schema);
  },
  Scan(input, schema) {
    requireSoundOperands(input);
    if (schema) requireFilledStart(input, schema);
  },
  PutItem: checkPut,
  UpdateItem: requireSoundOperands,
  DeleteItem: requireSoundOperands,
};

const partChecks: Readonly<Record<RequestPart, Check>> = {
  Put: checkPut,
  Update: requireSoundOperands,
  Delete: requireSoundOperands,
  ConditionCheck: requireSoundOperands,
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
