import { describe, expect, test } from 'vitest';
import { createRouteTable } from '../../../runner/api/route-table.ts';

const keys = [
  'GET /cars',
  'GET /cars/{id}',
  'GET /cars/mine',
  'ANY /cars/{id}',
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
    expect(found('GET', '/cars/mine')).toEqual(['GET /cars/mine', {}]);
    expect(found('GET', '/cars/7')).toEqual(['GET /cars/{id}', { id: '7' }]);
  });

  test('with a method is preferred to ANY', () => {
    expect(found('DELETE', '/cars/7')?.[0]).toBe('ANY /cars/{id}');
  });

  test('decodes its variables, takes slashes only where it is greedy', () => {
    expect(found('GET', '/cars/a%2Fb%20c')).toEqual(['GET /cars/{id}', { id: 'a/b c' }]);
    expect(found('GET', '/files/a/b/c')).toEqual(['GET /files/{path+}', { path: 'a/b/c' }]);
    expect(found('GET', '/files/x/raw')?.[0]).toBe('GET /files/{a}/raw');
    expect(found('GET', '/cars/a/b')).toBeUndefined();
  });

  test('$default takes the rest', () => {
    const withDefault = createRouteTable([{ routeKey: '$default', target: 'rest' }]);
    expect(withDefault('GET', '/anything')?.route.target).toBe('rest');
    expect(find('PUT', '/cars')).toBeUndefined();
  });
});
