import { describe, expect, it } from 'vitest';
import { alertWords, type PushNote, pushNoteOf } from '#core/alerts/alert-words.ts';
import { deviceName } from '../../../web/src/alerts/push.ts';
import { isPage, keptAddress, kindOf, notificationOf, personalCaches } from '../../../web/worker/requests.ts';

const origin = 'https://bilfund.example';
const kind = (path: string, mode = 'cors', method = 'GET') =>
  kindOf({ url: new URL(path, origin).href, method, mode }, origin);

describe('an address of the app', () => {
  it('an answer counts as a page only if it is HTML or a redirect', () => {
    const answer = (type: string | null) =>
      new Response('x', { headers: type ? { 'content-type': type } : {} });
    expect(isPage(answer('text/html; charset=utf-8'))).toBe(true);
    expect(isPage(answer('application/json'))).toBe(false);
    expect(isPage({ type: 'opaqueredirect', headers: new Headers() })).toBe(true);
  });
});

describe('without a connection the app', () => {
  it('offline pages are answered by the shell and the app’s own files by the cache', () => {
    expect(kind('/', 'navigate')).toBe('shell');
    expect(kind('/car/42', 'navigate')).toBe('shell');
    expect(kind('/assets/base-x1.js')).toBe('asset');
    expect(kind('/photos/abc.webp')).toBe('photo');
  });

  it('offline lists and cars that were seen before are shown', () => {
    expect(kind('/api/cars?view=all&page=2')).toBe('answer');
    expect(kind('/api/cars/42')).toBe('answer');
    expect(kind('/api/counts')).toBe('answer');
    expect(keptAddress(`${origin}/api/cars?page=2&catalogVersion=v9`)).toBe(`${origin}/api/cars?page=2`);
  });

  it('the worker never answers for the session, payments, changes or other sites', () => {
    for (const path of [
      '/api/auth/refresh',
      '/api/payments/usage',
      '/api/account/export',
      '/api/notifications/u',
    ])
      expect([path, kind(path)]).toEqual([path, 'network']);
    expect(kind('/api/cars', 'cors', 'POST')).toBe('network');
    expect(kind('/api/openapi.json', 'navigate')).toBe('network');
    expect(kind('/sitemap.xml', 'navigate')).toBe('network');
    expect(kind('https://other.example/api/cars')).toBe('network');
  });
});

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
    // Seen again, the oldest is the newest.
    await own.begin('answers', 'a5')(new Response('{}'));
    await own.begin('answers', 'a45')(new Response('{}'));
    expect([addresses()[0], addresses().at(-2)]).toEqual(['a7', 'a5']);
  });
});

describe('a push that reaches the browser', () => {
  it('a push shows the alert’s title and text, links to its car, and takes the place of the same alert', () => {
    const car = { id: '42', title: 'Volvo V60', priceDkk: 90_000 };
    const reader = { language: 'da' as const, viewer: { isPremium: true } };
    const words = alertWords({ kind: 'price_drop', car, fromDkk: 98_000 }, reader);
    const sent = pushNoteOf({
      id: 'n1',
      kind: 'price_drop',
      at: '2026-11-21T08:00:00.000Z',
      words,
    });
    const [title, options] = notificationOf(JSON.parse(JSON.stringify(sent)) as PushNote);
    expect(words.message).toContain('90.000');
    expect([title, options.body, options.tag]).toEqual([words.title, words.message, 'n1']);
    expect(options.data).toEqual({ path: '/car/42' });
  });
});

describe('a device', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    ['curl/8', 'Browser'],
  ])('a device is named after its browser and system: %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
