import { createSecretService, secretArn } from 'local-cloud/services/secret-service.ts';
import { serveAlone } from 'local-cloud/tests/support/contract-target.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

const secret: { value: string; former?: string | undefined } = { value: 'new' };
let asked = 0;
let server: Awaited<ReturnType<typeof serveAlone>>;
let n = 0;
let cameThroughFront: typeof import('#functions/platform/caller.ts').cameThroughFront;

beforeAll(async () => {
  // Files of this project share what they load, and another file may have had a stand-in for the call below this.
  vi.resetModules();
  ({ cameThroughFront } = await import('#functions/platform/caller.ts'));
  const lookUp = (id: string) => {
    asked++;
    return { ...secret, arn: id, name: id, isOwn: false };
  };
  server = await serveAlone(createSecretService(lookUp));
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', server.origin);
  vi.stubEnv('AWS_REGION', 'eu-north-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

/** What is kept in memory is kept by the secret's name: each test has its own. */
function begin(value: string, former?: string) {
  Object.assign(secret, { value, former });
  vi.stubEnv('ORIGIN_SECRET_ARN', secretArn(`origin${++n}`));
  asked = 0;
}
const comes = (value?: string) => cameThroughFront(value === undefined ? {} : { 'x-origin-secret': value });

describe('requests through CloudFront', () => {
  it('accepts the current origin secret, and reads it once for all requests', async () => {
    begin('new');
    expect(await comes('new')).toBe(true);
    expect(await comes('new')).toBe(true);
    expect(asked).toBe(1);
  });

  it('accepts the former origin secret while it is being rotated', async () => {
    begin('new', 'old');
    expect(await comes('old')).toBe(true);
    expect(await comes('new')).toBe(true);
    expect(await comes('older')).toBe(false);
  });

  it('accepts the former origin secret although a guess was refused just before the rotation', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    begin('old');
    expect(await comes('old')).toBe(true);
    vi.advanceTimersByTime(200_000);
    // From here on it is kept that there is no former value.
    expect(await comes('guess')).toBe(false);
    Object.assign(secret, { value: 'new', former: 'old' });
    vi.advanceTimersByTime(101_000);
    expect(await comes('old')).toBe(true);
  });

  it('refuses a former origin secret that was deleted', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    begin('new', 'old');
    expect(await comes('old')).toBe(true);
    secret.former = undefined;
    vi.advanceTimersByTime(301_000);
    expect(await comes('old')).toBe(false);
  });
});

describe('requests not through CloudFront', () => {
  it.each([undefined, '', 'nearly', 'new ', 'NEW'])('refuses the origin secret %j', async (value) => {
    begin('new');
    expect(await comes(value)).toBe(false);
  });

  it('asks for a former origin secret at most once every few minutes', async () => {
    begin('new');
    for (let attempt = 0; attempt < 20; attempt++) expect(await comes('guess')).toBe(false);
    expect(asked).toBe(2);
  });
});
