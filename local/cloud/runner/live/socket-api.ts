import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Connection, type Connections, maxFrameBytes } from '../../services/connection-service.ts';
import { type SocketHandshake, toSocketEvent } from './socket-event.ts';
import { namedRoute, type SocketApiDescription } from './socket-routes.ts';

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
      lastActiveAt: new Date(),
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
    connection.lastActiveAt = new Date();
    const { routes, routeSelection } = this.description;
    const wanted = namedRoute(routeSelection, body);
    const routeKey = routes.has(wanted) && !wanted.startsWith('$') ? wanted : '$default';
    try {
      await routes
        .get(routeKey)
        ?.invoke(toSocketEvent(connection, 'MESSAGE', routeKey, this.description, { body }));
    } catch {
      const message = 'Internal server error';
      connection.send(Buffer.from(JSON.stringify({ message, connectionId: connection.id })));
    }
  }
}
