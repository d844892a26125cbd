import { listen } from 'local-cloud/wire/http.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTokenSigner } from '#tests/support/token-signer.ts';

const signer = createTokenSigner();

let failures = 0;
let asked = 0;
const server = await listen((_, response) => {
  asked += 1;
  response.writeHead(asked <= failures ? 500 : 200).end(JSON.stringify(signer.keySet));
});
const issuer = `${server.origin}/pool`;

beforeAll(() => {
  Object.assign(process.env, {
    TOKEN_ISSUER: issuer,
    TOKEN_JWKS_URL: `${issuer}/.well-known/jwks.json`,
    TOKEN_CLIENT_ID: 'our-client',
  });
});
afterAll(() => server.close());
beforeEach(() => {
  asked = 0;
  // A function that has just started knows no keys.
  vi.resetModules();
});

function token(): string {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return signer.sign({
    ...{ sub: 'person-1', iss: issuer, client_id: 'our-client', token_use: 'access' },
    ...{ scope: 'aws.cognito.signin.user.admin', iat: nowSeconds, exp: nowSeconds + 600 },
  });
}

async function callerOfToken() {
  const { optionalCaller } = await import('#functions/platform/caller.ts');
  return optionalCaller(`Bearer ${token()}`);
}

describe('failing signing keys of the user pool', () => {
  it('reads the signing keys again after a failure, and accepts the token', async () => {
    failures = 2;
    await expect(callerOfToken()).resolves.toMatchObject({ id: 'person-1' });
    expect(asked).toBe(3);
  });

  it('does not sign anybody out for a failure to read the signing keys', async () => {
    failures = Number.POSITIVE_INFINITY;
    await expect(callerOfToken()).rejects.not.toHaveProperty('status', 401);
    expect(asked).toBe(4);
  });
});
