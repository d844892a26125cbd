import { describe, expect, it, test } from 'vitest';
import { createRouteTable, toHttpEvent } from '../../../runner/api/http-api.ts';

const keys = ['GET /things', 'GET /things/{id}', 'GET /things/mine', 'ANY /things/{id}'];
const find = createRouteTable(keys.map((routeKey) => ({ routeKey, target: routeKey })));
const found = (method: string, path: string) => {
  const match = find(method, path);
  return match && [match.route.target, match.params];
};

describe('a route', () => {
  test('with fixed words is preferred to one with variables', () => {
    expect(found('GET', '/things/mine')).toEqual(['GET /things/mine', {}]);
    expect(found('GET', '/things/7')).toEqual(['GET /things/{id}', { id: '7' }]);
  });

  test('with a method is preferred to ANY', () => {
    expect(found('DELETE', '/things/7')?.[0]).toBe('ANY /things/{id}');
  });

  test('decodes its variables, each of which is one segment', () => {
    expect(found('GET', '/things/a%2Fb%20c')).toEqual(['GET /things/{id}', { id: 'a/b c' }]);
    expect(found('GET', '/things/a/b')).toBeUndefined();
    expect(find('PUT', '/things')).toBeUndefined();
  });

  test('that takes whatever comes is refused', () => {
    for (const routeKey of ['$default', 'GET /files/{path+}'])
      expect(() => createRouteTable([{ routeKey, target: '' }])).toThrow('does not understand');
  });
});

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
