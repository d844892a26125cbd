import { clearedRefreshCookie } from '#core/account/refresh-cookie.ts';
import { env } from '#functions/_runtime/env.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { eraseOwnAccount } from '#functions/use-cases/accounts/erase-own-account.ts';

export const handler = endpoint('DELETE /api/account', async ({ body }, caller) => {
  await eraseOwnAccount(caller.id, body.password);
  return new Reply({ ok: true as const }, { cookies: [clearedRefreshCookie(env('PUBLIC_ORIGIN'))] });
});
