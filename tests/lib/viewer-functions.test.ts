import { describe, expect, it } from 'vitest';
import { appPathRewrite, clientAddressStamp } from '#lib/viewer-functions.ts';

type Event = { request: { uri: string; headers: Record<string, { value: string }> }; viewer: { ip: string } };
type ViewerFunction = (event: Event) => Event['request'];

/** The source as CloudFront runs it: a script that defines `handler`. */
const load = (source: string) => new Function(`${source}; return handler;`)() as ViewerFunction;
const eventOf = (uri: string, headers = {}): Event => ({
  request: { uri, headers },
  viewer: { ip: '192.0.2.7' },
});

describe('the paths of the app', () => {
  const rewrite = load(appPathRewrite);

  it.each(['/', '/profile', '/car/abc123', '/car/abc123/', '/v1.2/guide'])('%s is the app’s page', (uri) => {
    expect(rewrite(eventOf(uri)).uri).toBe('/index.html');
  });

  it.each(['/index.html', '/assets/index-B1c2.js', '/favicon.svg'])('%s is a file', (uri) => {
    expect(rewrite(eventOf(uri)).uri).toBe(uri);
  });
});

describe('the visitor’s address', () => {
  const stamp = load(clientAddressStamp);

  it('replaces whatever the visitor claims', () => {
    const request = stamp(eventOf('/api/cars', { 'x-client-address': { value: '203.0.113.9' } }));
    expect(request.headers['x-client-address']).toEqual({ value: '192.0.2.7' });
    expect(request.uri).toBe('/api/cars');
  });
});
