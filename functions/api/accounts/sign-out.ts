import { clearedRefreshCookie, readRefreshCookie } from '#core/account/refresh-cookie.ts';
import { env } from '#functions/_runtime/env.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { endOwnSession } from '#functions/use-cases/accounts/end-own-session.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint('POST /api/auth/sign-out', async (_input, request) => {
  const token = readRefreshCookie(request.cookies);
  // Signing out never fails for the person: the cookie goes even when the pool cannot be reached.
  if (token) await endOwnSession(token);
  return new Reply({ ok: true }, { cookies: [clearedRefreshCookie(env('PUBLIC_ORIGIN'))] });
});
