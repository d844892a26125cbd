import { clearedRefreshCookie, readRefreshCookie } from '#core/account/refresh-cookie.ts';
import { revoke, sessionBehind } from '#functions/_adapters/cognito.ts';
import { endSession } from '#functions/_adapters/dynamodb/ended-sessions.ts';
import { env } from '#functions/_runtime/env.ts';
import { log } from '#functions/_runtime/log.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { accountEndpoint } from './account-endpoint.ts';

/**
 * This session alone: other devices stay signed in. Its access tokens would live on for minutes without their mark. One step
 * that fails does not keep the other from being taken.
 */
async function endOwnSession(token: string): Promise<void> {
  // Asked first: a token that was revoked tells nothing any more.
  const session = await sessionBehind(token).catch((error) => log.failure('a session is unknown', error));
  await Promise.all([
    revoke(token).catch((error) => log.failure('refresh token not revoked', error)),
    session &&
      endSession(session.userId, session.id, Date.now()).catch((error) =>
        log.failure('a session was not ended', error),
      ),
  ]);
}

export const handler = accountEndpoint('POST /api/auth/sign-out', async (_input, request) => {
  const token = readRefreshCookie(request.cookies);
  // Signing out never fails for the person: the cookie goes even when the pool cannot be reached.
  if (token) await endOwnSession(token);
  return new Reply({ ok: true }, { cookies: [clearedRefreshCookie(env('PUBLIC_ORIGIN'))] });
});
