import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { type Connection, type Connections, maxFrameBytes } from '../../services/connection-service.ts';
import { integrationFunctions } from '../api/http-api.ts';
import type { FunctionRegistry } from '../functions/function-registry.ts';
import type { LambdaFunction } from '../functions/lambda-function.ts';
import type { Template } from '../template/template.ts';
import { type SocketHandshake, toSocketEvent } from './socket-event.ts';

/** API Gateway closes sockets after 10 minutes of silence and after 2 hours in any case. */
const idleMilliseconds = 10 * 60_000;
const longestMilliseconds = 2 * 60 * 60_000;

type ApiProperties = { ProtocolType?: string; RouteSelectionExpression?: string };
type RouteProperties = { ApiId: string; RouteKey: string; Target?: string };

export type SocketApi = {
  apiId: string;
  stage: string;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, handshake: SocketHandshake): Promise<void>;
  close(): void;
};

/** `$request.body.type` read from a message; messages that are not JSON have no route of their own. */
function routeKeyOf(expression: string, body: string): string {
  try {
    let value: unknown = JSON.parse(body);
    for (const name of expression
      .replace(/^\$\{?request\.body\.?/, '')
      .replace(/\}$/, '')
      .split('.')) {
      value = (value as Record<string, unknown> | null)?.[name];
    }
    return String(value);
  } catch {
    return '$default';
  }
}

function refuse(socket: Duplex, status: number, text: string): void {
  socket.end(`HTTP/1.1 ${status} ${text}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

/** The WebSocket API of the template. Connections live in `connections`, where PostToConnection finds them. */
export function createSocketApi(
  template: Template,
  registry: FunctionRegistry,
  connections: Connections,
): SocketApi | undefined {
  const api = template
    .all<ApiProperties>('AWS::ApiGatewayV2::Api')
    .find(({ properties }) => properties.ProtocolType === 'WEBSOCKET');
  if (!api) return undefined;
  const apiId = template.ref(api.logicalId);
  const stages = template.all<{ ApiId: string; StageName: string }>('AWS::ApiGatewayV2::Stage');
  const stage =
    stages.find(({ properties }) => properties.ApiId === apiId)?.properties.StageName ?? '$default';
  const integrations = integrationFunctions(template, registry);
  const routes = new Map<string, LambdaFunction>();
  for (const { properties } of template.all<RouteProperties>('AWS::ApiGatewayV2::Route')) {
    const fn = integrations.get(properties.Target ?? '');
    if (properties.ApiId === apiId && fn) routes.set(properties.RouteKey, fn);
  }
  const address = { apiId, stage };
  const expression = api.properties.RouteSelectionExpression ?? '$request.body.action';
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes });

  async function receive(connection: Connection, body: string): Promise<void> {
    connection.lastActiveAt = new Date();
    const wanted = routeKeyOf(expression, body);
    const routeKey = routes.has(wanted) && !wanted.startsWith('$') ? wanted : '$default';
    try {
      await routes.get(routeKey)?.invoke(toSocketEvent(connection, 'MESSAGE', routeKey, address, { body }));
    } catch {
      const message = 'Internal server error';
      connection.send(Buffer.from(JSON.stringify({ message, connectionId: connection.id })));
    }
  }

  function accept(webSocket: WebSocket, connection: Connection): void {
    connections.set(connection.id, connection);
    let idle = setTimeout(() => webSocket.close(1001, 'Going away'), idleMilliseconds);
    const oldest = setTimeout(() => webSocket.close(1001, 'Going away'), longestMilliseconds);
    webSocket.on('message', (data: RawData) => {
      clearTimeout(idle);
      idle = setTimeout(() => webSocket.close(1001, 'Going away'), idleMilliseconds);
      void receive(connection, data.toString());
    });
    webSocket.on('close', () => {
      clearTimeout(idle);
      clearTimeout(oldest);
      connections.delete(connection.id);
      const event = toSocketEvent(connection, 'DISCONNECT', '$disconnect', address, {});
      // The function's own log tells why it failed; nobody waits for the answer.
      routes
        .get('$disconnect')
        ?.invoke(event)
        .catch(() => {});
    });
    webSocket.on('error', () => webSocket.terminate());
  }

  return {
    apiId,
    stage,
    async upgrade(request, socket, head, handshake) {
      let webSocket: WebSocket | undefined;
      const connection: Connection = {
        id: `${randomBytes(11).toString('base64url')}=`,
        connectedAt: new Date(),
        lastActiveAt: new Date(),
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: request.headers['user-agent'] ?? '',
        send: (data) => webSocket?.send(data.toString('utf8')),
        close: () => webSocket?.close(1000),
      };
      const connect = routes.get('$connect');
      if (connect) {
        try {
          const event = toSocketEvent(connection, 'CONNECT', '$connect', address, { handshake });
          const { statusCode = 200 } = ((await connect.invoke(event)) ?? {}) as { statusCode?: number };
          if (statusCode < 200 || statusCode > 299) return refuse(socket, statusCode, 'Refused');
        } catch {
          return refuse(socket, 502, 'Bad Gateway');
        }
      }
      if (socket.destroyed) return;
      server.handleUpgrade(request, socket, head, (opened) => {
        webSocket = opened;
        accept(opened, connection);
      });
    },
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
