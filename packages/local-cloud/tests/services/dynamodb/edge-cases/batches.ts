import {
  bytes,
  type EdgeCase,
  get,
  key,
  listed,
  number,
  part,
  put,
  remove,
  several,
  tableName,
  text,
  transact,
  update,
} from './edge-case.ts';

const fresh = 'attribute_not_exists(pk)';
const putOf = (pk: string, more: object = {}) => part('Put', { Item: key(pk), ...more });
const count = (by: string, more: object = {}) =>
  part('Update', {
    ...{ Key: key('tok'), UpdateExpression: 'ADD n :v' },
    ...{ ExpressionAttributeValues: { ':v': number(by) }, ...more },
  });

const transactions: readonly EdgeCase[] = [
  transact('writes one item twice in a transaction', [putOf('t1'), part('Delete', { Key: key('t1') })]),
  transact(
    'writes 101 items in a transaction',
    several(101, (n) => putOf(`t${n}`)),
  ),
  transact(
    'writes 100 items in a transaction',
    several(100, (n) => putOf(`t${n}`)),
  ),
  transact('writes nothing in a transaction', []),
  transact('finds two of three already there', [
    ...[putOf('t1', { ConditionExpression: fresh }), putOf('t200')],
    putOf('t2', { ConditionExpression: fresh, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
  ]),
  transact('checks for what is not there', [
    part('ConditionCheck', { Key: key('nope'), ConditionExpression: 'attribute_exists(pk)' }),
    putOf('t200'),
  ]),
  transact('counts from nothing in a transaction', [
    putOf('t200'),
    part('Update', {
      Key: key('t1'),
      UpdateExpression: 'SET q = q + :v',
      ExpressionAttributeValues: { ':v': number('1') },
    }),
  ]),
  transact('writes an item over 400 KB in a transaction', [
    part('Put', { Item: { ...key('tb'), d: bytes(400 * 1024) } }),
  ]),
  transact(
    'writes more than 4 MB in a transaction',
    several(11, (n) => part('Put', { Item: { ...key(`tb${n}`), d: bytes(390 * 1024) } })),
  ),
  transact('counts once for a token', [count('1')], { ClientRequestToken: 'token-1' }),
  transact('counts once for a token, asked again', [count('1')], { ClientRequestToken: 'token-1' }),
  get('has counted once', key('tok')),
  transact('asks for something else with the token', [count('2')], { ClientRequestToken: 'token-1' }),
  transact('asks a transaction for what it wrote', [count('2', { ReturnValues: 'ALL_NEW' })]),
];

const deletion = (sk: string) => ({ DeleteRequest: { Key: key('x', sk) } });
const putRequest = (item: object) => ({ PutRequest: { Item: item } });
const write = (name: string, requests: readonly object[]): EdgeCase => ({
  ...{ name, operation: 'BatchWriteItem', input: { RequestItems: { [tableName]: requests } } },
});
const read = (name: string, Keys: readonly object[]): EdgeCase => ({
  ...{ name, operation: 'BatchGetItem', input: { RequestItems: { [tableName]: { Keys } } } },
});

const batches: readonly EdgeCase[] = [
  write('deletes one item twice in a batch', [deletion('b'), deletion('b')]),
  write(
    'deletes 26 items in a batch',
    several(26, (n) => deletion(`x${n}`)),
  ),
  write('writes nothing in a batch', []),
  write('deletes an empty key in a batch', [deletion('')]),
  write('puts an empty key in a batch', [putRequest(key('x', ''))]),
  write('puts a sort key of 1,025 bytes in a batch', [putRequest({ ...key('x'), sk: bytes(1025) })]),
  write('puts a sort key of the index of 1,025 bytes in a batch', [
    putRequest(listed(text('p'), bytes(1025))),
  ]),
  write('puts an empty key of the index in a batch', [putRequest(listed(text('p'), text('')))]),
  read('reads one item twice in a batch', [key('x'), key('x')]),
  read(
    'reads 101 items in a batch',
    several(101, (n) => key('x', `x${n}`)),
  ),
  read('reads an empty key in a batch', [key('x', '')]),
  read('reads a sort key of 1,025 bytes in a batch', [{ ...key('x'), sk: bytes(1025) }]),
  {
    name: 'reads an empty key in a transaction',
    operation: 'TransactGetItems',
    input: { TransactItems: [{ Get: { TableName: tableName, Key: key('x', '') } }] },
  },
];

export const batchCases: readonly EdgeCase[] = [...transactions, ...batches];

const at = { Key: key('s') };
const whole = { ...key('s'), a: text('x'), n: number('1'), set: { SS: ['p', 'q'] } };

/** Writes that change something and writes that do not: the stream has records of the first only. */
export const streamCases: readonly EdgeCase[] = [
  put('puts a new item', whole),
  put('puts the same item again', whole),
  put('puts the same item, its set the other way round', { ...whole, set: { SS: ['q', 'p'] } }),
  put('puts the same item, its number in other digits', { ...whole, n: number('1.0') }),
  update('sets what is set', 'SET a = :v', { ':v': text('x') }, at),
  update('sets what is not set', 'SET b = :v', { ':v': text('x') }, at),
  update('takes away what is not there', 'REMOVE c', {}, at),
  update(
    'adds what is in the set',
    'ADD #s :v',
    { ':v': { SS: ['p'] } },
    { ...at, ExpressionAttributeNames: { '#s': 'set' } },
  ),
  update('adds zero', 'ADD n :v', { ':v': number('0') }, at),
  transact('changes nothing in a transaction', [
    part('Update', { ...at, UpdateExpression: 'SET a = :v', ExpressionAttributeValues: { ':v': text('x') } }),
  ]),
  transact('changes something in a transaction', [
    part('Update', { ...at, UpdateExpression: 'SET a = :v', ExpressionAttributeValues: { ':v': text('y') } }),
  ]),
  {
    name: 'changes nothing in a batch',
    operation: 'BatchWriteItem',
    input: {
      RequestItems: { [tableName]: [{ PutRequest: { Item: { ...whole, a: text('y'), b: text('x') } } }] },
    },
  },
  update('makes an item of its key alone', 'REMOVE c', {}, { Key: key('s', 'new') }),
  remove('deletes the item', key('s')),
  remove('deletes the item again', key('s')),
];
