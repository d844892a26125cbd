import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markErased } from '#functions/accounts/store.ts';
import { extendSearch, startSearch } from '#functions/searches/change-searches.ts';
import { listSearches } from '#functions/searches/store.ts';
import { type TableInMemory, tableInMemory } from '#tests/support/cloud-in-memory.ts';

let table: TableInMemory;
beforeEach(() => {
  table = tableInMemory();
});
afterEach(() => table.close());

const dayMs = 86_400_000;
const now = new Date('2026-11-21T10:00:00.000Z');
const onDay = (day: number) => new Date(now.getTime() + day * dayMs);
const start = (id: string, day = 0, limit = 2) =>
  startSearch({
    userId: 'anna',
    limit,
    now: onDay(day),
    id,
    href: `https://www.facebook.com/${id}`,
    name: null,
  });
const extend = (id: string, day: number, limit = 2) =>
  extendSearch({ userId: 'anna', limit, now: onDay(day), id });
const full = {
  status: 403,
  code: 'limit_reached',
  details: { reason: 'limit_reached', what: 'searches', limit: 2 },
};
const outrun = Object.assign(new Error('faster'), {
  name: 'TransactionCanceledException',
  CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
});

describe('changing automated searches', () => {
  it('runs an automated search for a week, finds it again by its link, and restarts an expired one', async () => {
    const first = await start('a');
    expect(first).toEqual({
      isNew: true,
      search: {
        ...{ id: 'a', href: 'https://www.facebook.com/a', name: null },
        ...{ startTime: now.toISOString(), endTime: onDay(7).toISOString() },
      },
    });
    expect(await start('a', 6)).toEqual({ search: first.search, isNew: false });
    expect(await start('a', 7)).toMatchObject({ isNew: true, search: { endTime: onDay(14).toISOString() } });
    expect(await listSearches('anna')).toHaveLength(1);
  });

  it('limits the automated searches that run at once, not counting expired ones', async () => {
    await start('a');
    await start('b', 1);
    await expect(start('c', 2)).rejects.toMatchObject(full);
    expect(await start('c', 7)).toMatchObject({ isNew: true });
  });

  it('extends an automated search by a week from now, while the limit allows it', async () => {
    await start('a');
    await start('b', 1);
    expect(await extend('a', 5)).toMatchObject({
      startTime: now.toISOString(),
      endTime: onDay(12).toISOString(),
    });
    await expect(extend('a', 5, 1)).rejects.toMatchObject({
      ...full,
      details: { ...full.details, limit: 1 },
    });
    await expect(extend('none', 5)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('refuses an automated search for an erased account', async () => {
    await markErased({ userId: 'anna', customerId: null, erasedAt: now.toISOString() });
    await expect(start('a')).rejects.toMatchObject({ status: 401 });
  });

  it('decides again when the searches changed meanwhile, at most eight times', async () => {
    table.fail('TransactWriteCommand', outrun, 7);
    expect(await start('a')).toMatchObject({ isNew: true });
    table.fail('TransactWriteCommand', outrun, 8);
    await expect(start('b')).rejects.toMatchObject({ status: 409, code: 'conflict' });
  });
});
