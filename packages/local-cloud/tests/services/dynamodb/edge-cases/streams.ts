import {
  type EdgeCase,
  key,
  number,
  part,
  put,
  remove,
  tableName,
  text,
  transact,
  update,
} from './edge-case.ts';

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
