import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createObjectService } from '../../services/objects/object-service.ts';
import type { ObjectStore } from '../../services/objects/object-store.ts';
import { BodyTooLarge, readBody } from '../../wire/listen.ts';
import type { Caller, WireService } from '../../wire/service.ts';
import { type ApiResponse, gatewayMessage } from '../api/http-answer.ts';
import { type HttpApi, maxBodyBytes } from '../api/http-api.ts';
import type { SocketApi } from '../live/socket-api.ts';
import type { Behavior } from './behaviors.ts';
import { compress } from './compression.ts';
import { forwardedRequest, originHeaders, viewerRequest } from './forwarded-request.ts';
import { applyResponseHeaders } from './response-headers.ts';
import type { ViewerRequest } from './viewer-function.ts';

export type SiteOptions = {
  behaviors: readonly Behavior[];
  rootObject: string;
  objects: ObjectStore;
  httpApi: HttpApi | undefined;
  socketApi: SocketApi | undefined;
};

/** The distribution may read objects and nothing else: a missing one is "access denied", as in the cloud. */
const distributionCaller: Caller = { name: 'cloudfront', mayDo: (action) => action === 's3:GetObject' };

function write(incoming: IncomingMessage, outgoing: ServerResponse, response: ApiResponse): void {
  if (outgoing.destroyed) return;
  const hasBody = response.status !== 304;
  const length = { 'content-length': Buffer.byteLength(response.body) };
  outgoing.writeHead(response.status, { ...response.headers, ...(hasBody && length) });
  outgoing.end(incoming.method === 'HEAD' || !hasBody ? undefined : response.body);
}

/** CloudFront's view of everything: the one origin that browsers see. */
export class Site {
  readonly #options: SiteOptions;
  readonly #objectService: WireService;

  constructor(options: SiteOptions) {
    this.#options = options;
    this.#objectService = createObjectService(options.objects);
  }

  async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const behavior = this.#behaviorFor(viewerRequest(incoming).uri);
    if (!behavior) return void outgoing.writeHead(404).end();
    const response = await this.#answer(behavior, incoming);
    if (behavior.compresses) compress(response, String(incoming.headers['accept-encoding'] ?? ''));
    applyResponseHeaders(behavior.responseHeaders, response.headers);
    write(incoming, outgoing, response);
  }

  async upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const asked = viewerRequest(incoming);
    const behavior = this.#behaviorFor(asked.uri);
    const request = behavior?.onRequest?.(asked) ?? asked;
    const { socketApi } = this.#options;
    if (behavior?.origin.kind !== 'socket-api' || !socketApi || 'statusCode' in request) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    const handshake = { headers: originHeaders(request, behavior), rawQuery: request.rawQuery };
    await socketApi.upgrade(incoming, socket, head, handshake);
  }

  #behaviorFor(uri: string): Behavior | undefined {
    return this.#options.behaviors.find((behavior) => behavior.pattern.test(uri));
  }

  async #answer(behavior: Behavior, incoming: IncomingMessage): Promise<ApiResponse> {
    const asked = viewerRequest(incoming);
    if (!behavior.allowedMethods.includes(asked.method)) {
      const body = 'This distribution does not allow the method.';
      return { status: 403, headers: { 'content-type': 'text/plain' }, body };
    }
    const request = behavior.onRequest?.(asked) ?? asked;
    if ('statusCode' in request) {
      return { status: request.statusCode, headers: { ...request.headers }, body: request.body };
    }
    return behavior.origin.kind === 'bucket'
      ? this.#fromBucket(behavior, request)
      : this.#fromApi(behavior, forwardedRequest(request, behavior.forwarded), incoming);
  }

  async #fromBucket(behavior: Behavior, request: ViewerRequest): Promise<ApiResponse> {
    const { rootObject } = this.#options;
    const uri = request.uri === '/' && rootObject ? `/${rootObject}` : request.uri;
    const { 'if-none-match': ifNoneMatch, range } = request.headers;
    const response = await this.#objectService.handle({
      method: request.method,
      path: `/${behavior.origin.bucket}${behavior.origin.path}${uri}`,
      query: new URLSearchParams(),
      headers: { ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }), ...(range && { range }) },
      body: Buffer.alloc(0),
      caller: distributionCaller,
      signal: new AbortController().signal,
    });
    const headers = Object.entries(response.headers ?? {}).filter(([name]) => name !== 'content-length');
    return { status: response.status, headers: Object.fromEntries(headers), body: response.body ?? '' };
  }

  async #fromApi(
    behavior: Behavior,
    request: ViewerRequest,
    incoming: IncomingMessage,
  ): Promise<ApiResponse> {
    const { httpApi } = this.#options;
    if (!httpApi) return gatewayMessage(404, 'Not Found');
    try {
      return await httpApi.handle({
        method: request.method,
        path: behavior.origin.path + request.uri,
        rawQuery: request.rawQuery,
        headers: originHeaders(request, behavior),
        body: await readBody(incoming, maxBodyBytes),
        sourceIp: '127.0.0.1',
      });
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      return gatewayMessage(413, 'Request Entity Too Large', { connection: 'close' });
    }
  }
}
