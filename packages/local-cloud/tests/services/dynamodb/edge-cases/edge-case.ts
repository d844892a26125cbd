/** A request at the edge of what DynamoDB takes. They are asked in order, on one table: some prepare the next. */
export type EdgeCase = { name: string; operation: string; input: Record<string, unknown> };

export const tableName = 'edge-cases';
const indexName = 'gsi1';
export const keyNames = { table: ['pk', 'sk'], index: ['gsi1pk', 'gsi1sk'] } as const;

type Value = Record<string, unknown>;
export type Item = Record<string, Value>;

export const text = (value: string): Value => ({ S: value });
export const number = (value: string): Value => ({ N: value });
export const key = (pk = 'a', sk = 'b'): Item => ({ pk: text(pk), sk: text(sk) });
/** An item that the index lists. */
export const listed = (gsi1pk: Value, gsi1sk: Value, own = key('g')): Item => ({ ...own, gsi1pk, gsi1sk });
export const bytes = (count: number) => text('x'.repeat(count));
/** As many numbered things as are asked for. */
export const several = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

type Input = Record<string, unknown>;
const onTable = (input: Input): Input => ({ TableName: tableName, ...input });

export const put = (name: string, item: Item, more: Input = {}): EdgeCase => ({
  ...{ name, operation: 'PutItem', input: onTable({ Item: item, ...more }) },
});
export const get = (name: string, Key: Item, more: Input = {}): EdgeCase => ({
  ...{ name, operation: 'GetItem', input: onTable({ Key, ...more }) },
});
export const remove = (name: string, Key: Item, more: Input = {}): EdgeCase => ({
  ...{ name, operation: 'DeleteItem', input: onTable({ Key, ...more }) },
});

/** What an expression names: `:v` and the like. */
export type Values = Record<string, Value>;
const valuesOf = (values: Values) =>
  Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {};

export const update = (
  name: string,
  UpdateExpression: string,
  values: Values,
  more: Input = {},
): EdgeCase => ({
  ...{ name, operation: 'UpdateItem' },
  input: onTable({ Key: key(), UpdateExpression, ...valuesOf(values), ...more }),
});
export const query = (
  name: string,
  KeyConditionExpression: string,
  values: Values,
  more: Input = {},
): EdgeCase => ({
  ...{ name, operation: 'Query' },
  input: onTable({ KeyConditionExpression, ...valuesOf(values), ...more }),
});
export const queryIndex = (name: string, condition: string, values: Values, more: Input = {}): EdgeCase =>
  query(name, condition, values, { IndexName: indexName, ...more });
export const scan = (name: string, more: Input = {}): EdgeCase => ({
  ...{ name, operation: 'Scan', input: onTable(more) },
});
export const transact = (name: string, items: readonly Input[], more: Input = {}): EdgeCase => ({
  ...{ name, operation: 'TransactWriteItems', input: { TransactItems: items, ...more } },
});
/** One write of a transaction. */
export const part = (kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck', input: Input): Input => ({
  [kind]: onTable(input),
});
