import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpoint } from '#functions/endpoint.ts';
import { authorizedCaller, optionalCaller } from '#functions/platform/caller.ts';
import { createTokenSigner } from '#tests/support/token-signer.ts';

type Claims = Record<string, unknown>;
const clientId = 'our-client';
const scope = 'aws.cognito.signin.user.admin';
const kid = 'key-1';
const own = createTokenSigner(kid);
const foreign = createTokenSigner(kid);
const { sign } = own;

let server: Server;
let issuer: string;
let foreignAsked = 0;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

beforeAll(async () => {
  server = createServer((request, response) => {
    const isOurs = request.url === '/pool/.well-known/jwks.json';
    if (!isOurs) foreignAsked += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify((isOurs ? own : foreign).keySet));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  issuer = `http://127.0.0.1:${port}/pool`;
  process.env.TOKEN_ISSUER = issuer;
  process.env.TOKEN_JWKS_URL = `${issuer}/.well-known/jwks.json`;
  process.env.TOKEN_CLIENT_ID = clientId;
});

afterAll(async () => {
  server.close();
  await once(server, 'close');
});

const seconds = () => Math.floor(Date.now() / 1000);
const good = (): Claims => ({
  sub: 'a1b2c3d4-0000-4000-8000-000000000001',
  iss: issuer,
  client_id: clientId,
  token_use: 'access',
  scope,
  origin_jti: 'one-sign-in',
  iat: seconds(),
  exp: seconds() + 3600,
});

/** Whom a token of ours names: the person, and the session. */
const named = {
  id: good().sub,
  session: { id: 'one-sign-in', issuedAt: expect.closeTo(seconds(), -2) },
};

const without = (name: string) => Object.fromEntries(Object.entries(good()).filter(([key]) => key !== name));

function signedWithPublicKey(): string {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${encode(good())}`;
  const secret = own.publicKey.export({ format: 'pem', type: 'spki' });
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function tampered(): string {
  const [header, , signature] = sign(good()).split('.');
  return `${header}.${encode({ ...good(), sub: 'somebody-else' })}.${signature}`;
}

const elsewhere = () => issuer.replace('/pool', '/evil');
const forgeries: [string, () => string][] = [
  ['with alg none', () => `Bearer ${encode({ alg: 'none', kid })}.${encode(good())}.`],
  ['with alg NONE', () => `Bearer ${encode({ alg: 'NONE', kid })}.${encode(good())}.AA`],
  ['signed with the public key as an HS256 secret', () => `Bearer ${signedWithPublicKey()}`],
  ['naming a file as its key', () => `Bearer ${sign(good(), { kid: '../../../../dev/null' })}`],
  ['naming its key set in jku', () => `Bearer ${foreign.sign(good(), { jku: elsewhere() })}`],
  ['naming its certificate in x5u', () => `Bearer ${foreign.sign(good(), { x5u: elsewhere() })}`],
  ['carrying its own key', () => `Bearer ${foreign.sign(good(), { jwk: foreign.keySet.keys[0] })}`],
  ['of another user pool', () => `Bearer ${sign({ ...good(), iss: elsewhere() })}`],
  ['of another client', () => `Bearer ${sign({ ...good(), client_id: 'their-client' })}`],
  ['that is an ID token', () => `Bearer ${sign({ ...good(), token_use: 'id', aud: clientId })}`],
  ['without our scope', () => `Bearer ${sign({ ...good(), scope: `${scope}.not` })}`],
  ['that has expired', () => `Bearer ${sign({ ...good(), exp: seconds() - 1 })}`],
  ['that is not valid yet', () => `Bearer ${sign({ ...good(), nbf: seconds() + 600 })}`],
  ['that never expires', () => `Bearer ${sign(without('exp'))}`],
  ['without a subject', () => `Bearer ${sign(without('sub'))}`],
  ['with a list of subjects', () => `Bearer ${sign({ ...good(), sub: ['one', 'two'] })}`],
  ['with a subject that is no id', () => `Bearer ${sign({ ...good(), sub: 'one#PLAN' })}`],
  ['sent twice', () => `Bearer ${sign(good())},Bearer ${sign(good())}`],
  ['sent as Basic', () => `Basic ${Buffer.from('jens:hemmelig').toString('base64')}`],
  ['of 16 kB', () => `Bearer ${sign({ ...good(), iss: elsewhere(), padding: 'x'.repeat(16_384) })}`],
  ['with changed claims', () => `Bearer ${tampered()}`],
  ['cut short', () => `Bearer ${sign(good()).slice(0, -20)}`],
  ['without its signature', () => `Bearer ${sign(good()).split('.').slice(0, 2).join('.')}`],
  ['that is empty', () => 'Bearer '],
  ['signed with ES256 by its header alone', () => `Bearer ${sign(good(), { alg: 'ES256' })}`],
  ['of a key nobody knows', () => `Bearer ${sign(good(), { kid: 'key-2' })}`],
  ['that names no key', () => `Bearer ${sign(good(), { kid: undefined })}`],
  ['signed by a stranger under our key’s name', () => `Bearer ${foreign.sign(good())}`],
  ['without a client', () => `Bearer ${sign(without('client_id'))}`],
  ['without an issuer', () => `Bearer ${sign(without('iss'))}`],
  ['whose end is a text', () => `Bearer ${sign({ ...good(), exp: 'never' })}`],
  ['with a fourth part', () => `Bearer ${sign(good())}.AA`],
];
const refused = expect.objectContaining({ status: 401, code: 'not_authenticated' });

describe('on a route where signing in is optional', () => {
  it('a valid token names its caller on a route where signing in is optional', async () => {
    await expect(optionalCaller(`Bearer ${sign(good())}`)).resolves.toEqual(named);
  });

  it('a caller without a token is anonymous on a route where signing in is optional', async () => {
    await expect(optionalCaller(undefined)).resolves.toBeNull();
  });

  it.each(forgeries)(
    'a token %s is refused on a route where signing in is optional',
    async (_what, header) => {
      await expect(optionalCaller(header())).rejects.toEqual(refused);
    },
  );

  it('no token makes us fetch a key from the address that it names', () => {
    expect(foreignAsked).toBe(0);
  });

  it('forged tokens do not lock out valid ones', async () => {
    await Promise.allSettled(forgeries.map(([, header]) => optionalCaller(header())));
    await expect(optionalCaller(`Bearer ${sign(good())}`)).resolves.toEqual(named);
  });
});

describe('a route', () => {
  const event = (authorization: string) =>
    ({ headers: { authorization }, requestContext: { requestId: 'request-1', http: {} } }) as never;

  it('a forged token runs no code of the route', async () => {
    const handle = vi.fn();
    const handler = endpoint('GET /api/cars', handle);
    for (const [, header] of forgeries)
      expect(await handler(event(header()), {} as never)).toMatchObject({
        statusCode: 401,
        body: JSON.stringify({
          error: 'Not authenticated',
          code: 'not_authenticated',
          details: { reason: 'not_logged_in' },
        }),
      });
    expect(handle).not.toHaveBeenCalled();
  });
});

describe('behind the gateway’s authorizer', () => {
  const event = (claims: Claims | undefined) =>
    ({
      requestContext: { authorizer: claims && { jwt: { claims, scopes: [scope] } } },
    }) as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;

  it('a valid token names its caller behind the gateway’s authorizer', () => {
    expect(authorizedCaller(event(good()))).toEqual(named);
    // As the gateway writes numbers.
    expect(authorizedCaller(event({ ...good(), iat: String(good().iat) }))).toEqual(named);
  });

  it.each<[string, () => Claims | undefined]>([
    ['no claims at all', () => undefined],
    ['an ID token, which the gateway lets through', () => ({ ...good(), token_use: 'id', aud: clientId })],
    ['a token of another client', () => ({ ...good(), client_id: 'their-client' })],
    ['a token without our scope', () => ({ ...good(), scope: 'openid email' })],
    ['no scope', () => without('scope')],
    ['no subject', () => without('sub')],
    ['an empty subject', () => ({ ...good(), sub: '' })],
    ['a list of subjects', () => ({ ...good(), sub: ['one'] })],
    ['a list of subjects as the gateway writes it', () => ({ ...good(), sub: '[one two]' })],
    ['a subject that is no id', () => ({ ...good(), sub: 'one#PLAN' })],
  ])('%s is refused behind the gateway’s authorizer', (_what, claims) => {
    expect(() => authorizedCaller(event(claims()))).toThrow(refused);
  });
});
