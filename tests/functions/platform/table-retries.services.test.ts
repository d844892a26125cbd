import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

let server: Server;
let client: DynamoDBDocumentClient;
let pauseBeforeRetryMs: (retry: number) => number;
let refusals = 0;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    const isRefused = asked <= refusals;
    const body = isRefused ? { __type: 'ProvisionedThroughputExceededException', message: 'busy' } : {};
    request
      .resume()
      .on('end', () =>
        response
          .writeHead(isRefused ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' })
          .end(JSON.stringify(body)),
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-north-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  // The client reads the environment when it is made.
  ({ documentClient: client, pauseBeforeRetryMs } = await import('#functions/platform/table.ts'));
});
afterAll(() => {
  client.destroy();
  server.close();
});
beforeEach(() => {
  asked = 0;
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

const read = () => client.send(new GetCommand({ TableName: 'cars', Key: { pk: 'a', sk: 'b' } }));

describe('retries of a busy table', () => {
  it('repeats a call to a busy table until it is accepted', async () => {
    refusals = 3;
    await expect(read()).resolves.toMatchObject({ $metadata: { attempts: 4 } });
  });

  it('gives up a call to a busy table after eight tries', async () => {
    refusals = Number.POSITIVE_INFINITY;
    await expect(read()).rejects.toThrow('busy');
    expect(asked).toBe(8);
  });

  it('waits up to twice as long each time, from 50 ms to two seconds', () => {
    vi.mocked(Math.random).mockReturnValue(1);
    expect([1, 2, 3, 4, 5, 6, 7].map(pauseBeforeRetryMs)).toEqual([50, 100, 200, 400, 800, 1600, 2000]);
  });

  it('waits a random part of that time, so that calls refused together are not repeated together', () => {
    vi.mocked(Math.random).mockReturnValue(0.25);
    expect(pauseBeforeRetryMs(3)).toBe(50);
  });
});
