import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { authorize, createRouteTable, toHttpEvent } from '../../../runner/api/http-api.ts';

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

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'one' };
const authorizer = { issuer: 'https://issuer', audiences: ['client'] };
const now = Math.floor(Date.now() / 1000);
const good = { iss: 'https://issuer', client_id: 'client', exp: now + 60, iat: now, scope: 'a b', sub: 'me' };
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(claims: object, header: object = { alg: 'RS256', kid: 'one' }, key = pair.privateKey): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
const statusOf = (header: string | undefined, scopes = ['a']) =>
  authorize(header, authorizer, scopes, [jwk]).status;

describe('the authorizer', () => {
  test('lets a good token in, with or without the word Bearer', () => {
    expect(statusOf(`Bearer ${token(good)}`)).toBe(200);
    expect(statusOf(token(good))).toBe(200);
    expect(statusOf(`Bearer ${token({ ...good, client_id: undefined, aud: ['x', 'client'] })}`)).toBe(200);
  });

  test('answers 403 for scopes that do not do', () => {
    expect(statusOf(`Bearer ${token(good)}`, ['c'])).toBe(403);
    expect(statusOf(`Bearer ${token({ ...good, scope: undefined })}`)).toBe(403);
  });

  const hs256 = () => {
    const text = `${part({ alg: 'HS256', kid: 'one' })}.${part(good)}`;
    const pem = pair.publicKey.export({ type: 'spki', format: 'pem' });
    return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
  };
  const forged: [string, () => string | undefined][] = [
    ['nothing', () => undefined],
    ['no token', () => 'Bearer '],
    ['an unsigned token', () => `Bearer ${part({ alg: 'none', kid: 'one' })}.${part(good)}.`],
    ['a token signed with the public key as a secret', hs256],
    ['a token of another key', () => token(good, { alg: 'RS256', kid: 'one' }, other.privateKey)],
    ['a key id that is a path', () => token(good, { alg: 'RS256', kid: '../../one' })],
    [
      'a key that comes along',
      () => token(good, { alg: 'RS256', jwk: other.publicKey.export({ format: 'jwk' }) }, other.privateKey),
    ],
    ['another issuer', () => token({ ...good, iss: 'https://other' })],
    ['another client', () => token({ ...good, client_id: 'other' })],
    ['an expired token', () => token({ ...good, exp: now - 1 })],
    ['a token without end', () => token({ ...good, exp: undefined })],
    ['a token that is not valid yet', () => token({ ...good, nbf: now + 60 })],
    ['a truncated token', () => token(good).slice(0, -20)],
    ['a token of two parts', () => token(good).split('.').slice(0, 2).join('.')],
    ['an array for claims', () => token([good])],
    ['other words', () => 'Basic YTpi'],
  ];
  test.each(forged)('answers 401 for %s', (_, make) => {
    expect(statusOf(make())).toBe(401);
  });
});
