import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listener = { server: Server; port: number; origin: string; close(): Promise<void> };

/** Serves on 127.0.0.1 only; port 0 takes any free one. Rejects when the port is taken. */
export async function listen(handler: RequestListener, port = 0): Promise<Listener> {
  const server = createServer({ maxHeaderSize: 64 * 1024 }, handler);
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return { server, port: bound, origin: `http://127.0.0.1:${bound}`, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Thrown by `readBody` when more bytes come than are allowed; the rest is not read. */
export class BodyTooLarge extends Error {
  constructor(limitBytes: number) {
    super(`The request body is larger than ${limitBytes} bytes.`);
    this.name = 'BodyTooLarge';
  }
}

/** The whole body of a request. */
export async function readBody(
  request: IncomingMessage,
  limitBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw new BodyTooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Header names in lower case with repeated headers joined, as every AWS event and signature sees them. */
export function flatHeaders(request: IncomingMessage): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return flat;
}
