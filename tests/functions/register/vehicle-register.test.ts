import { listen } from 'local-cloud/wire/http.ts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { RegisterUnavailable } from '#core/register/vehicle.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';

const asked: Record<string, unknown>[] = [];
const register = await listen((request, response) => {
  asked.push(request.headers);
  response.writeHead(404).end();
});
const secrets = { key: secretPlaceholder, reads: 0 };

tableForEachTest();
vi.mock('#functions/platform/aws-call.ts', () => ({
  callAws: async () => {
    secrets.reads++;
    return { status: 200, bytes: Buffer.from(JSON.stringify({ SecretString: secrets.key })) };
  },
  refusal: () => '',
}));

afterAll(async () => {
  await register.close();
  // What was loaded with the stand-in above must not serve the next file.
  vi.doUnmock('#functions/platform/aws-call.ts');
  vi.resetModules();
});
beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('REGISTER_URL', register.origin);
  vi.stubEnv('REGISTER_SECRET_ARN', 'register');
  Object.assign(secrets, { key: secretPlaceholder, reads: 0 });
  asked.length = 0;
});

async function lookUp(kind: string): Promise<unknown> {
  vi.stubEnv('REGISTER_KIND', kind);
  const { getRegister } = await import('#functions/register/register.ts');
  return (await getRegister()).lookup('AB12345').catch((error: unknown) => error);
}

describe('the configured register', () => {
  it.each(['tjekbil', 'motorapi'])('does not ask %s while its key is a placeholder', async (kind) => {
    const answer = await lookUp(kind);
    expect(asked).toEqual([]);
    expect(answer).toMatchObject({
      name: RegisterUnavailable.name,
      message: 'the key of the register is not set',
    });
  });

  it.each([
    ['tjekbil', 'x-apikey'],
    ['motorapi', 'x-auth-token'],
  ])('sends the key to %s once it is set', async (kind, header) => {
    secrets.key = 'a-real-key\n';
    expect(await lookUp(kind)).toBeNull();
    expect(asked).toMatchObject([{ [header]: 'a-real-key' }]);
  });

  it.each(['none', ''])('knows no car when the register is %j', async (kind) => {
    expect(await lookUp(kind)).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each(['tjekbil-open', 'demo'])('asks %s without reading a secret', async (kind) => {
    secrets.key = 'a-real-key';
    expect(await lookUp(kind)).toBeNull();
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).not.toContain('a-real-key');
    expect(secrets.reads).toBe(0);
  });
});
