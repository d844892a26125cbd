import { describe, expect, it } from 'vitest';
import { personalCaches } from '../../../web/worker/personal-caches.ts';

/** The browser's caches as far as the worker uses them. */
function browserCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const cacheOf = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      put: async (address: string, response: Response) => void entries.set(address, response),
      delete: async (address: string) => entries.delete(address),
      keys: async () => [...entries.keys()],
    } as unknown as Cache;
  };
  const caches = {
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => stored.delete(name),
    match: async (address: string, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
      stored.get(cacheName)?.get(String(address)),
  } as unknown as CacheStorage;
  return { caches, addresses: () => [...stored.values()].flatMap((entries) => [...entries.keys()]) };
}

const photo = 'https://bilfund.example/photos/own/f/p.webp';

describe('what the offline part keeps of a person', () => {
  it('personal caches are available again in the same session', async () => {
    const { caches } = browserCaches();
    const own = personalCaches(caches);
    await own.begin('photos', photo)(new Response('picture'));
    expect(await (await own.find('photos', photo))?.text()).toBe('picture');
    expect(await own.find('answers', photo)).toBeUndefined();
  });

  it('personal caches lose photos and answers when the session ends', async () => {
    const { caches, addresses } = browserCaches();
    const own = personalCaches(caches);
    await own.begin('photos', photo)(new Response('picture'));
    await own.begin('answers', 'https://bilfund.example/api/cars/42')(new Response('{}'));
    expect(addresses()).toHaveLength(2);
    await own.forget();
    expect(addresses()).toEqual([]);
  });

  it('an answer that arrives after the session has ended is not cached', async () => {
    const { caches, addresses } = browserCaches();
    const own = personalCaches(caches);
    const late = own.begin('photos', photo);
    const during = own.begin('answers', photo)(new Response('{}'));
    await Promise.all([during, own.forget(), late(new Response('picture'))]);
    expect(addresses()).toEqual([]);
    await own.begin('photos', photo)(new Response('picture'));
    expect(addresses()).toEqual([photo]);
  });

  it('a full personal cache drops its oldest entries', async () => {
    const { caches, addresses } = browserCaches();
    const own = personalCaches(caches);
    for (let n = 0; n < 45; n++) await own.begin('answers', `a${n}`)(new Response('{}'));
    expect(addresses()).toEqual(Array.from({ length: 40 }, (_, n) => `a${n + 5}`));
  });
});
