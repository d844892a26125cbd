import {
  bytes,
  type EdgeCase,
  key,
  listed,
  put,
  query,
  queryIndex,
  scan,
  text,
  type Values,
} from './edge-case.ts';

const inPartition = 'pk = :p';
const inIndex = 'gsi1pk = :p';
const a: Values = { ':p': text('a') };
const and = (sort: string): Values => ({ ...a, ':s': text(sort) });
const from = (start: object) => ({ ExclusiveStartKey: start });
/** Where the index goes on. */
const listedFrom = (pk: string, sk: string) => from(listed(text(pk), text(sk), key()));

const conditions: readonly EdgeCase[] = [
  query('asks for an empty partition', inPartition, { ':p': text('') }),
  query('asks for an empty beginning', `${inPartition} AND begins_with(sk, :s)`, and('')),
  query('asks for an empty sort key', `${inPartition} AND sk = :s`, and('')),
  query('asks for less than nothing', `${inPartition} AND sk < :s`, and('')),
  query('asks for more than nothing', `${inPartition} AND sk >= :s`, and('')),
  query('asks from nothing on', `${inPartition} AND sk BETWEEN :s AND :p`, and('')),
  query('asks up to nothing', `${inPartition} AND sk BETWEEN :p AND :s`, and('')),
  query('asks for a range that ends before it begins', `${inPartition} AND sk BETWEEN :s AND :p`, and('z')),
  query('asks the other way round for an empty sort key', ':s = sk AND :p = pk', and('')),
  query('asks the sort key first, and for nothing', `sk = :s AND ${inPartition}`, and('')),
  query('asks for a sort key of 1,025 bytes', `${inPartition} AND sk = :s`, { ...a, ':s': bytes(1025) }),
  query('asks for a beginning of 1,025 bytes', `${inPartition} AND begins_with(sk, :s)`, {
    ...a,
    ':s': bytes(1025),
  }),
  query('asks for a partition of 2,049 bytes', inPartition, { ':p': bytes(2049) }),
  queryIndex('asks the index for an empty partition', inIndex, { ':p': text('') }),
  queryIndex('asks the index for an empty sort key', `${inIndex} AND gsi1sk = :s`, and('')),
  queryIndex('asks the index for an empty beginning', `${inIndex} AND begins_with(gsi1sk, :s)`, and('')),
  queryIndex('asks the index for a sort key of 1,025 bytes', `${inIndex} AND gsi1sk = :s`, {
    ...a,
    ':s': bytes(1025),
  }),
  queryIndex('asks the index for a partition of 2,049 bytes', inIndex, { ':p': bytes(2049) }),
  query('asks for a number as sort key', `${inPartition} AND sk = :s`, { ...a, ':s': { N: '1' } }),
  query('asks for two partitions', 'pk = :p OR pk = :s', and('b')),
  query('asks without a partition', 'sk = :p', a),
  query('asks for a partition that is more', 'pk > :p', a),
  queryIndex('asks the index for what is true now', inIndex, a, { ConsistentRead: true }),
  query('asks an index that is not there', inPartition, a, { IndexName: 'none' }),
  query('filters by a key', inPartition, a, { FilterExpression: 'sk = :p' }),
  query('names a value that no one uses', inPartition, and('a')),
  query('names no value', inPartition, {}),
  query('asks for no item at most', inPartition, a, { Limit: 0 }),
];

const starts: readonly EdgeCase[] = [
  query('goes on after an empty sort key', inPartition, a, from(key('a', ''))),
  query('goes on after an empty partition', inPartition, a, from(key('', 'b'))),
  query('goes on in another partition', inPartition, a, from(key('zz', 'b'))),
  query('goes on in its own partition', inPartition, a, from(key('a', 'a'))),
  query('goes on without a sort key', inPartition, a, from({ pk: text('a') })),
  query('goes on with a key of the index', inPartition, a, listedFrom('a', 'b')),
  query('goes on after a sort key of 1,025 bytes', inPartition, a, from({ ...key(), sk: bytes(1025) })),
  query('goes on outside of its beginning', `${inPartition} AND begins_with(sk, :s)`, and('q'), from(key())),
  query('goes on within its beginning', `${inPartition} AND begins_with(sk, :s)`, and('b'), from(key())),
  query(
    'goes on before its range',
    `${inPartition} AND sk BETWEEN :s AND :p`,
    { ':p': text('a'), ':s': text('A') },
    from(key('a', '0')),
  ),
  query(
    'goes on after its range',
    `${inPartition} AND sk BETWEEN :s AND :p`,
    { ':p': text('a'), ':s': text('A') },
    from(key('a', 'c')),
  ),
  query(
    'goes on at the end of its range',
    `${inPartition} AND sk BETWEEN :s AND :p`,
    { ':p': text('a'), ':s': text('A') },
    from(key('a', 'a')),
  ),
  query('goes on after its end', `${inPartition} AND sk <= :s`, and('a'), from(key())),
  query('goes on at its end', `${inPartition} AND sk < :s`, and('b'), from(key())),
  query('goes on before its beginning', `${inPartition} AND sk > :s`, and('c'), from(key())),
  query('goes on before its beginning, backwards', `${inPartition} AND sk > :s`, and('c'), {
    ...from(key()),
    ScanIndexForward: false,
  }),
  query('goes on after its end, backwards', `${inPartition} AND sk < :s`, and('a'), {
    ...from(key()),
    ScanIndexForward: false,
  }),
  query('goes on elsewhere than the one it asks for', `${inPartition} AND sk = :s`, and('a'), from(key())),
  queryIndex(
    'goes on in the index without the key of the item',
    inIndex,
    a,
    from({ gsi1pk: text('a'), gsi1sk: text('b') }),
  ),
  queryIndex('goes on in another partition of the index', inIndex, a, listedFrom('z', 'y')),
  queryIndex('goes on in its partition of the index', inIndex, a, listedFrom('a', 'y')),
  queryIndex('goes on after an empty sort key of the index', inIndex, a, listedFrom('a', '')),
  queryIndex(
    'goes on in the index after an item with an empty key',
    inIndex,
    a,
    from({ ...listed(text('a'), text('b')), sk: text('') }),
  ),
  queryIndex(
    'goes on outside of its beginning in the index',
    `${inIndex} AND begins_with(gsi1sk, :s)`,
    and('q'),
    listedFrom('a', 'b'),
  ),
  queryIndex(
    'goes on with a key of no index',
    inIndex,
    a,
    from({ ...listed(text('a'), text('b')), z: text('c') }),
  ),
  queryIndex(
    'goes on in the index with a number',
    inIndex,
    a,
    from({ ...listed(text('a'), text('b')), gsi1sk: { N: '1' } }),
  ),
  scan('reads on after an empty sort key', from(key('a', ''))),
  scan('reads on without a sort key', from({ pk: text('a') })),
  scan('reads on in the index after an empty sort key', { IndexName: 'gsi1', ...listedFrom('a', '') }),
];

const orders: readonly EdgeCase[] = [
  put('puts a sign of three bytes', key('u', '\uffee')),
  put('puts a sign of four bytes', key('u', '\u{1F697}')),
  query('orders by bytes, not by signs', inPartition, { ':p': text('u') }),
];

export const queryCases: readonly EdgeCase[] = [...conditions, ...starts, ...orders];
