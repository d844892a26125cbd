import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { hasEnded, type Session } from '#core/account/session.ts';
import { readEnded } from '#functions/_adapters/dynamodb/ended-sessions.ts';
import { ticketKey } from '#functions/_adapters/dynamodb/keys.ts';
import { changeItem, isConditionFailure } from '#functions/_adapters/dynamodb/table.ts';
import { addSocket, removeSocket } from '#functions/_adapters/sockets.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';

type ConnectEvent = APIGatewayProxyWebsocketEventV2 & { queryStringParameters?: Record<string, string> };

type Holder = { userId: string; session: Session };

/** Whose ticket it is, spending it: a ticket opens one socket. Null when it is unknown, spent or too old. */
async function spendTicket(ticket: string): Promise<Holder | null> {
  try {
    const item = await changeItem(ticketKey(ticket), {
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(spent) AND #ttl > :now',
      UpdateExpression: 'SET spent = :yes',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':yes': true, ':now': Math.floor(clock.now().getTime() / 1000) },
    });
    return { userId: String(item.userId), session: item.session as Session };
  } catch (error) {
    if (isConditionFailure(error)) return null;
    throw error;
  }
}

export async function handler(event: ConnectEvent): Promise<{ statusCode: number }> {
  const ticket = event.queryStringParameters?.ticket ?? '';
  const holder = /^[\w-]{20,64}$/.test(ticket) ? await spendTicket(ticket) : null;
  if (holder === null) return { statusCode: 401 };
  const { userId, session } = holder;
  const { connectionId } = event.requestContext;
  await addSocket(userId, connectionId, clock.now().getTime(), session.id);
  // Looked up once the socket can be found: a session that ends from now on takes it along.
  if (hasEnded(session, await readEnded(userId))) {
    await removeSocket(connectionId);
    return { statusCode: 401 };
  }
  log.info('a socket was opened');
  return { statusCode: 200 };
}
