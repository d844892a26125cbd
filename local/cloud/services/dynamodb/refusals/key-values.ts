import { refuse } from './refuse.ts';
import { type Item, type Keys, keyNames, type Schema, type Value } from './table-schemas.ts';

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
