import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorizedCaller, optionalCaller, requireSelf } from '#functions/platform/caller.ts';

const claims = {
  ...{ sub: 'anna', token_use: 'access', client_id: 'ours', origin_jti: 'session', iat: '1700000000' },
  scope: 'openid aws.cognito.signin.user.admin',
};
const callerOf = (changed: object) =>
  authorizedCaller({
    requestContext: { authorizer: { jwt: { claims: { ...claims, ...changed } } } },
  } as never);
const refused = expect.objectContaining({
  ...{ status: 401, code: 'not_authenticated', message: 'Not authenticated' },
  details: { reason: 'not_logged_in' },
});
const thrownBy = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

beforeEach(() => vi.stubEnv('TOKEN_CLIENT_ID', 'ours'));
afterEach(() => vi.unstubAllEnvs());

describe('the caller from the token', () => {
  it('takes the caller from the token’s subject, with the time of the session', () => {
    expect(callerOf({})).toEqual({ id: 'anna', session: { id: 'session', issuedAt: 1_700_000_000 } });
  });

  it.each([
    ['no session', { origin_jti: undefined }, { id: null, issuedAt: 1_700_000_000 }],
    ['a session that is no name', { origin_jti: 7 }, { id: null, issuedAt: 1_700_000_000 }],
    ['no time', { iat: undefined }, { id: 'session', issuedAt: 0 }],
    ['a time that is none', { iat: 'soon' }, { id: 'session', issuedAt: 0 }],
  ])('treats a session with %s in the token as older than any other', (_, changed, session) => {
    expect(callerOf(changed).session).toEqual(session);
  });

  it.each([
    ['an ID token', { token_use: 'id' }],
    ['another client’s token', { client_id: 'theirs' }],
    ['a token without the scope', { scope: 'openid' }],
    ['a token without scopes', { scope: undefined }],
    ['a token whose scope only begins so', { scope: 'aws.cognito.signin.user.admin.read' }],
    ['a token of nobody', { sub: undefined }],
    ['a token of a list', { sub: '[a b]' }],
    ['a token of an empty name', { sub: '' }],
    ['a token of an endless name', { sub: 'a'.repeat(129) }],
  ])('finds no caller in a token with %s', (_, changed) => {
    expect(thrownBy(() => callerOf(changed))).toEqual(refused);
  });

  it('finds no caller without claims', () => {
    expect(thrownBy(() => authorizedCaller({ requestContext: {} } as never))).toEqual(refused);
  });
});

describe('the caller of an optional sign-in', () => {
  it('accepts a request without a token, and refuses one with an invalid token', async () => {
    expect(await optionalCaller(undefined)).toBeNull();
    expect(await optionalCaller('')).toBeNull();
    for (const header of ['Basic abc', 'Bearer', 'Bearer a b', 'xBearer abc', 'Bearer a/b'])
      await expect(optionalCaller(header)).rejects.toEqual(refused);
  });
});

describe('user ids in a request', () => {
  const anna = callerOf.bind(null, {});

  it.each([undefined, null, 'anna'])('accepts the user id %j', (claimed) => {
    expect(() => requireSelf(anna(), claimed)).not.toThrow();
  });

  it.each(['bent', '', 0, ['anna']])('refuses the user id %j', (claimed) => {
    expect(thrownBy(() => requireSelf(anna(), claimed))).toMatchObject({
      ...{ status: 403, code: 'forbidden', message: 'Forbidden' },
    });
  });
});

describe('the address that a route counts', () => {
  let parts: typeof import('#functions/platform/caller.ts');

  beforeAll(async () => {
    // Files of this project share what they load.
    vi.resetModules();
    // Every secret is its own address.
    vi.doMock('#functions/platform/aws-call.ts', () => ({
      callAws: async ({ body }: { body: string }) => ({
        status: 200,
        bytes: Buffer.from(JSON.stringify({ SecretString: JSON.parse(body).SecretId })),
      }),
    }));
    parts = await import('#functions/platform/caller.ts');
  });
  beforeEach(() => vi.stubEnv('ORIGIN_SECRET_ARN', 'arn:origin'));
  afterAll(() => {
    vi.doUnmock('#functions/platform/aws-call.ts');
    vi.resetModules();
  });

  const functionsOwn = '192.0.2.1';
  const addressOf = (headers: Record<string, string>) =>
    parts.clientAddressOf({
      headers: { 'x-client-address': functionsOwn, ...headers },
      requestContext: { http: { sourceIp: '10.0.0.1' } },
    } as unknown as Event);

  it.each(['198.51.100.9', '198.51.100.9:4711', '2001:db8::1'])(
    'is that of the client for whom one of our functions calls: %s',
    async (address) => expect(await addressOf(await parts.forwardClient(address))).toBe(address),
  );

  it('is the one that CloudFront wrote where nobody signed another', async () => {
    const [[name, signed] = ['', '']] = Object.entries(await parts.forwardClient('198.51.100.9'));
    const signature = signed.split(' ')[0]!;
    const forged = [
      '198.51.100.9',
      ` 198.51.100.9`,
      `${signature} 198.51.100.10`,
      `${signature} 198.51.100.9 `,
      `${signature.slice(0, -4)}AAAA 198.51.100.9`,
      `${'A'.repeat(43)} 198.51.100.9`,
      `${signature}, ${signed}`,
      '',
    ];
    for (const header of forged)
      expect([header, await addressOf({ [name]: header })]).toEqual([header, functionsOwn]);
    expect(await addressOf({})).toBe(functionsOwn);
  });

  it('is not one that was signed with another secret', async () => {
    const headers = await parts.forwardClient('198.51.100.9');
    vi.stubEnv('ORIGIN_SECRET_ARN', 'arn:other');
    expect(await addressOf(headers)).toBe(functionsOwn);
  });
});
