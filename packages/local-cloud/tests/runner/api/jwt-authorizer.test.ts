import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { authorize } from '../../../runner/api/http-api.ts';

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
