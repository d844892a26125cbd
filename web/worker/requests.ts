/**
 * How a request is answered: `shell` is a page of the app, `asset` a file named by its content, `photo` a picture that never
 * changes, `answer` something of the service worth showing again while there is no connection, `network` everything else.
 */
export type RequestKind = 'shell' | 'asset' | 'photo' | 'answer' | 'network';

/** What a reader can look at again without a connection: the lists, the cars they opened, the counts. */
const kept = /^\/api\/(?:cars(?:\/[^/]+)?|counts|about)$/;

/** `mode` is the request's; addresses of other origins are none of ours. */
export function kindOf(request: { url: string; method: string; mode: string }, origin: string): RequestKind {
  const { origin: asked, pathname } = new URL(request.url);
  if (request.method !== 'GET' || asked !== origin) return 'network';
  if (pathname.startsWith('/assets/')) return 'asset';
  if (pathname.startsWith('/photos/')) return 'photo';
  if (kept.test(pathname)) return 'answer';
  const isServed = /^\/(?:api|share|live|scrape)\b|\.\w+$/.test(pathname);
  return request.mode === 'navigate' && !isServed ? 'shell' : 'network';
}

/**
 * The cache key of an answer. It omits the required freshness, so that the last list is found whatever version was announced
 * since.
 */
export function keptAddress(url: string): string {
  const address = new URL(url);
  address.searchParams.delete('catalogVersion');
  return address.href;
}

/** Whether an answer is something that a reader can look at; a redirect is the browser's own affair. */
export const isPage = ({ type, headers }: Pick<Response, 'type' | 'headers'>): boolean =>
  type === 'opaqueredirect' || (headers.get('content-type') ?? '').startsWith('text/html');
