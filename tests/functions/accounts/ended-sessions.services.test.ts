import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessTokenMinutes } from '#core/accounts/cookies.ts';
import { startTestTable, type TestTable } from '#tests/support/table.ts';

let table: TestTable;
let ended: typeof import('#functions/accounts/store.ts');
let stored: typeof import('#functions/platform/table.ts');
let keys: typeof import('#functions/platform/keys.ts');
beforeAll(async () => {
  table = await startTestTable();
  ended = await import('#functions/accounts/store.ts');
  stored = await import('#functions/platform/table.ts');
  keys = await import('#functions/platform/keys.ts');
});
afterAll(() => table.close());

const nowMs = Date.parse('2026-11-21T08:00:00.500Z');
const seconds = Math.floor(nowMs / 1000);

it('deletes ended sessions from the table when no older token can still be valid', async () => {
  await ended.endSession('dora', 'one', nowMs);
  await ended.endSessions('dora', nowMs);
  const items = await stored.queryPartition(keys.endedPartition('dora'));
  expect(items.map(({ ttl }) => ttl)).toEqual(Array(2).fill(seconds + 4 * accessTokenMinutes * 60));
});
