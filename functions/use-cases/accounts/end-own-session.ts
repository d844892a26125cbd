import { endSession } from '#functions/_adapters/dynamodb/ended-sessions.ts';
import { revoke, sessionBehind } from '#functions/_adapters/pool-sessions.ts';
import { log } from '#functions/_runtime/log.ts';

/**
 * This session alone: other devices stay signed in. Its access tokens would live on for minutes without their mark. One step
 * that fails does not keep the other from being taken.
 */
export async function endOwnSession(token: string): Promise<void> {
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
