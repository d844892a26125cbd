import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createObjectService } from '../../services/objects/object-service.ts';
import type { ObjectStore } from '../../services/objects/object-store.ts';
import { BodyTooLarge, type Caller, flatHeaders, readBody, type WireService } from '../../wire/http.ts';
import { type ApiResponse, gatewayMessage, type HttpApi, maxBodyBytes } from '../api/http-api.ts';
import type { SocketApi } from '../live/socket-api.ts';
import type { Behavior, ViewerRequest } from './behaviors.ts';
import { isCompressible } from './deployed-files.ts';

/** CloudFront compresses text between 1,000 bytes and 10 MB. */
const smallestBytes = 1000;
const largestBytes = 10_000_000;

/** Compresses a response as CloudFront does, by what the viewer accepts. Changes it in place. */
export function compress(response: ApiResponse, accepted: string): void {
  const { headers } = response;
  const size = Buffer.byteLength(response.body);
  const type = String(headers['content-type'] ?? '');
  if (size < smallestBytes || size > largestBytes || headers['content-encoding'] || !isCompressible(type))
    return;
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
  if (!encoding) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const body = Buffer.from(response.body);
  response.body = encoding === 'br' ? brotliCompressSync(body, quality) : gzipSync(body);
  headers['content-encoding'] = encoding;
  headers.vary = 'Accept-Encoding';
  if (headers.etag) headers.etag = String(headers.etag).replace(/^(?=")/, 'W/');
}

type Overridable = { Override?: boolean };

export type ResponseHeadersPolicy = {
  SecurityHeadersConfig?: {
    ContentSecurityPolicy?: Overridable & { ContentSecurityPolicy: string };
    StrictTransportSecurity?: Overridable & {
      AccessControlMaxAgeSec: number;
      IncludeSubdomains?: boolean;
      Preload?: boolean;
    };
    ContentTypeOptions?: Overridable;
    FrameOptions?: Overridable & { FrameOption: string };
    ReferrerPolicy?: Overridable & { ReferrerPolicy: string };
  };
  CustomHeadersConfig?: { Items?: (Overridable & { Header: string; Value: string })[] };
  RemoveHeadersConfig?: { Items?: { Header: string }[] };
};

type Header = { name: string; value: string; override: boolean };

function securityHeaders(config: NonNullable<ResponseHeadersPolicy['SecurityHeadersConfig']>): Header[] {
  const headers: Header[] = [];
  const add = (name: string, value: string, { Override }: Overridable) =>
    headers.push({ name, value, override: Override ?? false });
  const { ContentSecurityPolicy: csp, StrictTransportSecurity: hsts, ReferrerPolicy: referrer } = config;
  if (csp) add('content-security-policy', csp.ContentSecurityPolicy, csp);
  if (hsts) {
    const more = `${hsts.IncludeSubdomains ? '; includeSubDomains' : ''}${hsts.Preload ? '; preload' : ''}`;
    add('strict-transport-security', `max-age=${hsts.AccessControlMaxAgeSec}${more}`, hsts);
  }
  if (config.ContentTypeOptions) add('x-content-type-options', 'nosniff', config.ContentTypeOptions);
  if (config.FrameOptions) add('x-frame-options', config.FrameOptions.FrameOption, config.FrameOptions);
  if (referrer) add('referrer-policy', referrer.ReferrerPolicy, referrer);
  return headers;
}

/** Applies a CloudFront response headers policy: what it removes, adds, and overrides. Changes `headers` in place. */
export function applyResponseHeaders(
  policy: ResponseHeadersPolicy | undefined,
  headers: Record<string, string | string[]>,
): void {
  for (const { Header } of policy?.RemoveHeadersConfig?.Items ?? []) delete headers[Header.toLowerCase()];
  const added = [
    ...securityHeaders(policy?.SecurityHeadersConfig ?? {}),
    ...(policy?.CustomHeadersConfig?.Items ?? []).map((item) => ({
      name: item.Header.toLowerCase(),
      value: item.Value,
      override: item.Override ?? false,
    })),
  ];
  for (const { name, value, override } of added) {
    if (override || headers[name] === undefined) headers[name] = value;
  }
}

export function viewerRequest(incoming: IncomingMessage): ViewerRequest {
  const [uri = '/', rawQuery = ''] = (incoming.url ?? '/').split(/\?(.*)/s);
  const ip = (incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return { method: incoming.method ?? 'GET', uri, rawQuery, headers: flatHeaders(incoming), ip };
}

/** What CloudFront sends on under AllViewerExceptHostHeader, with the origin's own headers. */
export function originHeaders(request: ViewerRequest, behavior: Behavior): Record<string, string> {
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

/** What is left of a visitor's request on its way to an origin whose answers are kept for everybody. */
export function forwardedRequest(request: ViewerRequest, forwarded: Behavior['forwarded']): ViewerRequest {
  if (!forwarded) return request;
  const queries = [...new URLSearchParams(request.rawQuery)].filter(([name]) =>
    forwarded.queries.includes(name),
  );
  const headers = Object.entries(request.headers).filter(([name]) => forwarded.headers.includes(name));
  return {
    ...request,
    rawQuery: new URLSearchParams(queries).toString(),
    headers: { ...Object.fromEntries(headers), 'user-agent': 'Amazon CloudFront' },
  };
}

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
    const { 'if-none-match': ifNoneMatch } = request.headers;
    const response = await this.#objectService.handle({
      method: request.method,
      path: `/${behavior.origin.bucket}${behavior.origin.path}${uri}`,
      query: new URLSearchParams(),
      headers: ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {},
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
