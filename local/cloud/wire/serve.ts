import type { IncomingMessage, ServerResponse } from 'node:http';
import { flatHeaders, readBody } from './listen.ts';
import type { Caller, WireRequest, WireResponse } from './service.ts';

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
