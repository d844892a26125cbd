import { describe, expect, it, test } from 'vitest';
import { createRouteTable, toHttpEvent } from '../../../runner/api/http-api.ts';

const keys = [
  'GET /things',
  'GET /things/{id}',
  'GET /things/mine',
  'ANY /things/{id}',
  'GET /files/{path+}',
  'GET /files/{a}/raw',
];
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

  test('decodes its variables, takes slashes only where it is greedy', () => {
    expect(found('GET', '/things/a%2Fb%20c')).toEqual(['GET /things/{id}', { id: 'a/b c' }]);
    expect(found('GET', '/files/a/b/c')).toEqual(['GET /files/{path+}', { path: 'a/b/c' }]);
    expect(found('GET', '/files/x/raw')?.[0]).toBe('GET /files/{a}/raw');
    expect(found('GET', '/things/a/b')).toBeUndefined();
  });

  test('$default takes the rest', () => {
    const withDefault = createRouteTable([{ routeKey: '$default', target: 'rest' }]);
    expect(withDefault('GET', '/anything')?.route.target).toBe('rest');
    expect(find('PUT', '/things')).toBeUndefined();
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
