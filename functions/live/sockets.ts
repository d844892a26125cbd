import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { LiveMessage } from '#core/contract/messages.ts';
import { once } from '#core/shared.ts';
import { clock } from '#functions/platform/clock.ts';
import { connectionKey, userKeys } from '#functions/platform/keys.ts';
import { env } from '#functions/platform/settings.ts';
import { deleteItem, getItem, type Item, putItem, queryAll } from '#functions/platform/table.ts';

/** API Gateway closes a socket after two hours; its item lives a little longer. */
const keptSeconds = 3 * 3600;
/** A socket cannot receive before $connect has been answered; API Gateway waits for that answer at most this long. */
const handshakeMs = 30_000;

// Its endpoint belongs to the stage, not to the region as for other services.
const management = once(() => new ApiGatewayManagementApiClient({ endpoint: env('LIVE_ENDPOINT') }));

/**
 * Stores a socket under its owner (for pushes) and by its id (to delete it when it closes). `session`: the socket closes
 * when this session ends.
 */
export async function addSocket(
  userId: string,
  connectionId: string,
  nowMs: number,
  session: string | null = null,
): Promise<void> {
  const ttl = Math.floor(nowMs / 1000) + keptSeconds;
  await putItem({ ...connectionKey(connectionId), kind: 'CONN', userId, ttl });
  const socket = { kind: 'SOCKET', connectionId, session, openedAtMs: nowMs, ttl };
  await putItem({ ...userKeys.socket(userId, connectionId), ...socket });
}

export async function removeSocket(connectionId: string): Promise<void> {
  const item = await getItem(connectionKey(connectionId));
  if (item) await deleteItem(userKeys.socket(String(item.userId), connectionId));
  await deleteItem(connectionKey(connectionId));
}

/** Sends to one socket; false when it no longer exists. */
export async function sendToSocket(connectionId: string, message: LiveMessage): Promise<boolean> {
  try {
    await management().send(
      new PostToConnectionCommand({ ConnectionId: connectionId, Data: Buffer.from(JSON.stringify(message)) }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'GoneException') return false;
    throw error;
  }
}

/** Closes a socket; succeeds if it is already closed. */
export async function closeSocket(connectionId: string): Promise<void> {
  try {
    await management().send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'GoneException') throw error;
  }
}

/**
 * Sends to every open socket of a person and deletes those that no longer exist. A socket that is just being opened also
 * appears missing: it is kept, and its page loads everything once it is open. One query when the person has none.
 */
export async function sendToPerson(
  userId: string,
  makeMessages: () => readonly LiveMessage[] | Promise<readonly LiveMessage[]>,
): Promise<void> {
  const sockets = await queryAll(userKeys.partition(userId), userKeys.socketPrefix);
  if (sockets.length === 0) return;
  const messages = await makeMessages();
  const isOpening = ({ openedAtMs }: Item) => clock.now().getTime() - Number(openedAtMs ?? 0) < handshakeMs;
  for (const socket of sockets) {
    const connectionId = String(socket.connectionId);
    for (const message of messages)
      if (!(await sendToSocket(connectionId, message))) {
        if (!isOpening(socket)) await removeSocket(connectionId);
        break;
      }
  }
}
