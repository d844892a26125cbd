import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { hasEnded } from '#core/account/session.ts';
import { readEnded } from '#functions/_adapters/dynamodb/ended-sessions.ts';
import { spendTicket } from '#functions/_adapters/dynamodb/live-tickets.ts';
import { addSocket, removeSocket } from '#functions/_adapters/sockets.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';

type ConnectEvent = APIGatewayProxyWebsocketEventV2 & { queryStringParameters?: Record<string, string> };

export async function handler(event: ConnectEvent): Promise<{ statusCode: number }> {
  const ticket = event.queryStringParameters?.ticket ?? '';
  const holder = /^[\w-]{20,64}$/.test(ticket) ? await spendTicket(ticket, clock.now()) : null;
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
