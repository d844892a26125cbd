import { expect, it } from 'vitest';
import { toHttpEvent } from '../../../runner/api/http-api.ts';

const eventOf = (rawQuery: string) =>
  toHttpEvent(
    {
      method: 'GET',
      path: '/api/things',
      rawQuery,
      headers: {},
      body: Buffer.alloc(0),
      sourceIp: '203.0.113.1',
    },
    'GET /api/things',
    {},
    'api',
  );

it('hands over names of a query as they were sent, those of prototypes too', () => {
  const { queryStringParameters } = eventOf('toString=1&constructor=2&__proto__=3&q=a&q=b');
  expect(Object.entries(queryStringParameters ?? {})).toEqual([
    ['toString', '1'],
    ['constructor', '2'],
    ['__proto__', '3'],
    ['q', 'a,b'],
  ]);
});
