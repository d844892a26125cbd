import { describe, expect, it } from 'vitest';
import { markErased } from '#functions/accounts/store.ts';
import { startSearch } from '#functions/searches/change-searches.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';

const table = tableForEachTest();
const now = new Date('2026-11-21T10:00:00.000Z');
const start = (id: string) =>
  startSearch({ userId: 'anna', limit: 2, now, id, href: `https://www.facebook.com/${id}`, name: null });
const outrun = Object.assign(new Error('faster'), {
  name: 'TransactionCanceledException',
  CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
});

describe('changing automated searches', () => {
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
