import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimiter, type TakePermit } from '#functions/accounts/limits.ts';

const TableName = 'buckets';
const engine = 'node_modules/@dynoxide/linux-x64/dynoxide';
const limit = { kind: 'test', capacity: 10, refillSeconds: 600 };

let folder: string;
let child: ChildProcess;
let client: DynamoDBClient;
let nowMs = Date.UTC(2026, 0, 1);
let take: TakePermit;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function createTable(): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilfund-buckets-'));
  const port = await freePort();
  child = spawn(engine, ['serve', '--port', String(port), '--db-path', join(folder, 'table.db')], {
    stdio: 'ignore',
  });
  client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-north-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    // The engine takes a moment to listen: the SDK asks again.
    maxAttempts: 10,
  });
  await createTable();
  const clock = { now: () => new Date(nowMs) };
  take = rateLimiter({ client: DynamoDBDocumentClient.from(client), clock, tableName: () => TableName });
});

afterAll(async () => {
  client.destroy();
  child.kill();
  await once(child, 'exit');
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  nowMs += 24 * 3600 * 1000;
});

const takeMany = (count: number, subject: string) =>
  Promise.allSettled(Array.from({ length: count }, () => take(limit, subject)));
const given = (results: PromiseSettledResult<void>[]) =>
  results.filter((r) => r.status === 'fulfilled').length;

describe('rate limit in the table', () => {
  it('gives exactly as many permits as the limit allows when fifty requests come at once', async () => {
    const results = await takeMany(50, 'one');
    expect(given(results)).toBe(10);
    for (const result of results.filter((r) => r.status === 'rejected'))
      expect(result.reason).toMatchObject({
        status: 429,
        code: 'too_many_requests',
        details: { retryAfterSeconds: 60 },
      });
  });

  it('restores permits one by one', async () => {
    await takeMany(10, 'one');
    nowMs += 59_000;
    expect(given(await takeMany(1, 'one'))).toBe(0);
    nowMs += 1000;
    expect(given(await takeMany(2, 'one'))).toBe(1);
    nowMs += 600_000;
    expect(given(await takeMany(20, 'one'))).toBe(10);
  });

  it('counts the permits of each subject separately', async () => {
    await takeMany(20, 'one');
    expect(given(await takeMany(1, 'two'))).toBe(1);
  });

  it('stores no address in the table and lets its items expire', async () => {
    await take(limit, 'someone@mail.example');
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    expect(JSON.stringify(Items)).not.toContain('someone');
    for (const item of Items) {
      expect(item.pk?.S).toMatch(/^BUCKET#test#[\w-]{43}$/);
      expect(Number(item.ttl?.N) * 1000).toBeGreaterThan(Number(item.fullAtMs?.N));
    }
  });
});
