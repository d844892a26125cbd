import {
  bytes,
  type EdgeCase,
  get,
  key,
  number,
  put,
  query,
  remove,
  several,
  text,
  update,
  type Values,
} from './edge-case.ts';

const x: Values = { ':v': text('x') };
const one: Values = { ':v': number('1') };
const names = (count: number) => several(count, (n) => `:v${n}`);
const values = (count: number): Values =>
  Object.fromEntries(names(count).map((name, n) => [name, text(String(n))]));
const oneOf = (path: string, count: number) => `${path} IN (${names(count).join(', ')})`;
const when = (ConditionExpression: string) => ({ ConditionExpression });

const changes: readonly EdgeCase[] = [
  update('sets one path twice', 'SET s = :v, s = :v', x),
  update('sets a map and what is in it', 'SET m = :v, m.a = :v', x),
  update('sets what is in nothing', 'SET mm.a = :v', x),
  update('adds to a text', 'ADD s :v', one),
  update('counts from nothing', 'SET q = q + :v', one),
  update('counts on from a text', 'SET q = s + :v', one),
  update(
    'counts from a default',
    'SET q = if_not_exists(q, :z) + :v',
    { ...one, ':z': number('0') },
    { ReturnValues: 'ALL_NEW' },
  ),
  update(
    'appends to a list',
    'SET l = list_append(l, :v)',
    { ':v': { L: [text('2')] } },
    { ReturnValues: 'UPDATED_NEW' },
  ),
  update('empties a set', 'DELETE ss :v', { ':v': { SS: ['a', 'b'] } }, { ReturnValues: 'ALL_NEW' }),
  update(
    'uses more than 4 KB of expression',
    `SET z = :v${several(170, (n) => `, attribute_number_${n} = :v`).join('')}`,
    one,
  ),
  update('does nothing', '', {}),
  update('uses an unknown clause', 'PUT z = :v', x),
];

const conditions: readonly EdgeCase[] = [
  update('compares a text with a number', 'SET z = :v', one, when('s < :v')),
  update(
    'compares with a range that ends before it begins',
    'SET z = :a',
    { ':a': number('1'), ':b': number('2') },
    when('n BETWEEN :b AND :a'),
  ),
  update('compares the length', 'SET z = :a', { ':a': number('0') }, when('size(s) > :a')),
  update('looks into a list', 'SET z = :v', { ...one, ':b': text('2') }, when('contains(l, :b)')),
  update(
    'names 100 values of which one may be',
    'SET z = :v',
    { ...one, ...values(100) },
    when(oneOf('s', 100)),
  ),
  update('names no value of which one may be', 'SET z = :v', one, when('s IN ()')),
  query(
    'names 100 values twice in a filter',
    'pk = :p',
    { ':p': text('a'), ...values(100) },
    { FilterExpression: `${oneOf('s', 100)} OR ${oneOf('t', 100)}` },
  ),
  update('doubles brackets', 'SET z = :v', one, when('((n = :v))')),
  update('compares a key with nothing', 'SET z = :v', { ...one, ':e': text('') }, when('sk = :e')),
  update('compares a field with nothing', 'SET z = :v', { ...one, ':e': text('') }, when('s = :e')),
  put('finds the item already there', key(), when('attribute_not_exists(pk)')),
  put('finds the item already there and shows it', key(), {
    ...when('attribute_not_exists(pk)'),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }),
  remove('deletes what is not there', key('none')),
  remove('deletes what must be there', key('none'), when('attribute_exists(pk)')),
];

const forms: readonly EdgeCase[] = [
  put('puts an empty set', { ...key('es'), ss: { SS: [] } }),
  put('puts a value twice in a set', { ...key('es'), ss: { SS: ['a', 'a'] } }),
  put('puts a number of 39 digits', { ...key('nn'), n: number('1'.repeat(39)) }),
  put('puts a number beyond all numbers', { ...key('nn'), n: number('1e126') }),
  put('puts a text as number', { ...key('nn'), n: number('abc') }),
  put('puts a number with zeros around', { ...key('nn'), n: number('001.500') }),
  get('reads a number without the zeros', key('nn')),
  put('puts an item over 400 KB', { ...key('big'), d: bytes(400 * 1024) }),
  put('puts an item just below 400 KB', { ...key('big'), d: bytes(400 * 1024 - 20) }),
  update('lets an item grow over 400 KB', 'SET e = :e', { ':e': bytes(100) }, { Key: key('big') }),
  put('puts 33 lists in each other', {
    ...key('nest'),
    d: several(33, String).reduce<Record<string, unknown>>((inner) => ({ L: [inner] }), text('x')),
  }),
  put('asks to be given what it put', key('rv'), { ReturnValues: 'ALL_NEW' }),
  put('gives values without any', key(), { ...when('attribute_exists(pk)'), ExpressionAttributeValues: {} }),
  put('gives names without an expression', key('e'), { ExpressionAttributeNames: {} }),
  get('gives a name that no one uses', key(), {
    ProjectionExpression: 's',
    ExpressionAttributeNames: { '#x': 'y' },
  }),
  {
    name: 'reads from a table that is not there',
    operation: 'GetItem',
    input: { TableName: 'nope', Key: key() },
  },
];

/** Words that attributes like to be called, some of which DynamoDB keeps for itself. */
const words = 'status name ttl year count type kind url value state';

export const updateCases: readonly EdgeCase[] = [
  ...[...changes, ...conditions, ...forms],
  ...words.split(' ').map((word) => update(`sets ${word}`, `SET ${word} = :v`, x, { Key: key('r') })),
];
