import type { PushNote } from '#core/alerts/alert-words.ts';

/** What `showNotification` takes of a push. The same alert again takes the place of the first. */
export const notificationOf = ({ title, message, path, id }: PushNote): [string, NotificationOptions] => [
  title,
  { body: message, tag: id, icon: '/icons/icon-192.png', data: { path } },
];

/** What the worker uses of the browser's caches. */
type Store = Pick<CacheStorage, 'open' | 'delete' | 'match'>;

/** Pictures, and answers of the service: what a person has seen, private cars and open plates among it. */
export type PersonalCache = 'photos' | 'answers';
const personal: readonly PersonalCache[] = ['photos', 'answers'];
const most: Record<PersonalCache, number> = { photos: 200, answers: 40 };

/**
 * Caches that last as long as the session. What is asked for in one session and arrives after its end is not kept.
 */
export function personalCaches(store: Store) {
  let session = 0;
  /** Serialises writes and deletion, so that no write follows a deletion. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    turn = turn.then(work, work);
    return turn;
  };

  async function put(name: PersonalCache, address: string, response: Response): Promise<void> {
    const cache = await store.open(name);
    // Deleting first moves it to the end: the oldest entries are the first to go.
    await cache.delete(address);
    await cache.put(address, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - most[name])).map((key) => cache.delete(key)));
  }

  return {
    find: (name: PersonalCache, address: string) => store.match(address, { cacheName: name }),
    /** Called before the request leaves; what it returns keeps the answer if the session is still the same. */
    begin: (name: PersonalCache, address: string) => {
      const asked = session;
      return (response: Response) =>
        inTurn(async () => {
          if (asked === session) await put(name, address, response);
        });
    },
    forget: () => {
      session++;
      return inTurn(() => Promise.all(personal.map((name) => store.delete(name))));
    },
  };
}

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
