import { clearedRefreshCookie, readRefreshCookie } from '#core/account/refresh-cookie.ts';
import { Failure } from '#core/failure.ts';
import { refresh } from '#functions/_adapters/pool-sessions.ts';
import { env } from '#functions/_runtime/env.ts';
import { failureResult, withCookies } from '#functions/_runtime/reply.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint('POST /api/auth/refresh', async (_input, request) => {
  const token = readRefreshCookie(request.cookies);
  if (!token) throw new Failure(401, 'session_expired', 'Your session has ended. Please sign in again.');
  const { accessToken, expiresInSeconds, user } = await refresh(token);
  return { accessToken, expiresIn: expiresInSeconds, user };
}).onError(({ error }) => {
  // Only a dead token is thrown away: a throttled or failing pool must not sign people out.
  if (!(error instanceof Failure) || error.code !== 'session_expired') return;
  return withCookies(failureResult(error), [clearedRefreshCookie(env('PUBLIC_ORIGIN'))]);
});
