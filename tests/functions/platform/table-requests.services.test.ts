import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestTable } from '#tests/support/table.ts';

const table = await startTestTable();
const { documentClient: client } = await import('#functions/platform/table.ts');
beforeAll(async () => {
  await client.send(new PutCommand({ TableName: table.name, Item: { pk: 'a', sk: 'b' } }));
});
afterAll(() => table.close());

type Asked = { condition: string; values: object; index?: string; start?: Record<string, string> };
const query = ({ condition, values, index, start }: Asked) =>
  client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: index,
      KeyConditionExpression: condition,
      ExpressionAttributeValues: values,
      ExclusiveStartKey: start,
    }),
  );
const long = 'x'.repeat(1025);
const empty =
  'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ';
const emptyInIndex =
  'One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: gsi2, IndexKey: ';
const tooLong =
  'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes';
const elsewhere = 'The provided starting key does not match the range key predicate';
const start = { pk: 'a', sk: 'b' };

/** Asked of the embedded engine, and of DynamoDB Local where LOCAL_CLOUD_DYNAMODB_ENDPOINT names one. */
describe('queries that DynamoDB refuses', () => {
  it.each<[what: string, message: string, asked: Asked]>([
    ['of a partition without a name', `${empty}pk`, { condition: 'pk = :p', values: { ':p': '' } }],
    [
      'whose prefix is empty',
      `${empty}sk`,
      { condition: 'pk = :p AND begins_with(sk, :s)', values: { ':p': 'a', ':s': '' } },
    ],
    [
      'that compares with nothing',
      `${empty}sk`,
      { condition: 'pk = :p AND sk < :s', values: { ':p': 'a', ':s': '' } },
    ],
    [
      'of a range without a beginning',
      `${empty}sk`,
      { condition: 'pk = :p AND sk BETWEEN :s AND :p', values: { ':p': 'a', ':s': '' } },
    ],
    [
      'of an index’s partition without a name',
      `${emptyInIndex}gsi2pk`,
      { condition: 'gsi2pk = :p', values: { ':p': '' }, index: 'gsi2' },
    ],
    [
      'of an index up to nothing',
      `${emptyInIndex}gsi2sk`,
      { condition: 'gsi2pk = :p AND gsi2sk <= :s', values: { ':p': 'a', ':s': '' }, index: 'gsi2' },
    ],
    [
      'for a sort key that is too long',
      tooLong,
      { condition: 'pk = :p AND sk = :s', values: { ':p': 'a', ':s': long } },
    ],
    [
      'that goes on after an empty key',
      `The provided starting key is invalid: ${empty}sk`,
      { condition: 'pk = :p', values: { ':p': 'a' }, start: { pk: 'a', sk: '' } },
    ],
    [
      'that goes on in another partition',
      elsewhere,
      { condition: 'pk = :p', values: { ':p': 'a' }, start: { pk: 'z', sk: 'b' } },
    ],
    [
      'that goes on outside of what it asks for',
      elsewhere,
      { condition: 'pk = :p AND begins_with(sk, :s)', values: { ':p': 'a', ':s': 'q' }, start },
    ],
    [
      'that goes on before its range',
      elsewhere,
      { condition: 'pk = :p AND sk BETWEEN :s AND :t', values: { ':p': 'a', ':s': 'c', ':t': 'd' }, start },
    ],
    [
      'that goes on after its end',
      elsewhere,
      { condition: 'pk = :p AND sk <= :s', values: { ':p': 'a', ':s': 'a' }, start },
    ],
    [
      'of an index that goes on in another partition',
      elsewhere,
      {
        condition: 'gsi2pk = :p',
        values: { ':p': 'a' },
        index: 'gsi2',
        start: { ...start, gsi2pk: 'z', gsi2sk: 'y' },
      },
    ],
  ])('refuses a query %s', async (_what, message, asked) => {
    await expect(query(asked)).rejects.toMatchObject({ name: 'ValidationException', message });
  });

  it.each<[what: string, asked: Asked]>([
    [
      'that goes on in its own partition',
      { condition: 'pk = :p', values: { ':p': 'a' }, start: { pk: 'a', sk: 'a' } },
    ],
    [
      'that goes on within its prefix',
      { condition: 'pk = :p AND begins_with(sk, :s)', values: { ':p': 'a', ':s': 'b' }, start },
    ],
    [
      'that goes on within its range',
      { condition: 'pk = :p AND sk BETWEEN :s AND :t', values: { ':p': 'a', ':s': 'a', ':t': 'c' }, start },
    ],
  ])('answers a query %s', async (_what, asked) => {
    expect((await query(asked)).$metadata.httpStatusCode).toBe(200);
  });
});

describe('items that DynamoDB refuses', () => {
  it.each([
    ['whose sort key in an index is too long', { gsi2pk: 'a', gsi2sk: long }],
    ['whose partition in an index is too long', { gsi2pk: 'x'.repeat(2049), gsi2sk: 'a' }],
  ])('refuses an item %s, alone and in a transaction', async (_what, fields) => {
    const { put, putItem, transact } = await import('#functions/platform/table.ts');
    const item = { pk: 'a', sk: 'c', kind: 'THING', ...fields };
    const refused = {
      name: 'ValidationException',
      message: 'One or more parameter values were invalid: Size limit exceeded',
    };
    await expect(putItem(item)).rejects.toMatchObject(refused);
    await expect(transact([put(item)])).rejects.toMatchObject(refused);
  });
});
