import { Failure } from '#core/failure.ts';
import { readAccount } from '#functions/_adapters/account-record.ts';
import { exportPage } from '#functions/_adapters/dynamodb/account-items.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';

// The cursor is a key of the table, which is nobody's business: it travels encoded.
const encode = (sortKey: string) => Buffer.from(sortKey).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString('utf8');

export const handler = endpoint('GET /api/account/export', async ({ query }, caller) => {
  const after = query.after === undefined ? null : decode(query.after);
  const [account, page] = await Promise.all([readAccount(caller.id), exportPage(caller.id, after)]);
  if (!account) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  return {
    exported_at: clock.now().toISOString(),
    account: { id: caller.id, email: account.email, member_since: account.createdAt },
    items: page.items,
    next: page.next === null ? null : encode(page.next),
  };
});
