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
