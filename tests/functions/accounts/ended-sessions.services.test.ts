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

it('reports no ended session of an account that never signed out', async () => {
  expect(await ended.readEnded('nobody')).toEqual({ isErased: false, allUntil: null, sessions: new Set() });
});

it('reports a signed-out session as ended, and the others as running', async () => {
  await ended.endSession('anna', 'first', nowMs);
  await ended.endSession('anna', 'second', nowMs);
  expect(await ended.readEnded('anna')).toEqual({
    ...{ isErased: false, allUntil: null, sessions: new Set(['first', 'second']) },
  });
  expect(await ended.readEnded('bent')).toMatchObject({ sessions: new Set() });
});

it('reports all sessions that began until a given moment as ended, in whole seconds as tokens count', async () => {
  await ended.endSessions('carl', nowMs);
  expect(await ended.readEnded('carl')).toMatchObject({ allUntil: seconds, sessions: new Set() });
});

it('deletes ended sessions from the table when no older token can still be valid', async () => {
  await ended.endSession('dora', 'one', nowMs);
  await ended.endSessions('dora', nowMs);
  const items = await stored.queryPartition(keys.endedPartition('dora'));
  expect(items.map(({ ttl }) => ttl)).toEqual(Array(2).fill(seconds + 4 * accessTokenMinutes * 60));
});
