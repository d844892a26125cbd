import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createObjectService } from '../../services/objects/object-service.ts';
import type { ObjectStore } from '../../services/objects/object-store.ts';
import { BodyTooLarge, flatHeaders, readBody } from '../../wire/listen.ts';
import type { Caller } from '../../wire/service.ts';
import { type HttpApi, maxBodyBytes } from '../api/http-api.ts';
import { type ApiResponse, gatewayMessage } from '../api/http-event.ts';
import type { SocketApi } from '../live/socket-api.ts';
import type { Behavior } from './behaviors.ts';
import { isCompressible } from './content-types.ts';
import { applyResponseHeaders } from './response-headers.ts';
import type { ViewerRequest } from './viewer-function.ts';

export type SiteOptions = {
  behaviors: readonly Behavior[];
  rootObject: string;
  objects: ObjectStore;
  httpApi: HttpApi | undefined;
  socketApi: SocketApi | undefined;
};

export type Site = {
  serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
};

/** The distribution may read objects and nothing else: a missing one is "access denied", as in the cloud. */
const distributionCaller: Caller = { name: 'cloudfront', mayDo: (action) => action === 's3:GetObject' };

function viewerRequest(incoming: IncomingMessage): ViewerRequest {
  const [uri = '/', rawQuery = ''] = (incoming.url ?? '/').split(/\?(.*)/s);
  const ip = (incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return { method: incoming.method ?? 'GET', uri, rawQuery, headers: flatHeaders(incoming), ip };
}

/** What CloudFront sends on under AllViewerExceptHostHeader, with the origin's own headers. */
function originHeaders(request: ViewerRequest, behavior: Behavior): Record<string, string> {
  const forwarded = request.headers['x-forwarded-for'];
  return {
    ...request.headers,
    host: behavior.origin.host,
    'x-forwarded-for': forwarded ? `${forwarded}, ${request.ip}` : request.ip,
    'x-forwarded-proto': 'https',
    'x-amz-cf-id': randomUUID(),
    ...behavior.origin.headers,
  };
}

function compress(response: ApiResponse, accepted: string): void {
  const { headers } = response;
  const size = Buffer.byteLength(response.body);
  const type = String(headers['content-type'] ?? '');
  if (size < 1000 || size > 10_000_000 || headers['content-encoding'] || !isCompressible(type)) return;
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
  if (!encoding) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const body = Buffer.from(response.body);
  response.body = encoding === 'br' ? brotliCompressSync(body, quality) : gzipSync(body);
  headers['content-encoding'] = encoding;
  headers.vary = 'Accept-Encoding';
  headers.etag = String(headers.etag ?? '').replace(/^(?=")/, 'W/');
}

/** CloudFront's view of everything: the one origin that browsers see. */
export function createSite({ behaviors, rootObject, objects, httpApi, socketApi }: SiteOptions): Site {
  const objectService = createObjectService(objects);

  async function fromBucket(behavior: Behavior, request: ViewerRequest): Promise<ApiResponse> {
    const uri = request.uri === '/' && rootObject ? `/${rootObject}` : request.uri;
    const { 'if-none-match': ifNoneMatch, range } = request.headers;
    const response = await objectService.handle({
      method: request.method,
      path: `/${behavior.origin.bucket}${behavior.origin.path}${uri}`,
      query: new URLSearchParams(),
      headers: { ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }), ...(range && { range }) },
      body: Buffer.alloc(0),
      caller: distributionCaller,
      signal: AbortSignal.timeout(30_000),
    });
    const headers = Object.entries(response.headers ?? {}).filter(([name]) => name !== 'content-length');
    return { status: response.status, headers: Object.fromEntries(headers), body: response.body ?? '' };
  }

  async function fromApi(
    behavior: Behavior,
    request: ViewerRequest,
    incoming: IncomingMessage,
  ): Promise<ApiResponse> {
    if (!httpApi) return gatewayMessage(404, 'Not Found');
    try {
      const body = await readBody(incoming, maxBodyBytes);
      const headers = originHeaders(request, behavior);
      const path = behavior.origin.path + request.uri;
      const sourceIp = '127.0.0.1';
      return await httpApi.handle({
        method: request.method,
        path,
        rawQuery: request.rawQuery,
        headers,
        body,
        sourceIp,
      });
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        return gatewayMessage(413, 'Request Entity Too Large', { connection: 'close' });
      }
      throw error;
    }
  }

  async function answer(behavior: Behavior, incoming: IncomingMessage): Promise<ApiResponse> {
    const asked = viewerRequest(incoming);
    if (!behavior.allowedMethods.includes(asked.method)) {
      return {
        status: 403,
        headers: { 'content-type': 'text/plain' },
        body: 'This distribution does not allow the method.',
      };
    }
    const request = behavior.onRequest?.(asked) ?? asked;
    if ('statusCode' in request) {
      return { status: request.statusCode, headers: { ...request.headers }, body: request.body };
    }
    return behavior.origin.kind === 'bucket'
      ? fromBucket(behavior, request)
      : fromApi(behavior, request, incoming);
  }

  const behaviorFor = (uri: string) => behaviors.find((behavior) => behavior.pattern.test(uri));

  return {
    async serve(incoming, outgoing) {
      const behavior = behaviorFor(viewerRequest(incoming).uri);
      if (!behavior) {
        outgoing.writeHead(404).end();
        return;
      }
      const response = await answer(behavior, incoming);
      if (behavior.compresses) compress(response, String(incoming.headers['accept-encoding'] ?? ''));
      applyResponseHeaders(behavior.responseHeaders, response.headers);
      if (outgoing.destroyed) return;
      const length = { 'content-length': Buffer.byteLength(response.body) };
      outgoing.writeHead(response.status, { ...response.headers, ...(response.status !== 304 && length) });
      outgoing.end(incoming.method === 'HEAD' || response.status === 304 ? undefined : response.body);
    },
    async upgrade(incoming, socket, head) {
      const asked = viewerRequest(incoming);
      const behavior = behaviorFor(asked.uri);
      const request = behavior?.onRequest?.(asked) ?? asked;
      if (behavior?.origin.kind !== 'socket-api' || !socketApi || 'statusCode' in request) {
        socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
        return;
      }
      const handshake = { headers: originHeaders(request, behavior), rawQuery: request.rawQuery };
      await socketApi.upgrade(incoming, socket, head, handshake);
    },
  };
}
