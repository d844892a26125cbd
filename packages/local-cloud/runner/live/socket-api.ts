import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Connection, type Connections, maxFrameBytes } from '../../services/connection-service.ts';
import { integrationFunctions } from '../api/http-api.ts';
import type { FunctionRegistry, LambdaFunction } from '../functions/lambda-function.ts';
import type { Template } from '../template/template.ts';

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

type RouteProperties = { ApiId: string; RouteKey: string; Target?: string };

export type SocketApiDescription = {
  apiId: string;
  stage: string;
  routes: ReadonlyMap<string, LambdaFunction>;
};

/** Reads the template's WebSocket API; undefined when it has none. */
export function readSocketApi(
  template: Template,
  registry: FunctionRegistry,
): SocketApiDescription | undefined {
  const api = template
    .all<{ ProtocolType?: string }>('AWS::ApiGatewayV2::Api')
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
    if (properties.ApiId !== apiId || !fn) continue;
    if (!properties.RouteKey.startsWith('$'))
      throw new Error(`The local cloud hands messages to $default, and not to ${properties.RouteKey}.`);
    routes.set(properties.RouteKey, fn);
  }
  return { apiId, stage, routes };
}

/** API Gateway closes sockets after 10 minutes of silence and after 2 hours in any case. */
const idleMilliseconds = 10 * 60_000;
const longestMilliseconds = 2 * 60 * 60_000;

function refuse(socket: Duplex, status: number, text: string): void {
  socket.end(`HTTP/1.1 ${status} ${text}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

/** The WebSocket API of the template. Open sockets lie in `connections`, where PostToConnection finds them. */
export class SocketApi {
  readonly description: SocketApiDescription;
  readonly #connections: Connections;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes });

  constructor(description: SocketApiDescription, connections: Connections) {
    this.description = description;
    this.#connections = connections;
  }

  /** Asks the $connect function and opens the socket when it answers 2xx. */
  async upgrade(
    incoming: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    handshake: SocketHandshake,
  ): Promise<void> {
    let webSocket: WebSocket | undefined;
    const connection: Connection = {
      id: `${randomBytes(11).toString('base64url')}=`,
      connectedAt: new Date(),
      sourceIp: incoming.socket.remoteAddress ?? '',
      userAgent: incoming.headers['user-agent'] ?? '',
      send: (data) => webSocket?.send(data.toString('utf8')),
      close: () => webSocket?.close(1000),
    };
    const status = await this.#askToConnect(connection, handshake);
    if (status < 200 || status > 299) return refuse(socket, status, 'Refused');
    if (socket.destroyed) return;
    this.#server.handleUpgrade(incoming, socket, head, (opened) => {
      webSocket = opened;
      this.#accept(opened, connection);
    });
  }

  close(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }

  async #askToConnect(connection: Connection, handshake: SocketHandshake): Promise<number> {
    const connect = this.description.routes.get('$connect');
    if (!connect) return 200;
    try {
      const event = toSocketEvent(connection, 'CONNECT', '$connect', this.description, { handshake });
      const answer = (await connect.invoke(event)) as { statusCode?: number } | null;
      return answer?.statusCode ?? 200;
    } catch {
      return 502;
    }
  }

  #accept(webSocket: WebSocket, connection: Connection): void {
    this.#connections.set(connection.id, connection);
    const goAway = () => webSocket.close(1001, 'Going away');
    let idle = setTimeout(goAway, idleMilliseconds);
    const oldest = setTimeout(goAway, longestMilliseconds);
    webSocket.on('message', (data) => {
      clearTimeout(idle);
      idle = setTimeout(goAway, idleMilliseconds);
      void this.#receive(connection, String(data));
    });
    webSocket.on('close', () => {
      clearTimeout(idle);
      clearTimeout(oldest);
      this.#connections.delete(connection.id);
      const event = toSocketEvent(connection, 'DISCONNECT', '$disconnect', this.description, {});
      // The function's own log tells why it failed; nobody waits for the answer.
      this.description.routes
        .get('$disconnect')
        ?.invoke(event)
        .catch(() => {});
    });
    webSocket.on('error', () => webSocket.terminate());
  }

  async #receive(connection: Connection, body: string): Promise<void> {
    const event = toSocketEvent(connection, 'MESSAGE', '$default', this.description, { body });
    try {
      await this.description.routes.get('$default')?.invoke(event);
    } catch {
      const message = 'Internal server error';
      connection.send(Buffer.from(JSON.stringify({ message, connectionId: connection.id })));
    }
  }
}
