import { tokensOf } from './expression-tokens.ts';
import { type Comparison, comparisonsOf } from './key-condition.ts';
import { bytesOf, mostSortBytes, requireFilled } from './key-values.ts';
import { refuse } from './refuse.ts';
import { type Item, type Keys, keyNames, type Schema, type Value } from './table-schemas.ts';

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
