import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

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
  vi.stubEnv('ORIGIN_SECRET_ARN', 'arn:origin');
  parts = await import('#functions/platform/caller.ts');
});
afterAll(() => {
  vi.doUnmock('#functions/platform/aws-call.ts');
  vi.resetModules();
  vi.unstubAllEnvs();
});

const functionsOwn = '192.0.2.1';
const addressOf = (headers: Record<string, string>) =>
  parts.clientAddressOf({
    headers: { 'x-client-address': functionsOwn, ...headers },
    requestContext: { http: { sourceIp: '10.0.0.1' } },
  } as unknown as Event);

describe('the address that a route counts', () => {
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
