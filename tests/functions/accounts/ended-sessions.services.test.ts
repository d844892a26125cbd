import { afterAll, expect, it } from 'vitest';
import { accessTokenMinutes } from '#core/accounts/cookies.ts';
import { startTestTable } from '#tests/support/table.ts';

const table = await startTestTable();
const ended = await import('#functions/accounts/store.ts');
const stored = await import('#functions/platform/table.ts');
const keys = await import('#functions/platform/keys.ts');
afterAll(() => table.close());

const nowMs = Date.parse('2026-11-21T08:00:00.500Z');
const seconds = Math.floor(nowMs / 1000);

it('deletes ended sessions from the table when no older token can still be valid', async () => {
  await ended.endSession('dora', 'one', nowMs);
  await ended.endSessions('dora', nowMs);
  const items = await stored.queryPartition(keys.endedPartition('dora'));
  expect(items.map(({ ttl }) => ttl)).toEqual(Array(2).fill(seconds + 4 * accessTokenMinutes * 60));
});
