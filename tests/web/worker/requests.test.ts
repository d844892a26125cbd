import { describe, expect, it } from 'vitest';
import { isPage, keptAddress, kindOf } from '../../../web/worker/requests.ts';

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
