import { describe, expect, it } from 'vitest';
import { addressIn } from '#core/pages/html.ts';
import { staticPages } from '#core/pages/site.ts';
import { apiRequest, appPathRewrite, pageRequest, withoutWww } from '#lib/viewer-functions.ts';

type Values = Record<string, { value: string }>;
type Event = {
  request: { method: string; uri: string; querystring: Values; headers: Values };
  viewer: { ip: string };
};
type ViewerFunction = (event: Event) => Event['request'];

/** The source as CloudFront runs it: a script that defines `handler`. */
const load = (source: string) => new Function(`${source}; return handler;`)() as ViewerFunction;
const eventOf = (address: string, headers = {}): Event => {
  const { pathname, searchParams } = new URL(address, 'https://bilfund.example');
  const querystring = Object.fromEntries([...searchParams].map(([name, value]) => [name, { value }]));
  return { request: { method: 'GET', uri: pathname, querystring, headers }, viewer: { ip: '192.0.2.7' } };
};

describe('the paths of the app', () => {
  const rewrite = load(appPathRewrite);
  const fileOf = (address: string) => rewrite(eventOf(address)).uri;

  it.each([
    '/profile',
    '/car/abc123',
    '/v1.2/guide',
    '/nowhere',
    '/constructor',
    '/?view=all',
    '/?view=toString',
  ])('%s leads to the app’s page', (address) => {
    expect(fileOf(address)).toBe('/index.html');
  });

  it.each(['/index.html', '/assets/index-B1c2.js', '/favicon.svg', '/pages/faq.da.html'])(
    '%s is served as a file',
    (uri) => {
      expect(fileOf(uri)).toBe(uri);
    },
  );

  it('a program that looks for an authorization server gets no page of the app', () => {
    const path = '/.well-known/oauth-protected-resource/mcp';
    expect(fileOf(path)).toBe(path);
  });

  it('every static page is served from its file in the requested language', () => {
    for (const { name, path } of staticPages) {
      expect(fileOf(path)).toBe(`/pages/${name}.en.html`);
      expect(fileOf(addressIn(path, 'da'))).toBe(`/pages/${name}.da.html`);
      expect(fileOf(`${path}${path.includes('?') ? '&' : '?'}lang=xx`)).toBe(`/pages/${name}.en.html`);
    }
  });

  it.each(['/?view=faq&q=golf', '/?minPrice=10', '/login?confirm=123456', '/register?next=/'])(
    '%s is answered with the app’s page, because only the app understands the query',
    (address) => {
      expect(fileOf(address)).toBe('/index.html');
    },
  );
});

describe('a name with "www."', () => {
  const toSite = load(withoutWww(appPathRewrite, 'bilfund.example'));
  const asked = (host: string) => toSite(eventOf('/login?confirm=1&next=%2F', { host: { value: host } }));

  it('leads to the same address of the name itself', () => {
    expect(asked('www.bilfund.example')).toMatchObject({
      statusCode: 301,
      headers: { location: { value: 'https://bilfund.example/login?confirm=1&next=/' } },
    });
  });

  it('is the only name that leads elsewhere', () => {
    expect(asked('bilfund.example').uri).toBe('/index.html');
  });
});

describe('the visitor’s address', () => {
  const stamp = load(apiRequest);

  it('the viewer function overwrites an address that the visitor claims', () => {
    const request = stamp(eventOf('/api/cars', { 'x-client-address': { value: '203.0.113.9' } }));
    expect(request.headers['x-client-address']).toEqual({ value: '192.0.2.7' });
    expect(request.uri).toBe('/api/cars');
  });
});

describe('a page or picture that is kept for everybody', () => {
  const normalise = load(pageRequest);
  const queryOf = (address: string) => normalise(eventOf(address)).querystring;
  const danish = { lang: { value: 'da' } };

  it.each([
    ['/share/abc.jpg?lang=x', {}],
    ['/share/abc.jpg?lang=en', {}],
    ['/share/abc.jpg?lang=da&a=1&page=2', danish],
    ['/car/abc?lang=da', danish],
    ['/car/abc?lang=DA', {}],
    ['/car/abc?fbclid=words', {}],
    ['/sitemap.xml', {}],
    ['/sitemap.xml?lang=da&x=y', {}],
    ['/sitemap.xml?page=12&x=y', { page: { value: '12' } }],
    ['/sitemap.xml?page=012', { page: { value: '0' } }],
    ['/sitemap.xml?page=12345', { page: { value: '0' } }],
    ['/sitemap.xml?page=words', { page: { value: '0' } }],
  ])('%s is cached under what changes the answer', (address, kept) => {
    expect(queryOf(address)).toEqual(kept);
  });

  it("cached pages are rate-limited by the visitor's real address", () => {
    const { headers } = normalise(eventOf('/car/abc', { 'x-client-address': { value: '203.0.113.9' } }));
    expect(headers['x-client-address']).toEqual({ value: '192.0.2.7' });
  });
});

describe('the address with which a mail’s program ends the mails', () => {
  const answer = load(apiRequest) as unknown as (event: object) => {
    statusCode?: number;
    headers: { location?: { value: string } };
  };

  it("opening a mail's unsubscribe address leads to the page that asks, with only the token", () => {
    const { statusCode, headers } = answer(eventOf('/api/unsubscribe?token=abc.d-e_f%0d%0aset-cookie:x'));
    expect(statusCode).toBe(302);
    expect(headers.location).toEqual({ value: '/unsubscribe?token=abc.d-e_fset-cookiex' });
  });

  it("a mail program's one-click unsubscribe reaches the API", () => {
    const event = eventOf('/api/unsubscribe?token=abc');
    expect(answer({ ...event, request: { ...event.request, method: 'POST' } }).statusCode).toBeUndefined();
  });
});
