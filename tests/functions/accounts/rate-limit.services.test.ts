import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTable } from '#tests/support/table.ts';

const limit = { kind: 'test', capacity: 10, refillSeconds: 600 };

const table = await startTestTable();
const { takePermit } = await import('#functions/accounts/limits.ts');
const { documentClient } = await import('#functions/platform/table.ts');

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) }));
beforeEach(() => void pass(24 * 3600_000));
afterAll(async () => {
  vi.useRealTimers();
  await table.close();
});

const takeMany = (count: number, subject: string) =>
  Promise.allSettled(Array.from({ length: count }, () => takePermit(limit, subject)));
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
    pass(59_000);
    expect(given(await takeMany(1, 'one'))).toBe(0);
    pass(1000);
    expect(given(await takeMany(2, 'one'))).toBe(1);
    pass(600_000);
    expect(given(await takeMany(20, 'one'))).toBe(10);
  });

  it('counts the permits of each subject separately', async () => {
    await takeMany(20, 'one');
    expect(given(await takeMany(1, 'two'))).toBe(1);
  });

  it('stores no address in the table and lets its items expire', async () => {
    await takePermit(limit, 'someone@mail.example');
    const { Items = [] } = await documentClient.send(new ScanCommand({ TableName: table.name }));
    expect(JSON.stringify(Items)).not.toContain('someone');
    for (const item of Items) {
      expect(item.pk).toMatch(/^BUCKET#test#[\w-]{43}$/);
      expect(item.ttl * 1000).toBeGreaterThan(item.fullAtMs);
    }
  });
});
