import { accessTokenMinutes, type Ended } from '#core/account/session.ts';
import {
  connectionKey,
  endedPartition,
  endedSessionKey,
  endedSessionPrefix,
  endedSessionsKey,
  userKeys,
} from './keys.ts';
import { changeItem, deleteItems, putItem, queryAll, queryPartition } from './table.ts';

/** Longer than any token that was issued before. Tokens follow the machine's clock, and so does this. */
const keptSeconds = 4 * accessTokenMinutes * 60;
const ttlOf = (nowMs: number) => Math.floor(nowMs / 1000) + keptSeconds;

/** What of a person's account has ended, in one small read of the latest: mostly nothing. */
export async function readEnded(userId: string): Promise<Ended> {
  const items = await queryPartition(endedPartition(userId));
  const until = items.find(({ kind }) => kind === 'SESSIONSEND')?.until;
  const sessions = items.filter(({ sk }) => sk.startsWith(endedSessionPrefix));
  return {
    isErased: items.some(({ kind }) => kind === 'ERASED'),
    allUntil: until === undefined ? null : Number(until),
    sessions: new Set(sessions.map(({ sk }) => sk.slice(endedSessionPrefix.length))),
  };
}

/** A socket is closed when its record goes (`live/publish.ts`). `session`: of that one only. */
async function forgetSockets(userId: string, session: string | null): Promise<void> {
  const sockets = await queryAll(userKeys.partition(userId), userKeys.socketPrefix);
  const ending = sockets.filter((socket) => session === null || socket.session === session);
  await deleteItems(
    ending.flatMap(({ pk, sk, connectionId }) => [connectionKey(String(connectionId)), { pk, sk }]),
  );
}

/** Ends one session: its tokens are void, its sockets are closed. */
export async function endSession(userId: string, session: string, nowMs: number): Promise<void> {
  await putItem({ ...endedSessionKey(userId, session), kind: 'SESSIONEND', ttl: ttlOf(nowMs) });
  await forgetSockets(userId, session);
}

/** Ends every session that began until now. */
export async function endSessions(userId: string, nowMs: number): Promise<void> {
  await changeItem(endedSessionsKey(userId), {
    UpdateExpression: 'SET kind = :kind, #until = :until, #ttl = :ttl',
    ExpressionAttributeNames: { '#until': 'until', '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':kind': 'SESSIONSEND',
      ':until': Math.floor(nowMs / 1000),
      ':ttl': ttlOf(nowMs),
    },
  });
  await forgetSockets(userId, null);
}
