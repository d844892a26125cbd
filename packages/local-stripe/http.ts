import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that was read as a whole. `path` keeps its percent encoding. */
export type WireRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
};
export type WireResponse = { status: number; headers?: Record<string, string>; body?: string | Buffer };
export type Listener = { origin: string; close(): Promise<void> };

/** Serves on 127.0.0.1 only; port 0 takes any free one. Rejects when the port is taken. */
export async function listen(handler: RequestListener, port = 0): Promise<Listener> {
  const server = createServer({ maxHeaderSize: 64 * 1024 }, handler);
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const [path = '/', ...query] = (incoming.url ?? '/').split('?');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query.join('?')),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks),
  };
}

export function writeResponse(outgoing: ServerResponse, response: WireResponse): void {
  if (outgoing.destroyed) return;
  const body = response.body ?? '';
  outgoing.writeHead(response.status, { 'content-length': Buffer.byteLength(body), ...response.headers });
  outgoing.end(outgoing.req.method === 'HEAD' ? undefined : body);
}
