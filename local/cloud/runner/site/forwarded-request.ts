import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { flatHeaders } from '../../wire/listen.ts';
import type { Behavior } from './behaviors.ts';
import type { ViewerRequest } from './viewer-function.ts';

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
