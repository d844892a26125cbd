import { randomUUID } from 'node:crypto';
import type { Connection } from '../../services/connection-service.ts';

export type SocketEventType = 'CONNECT' | 'MESSAGE' | 'DISCONNECT';

export type SocketHandshake = {
  headers: Record<string, string>;
  rawQuery: string;
};

/** The event a function behind a WebSocket route receives. */
export function toSocketEvent(
  connection: Connection,
  eventType: SocketEventType,
  routeKey: string,
  api: { apiId: string; stage: string },
  more: { handshake?: SocketHandshake; body?: string },
): object {
  const now = new Date();
  const query = Object.fromEntries(new URLSearchParams(more.handshake?.rawQuery ?? ''));
  const headers = more.handshake?.headers;
  return {
    ...(headers && {
      headers,
      multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    }),
    ...(Object.keys(query).length > 0 && {
      queryStringParameters: query,
      multiValueQueryStringParameters: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, [value]]),
      ),
    }),
    requestContext: {
      routeKey,
      eventType,
      messageDirection: 'IN',
      connectionId: connection.id,
      connectedAt: connection.connectedAt.getTime(),
      requestId: randomUUID(),
      extendedRequestId: randomUUID(),
      requestTime: now.toUTCString(),
      requestTimeEpoch: now.getTime(),
      stage: api.stage,
      apiId: api.apiId,
      domainName: `${api.apiId}.execute-api.local`,
      identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
      ...(eventType === 'MESSAGE' && { messageId: randomUUID() }),
      ...(eventType === 'DISCONNECT' && { disconnectStatusCode: 1005, disconnectReason: '' }),
    },
    ...(more.body !== undefined && { body: more.body }),
    isBase64Encoded: false,
  };
}
