import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { ticketKey } from '#functions/_adapters/dynamodb/keys.ts';
import { changeItem, isConditionFailure } from '#functions/_adapters/dynamodb/table.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { addSocket } from './sockets.ts';

type ConnectEvent = APIGatewayProxyWebsocketEventV2 & { queryStringParameters?: Record<string, string> };

/** Whose ticket it is, spending it: a ticket opens one socket. Null when it is unknown, spent or too old. */
async function spendTicket(ticket: string): Promise<string | null> {
  try {
    const item = await changeItem(ticketKey(ticket), {
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(spent) AND #ttl > :now',
      UpdateExpression: 'SET spent = :yes',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':yes': true, ':now': Math.floor(clock.now().getTime() / 1000) },
    });
    return String(item.userId);
  } catch (error) {
    if (isConditionFailure(error)) return null;
    throw error;
  }
}

export async function handler(event: ConnectEvent): Promise<{ statusCode: number }> {
  const ticket = event.queryStringParameters?.ticket ?? '';
  const userId = /^[\w-]{20,64}$/.test(ticket) ? await spendTicket(ticket) : null;
  if (userId === null) return { statusCode: 401 };
  await addSocket(userId, event.requestContext.connectionId, clock.now().getTime());
  log.info('a socket was opened');
  return { statusCode: 200 };
}
