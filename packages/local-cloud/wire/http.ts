import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
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

/** What a signed request may do: the gateway fills it from the role of the function whose key signed the request. */
export type Caller = {
  name: string;
  mayDo(action: string, resourceArn: string, leadingKeys?: readonly string[]): boolean;
};

/** The runner itself and everything that stands for an AWS service principal. */
export const administrator: Caller = { name: 'administrator', mayDo: () => true };

/** One request to an AWS service as it came over the wire, fully read. `path` keeps its percent encoding. */
export type WireRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  caller: Caller;
  /** Ends long polls when the client has gone away. */
  signal: AbortSignal;
};

export type WireResponse = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** One embedded service: speaks its AWS wire protocol, holds its state below the data folder. */
export type WireService = {
  handle(request: WireRequest): Promise<WireResponse>;
  close(): void;
};

/** A failure in the words of the real service: `code` becomes the error's name in the SDK. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, status = 400, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Reads an HTTP request into the form that services take. */
export async function toWireRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  caller: Caller,
): Promise<WireRequest> {
  const url = incoming.url ?? '/';
  const mark = url.indexOf('?');
  const gone = new AbortController();
  // Every answer closes in the end; only a caller who left before it is gone.
  outgoing.once('close', () => outgoing.writableFinished || gone.abort());
  return {
    method: incoming.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    headers: flatHeaders(incoming),
    body: await readBody(incoming),
    caller,
    signal: gone.signal,
  };
}

export function writeWireResponse(outgoing: ServerResponse, response: WireResponse): void {
  if (outgoing.destroyed) return;
  const body = response.body ?? '';
  outgoing.writeHead(response.status, { 'content-length': Buffer.byteLength(body), ...response.headers });
  outgoing.end(outgoing.req.method === 'HEAD' ? undefined : body);
}

/**
 * Operations by name. Inputs are the shapes of the SDK's request types: the SDK is the only client, and its types are
 * what the wire carries for this protocol.
 */
export type JsonOperations = Record<string, (input: never, request: WireRequest) => unknown>;

/** The operation named by `X-Amz-Target: Prefix_20120810.PutItem`, or undefined. */
export function targetOperation(headers: Readonly<Record<string, string>>): string | undefined {
  return headers['x-amz-target']?.split('.').at(-1);
}

function answer(status: number, payload: unknown, headers: Record<string, string> = {}): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(payload ?? {}),
  };
}

/** An error as the JSON protocols carry it. */
export function jsonError(error: ServiceError): WireResponse {
  const payload = { __type: error.code, message: error.message, Message: error.message, ...error.details };
  return answer(error.status, payload, { 'x-amzn-errortype': error.code });
}

/** Runs one request of AWS JSON 1.0/1.1 against a table of operations. Unknown operations fail as they do in the cloud. */
export async function runJsonOperation(
  operations: JsonOperations,
  request: WireRequest,
): Promise<WireResponse> {
  const name = targetOperation(request.headers) ?? '';
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  try {
    if (!operation)
      throw new ServiceError('UnknownOperationException', `Operation ${name} is not served here.`);
    const input = JSON.parse(request.body.toString('utf8') || '{}') as never;
    return answer(200, await operation(input, request));
  } catch (error) {
    if (error instanceof ServiceError) return jsonError(error);
    if (error instanceof SyntaxError)
      return jsonError(new ServiceError('SerializationException', error.message));
    throw error;
  }
}
