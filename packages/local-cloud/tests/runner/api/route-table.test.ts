import { describe, expect, test } from 'vitest';
import { createRouteTable } from '../../../runner/api/http-api.ts';

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
