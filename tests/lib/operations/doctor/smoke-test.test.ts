import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { smokeTest, visitorRoutes } from '#lib/operations/doctor/checks.ts';
import { makeSurroundings } from './surroundings.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

async function site(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => void server.close();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers as the contract says, but one path as told. */
const answering =
  (path: string, status: number, type?: string): RequestListener =>
  ({ url = '' }, response) => {
    const route = visitorRoutes.find((one) => one.path === url)!;
    const isTold = url === path;
    response.writeHead(isTold ? status : 200, { 'content-type': (isTold && type) || route.content });
    response.end('{}');
  };
const look = (Address: string) => smokeTest.look(makeSurroundings({ outputs: { Address } }));

describe('the smoke test', () => {
  it('the smoke test calls every route that needs no account', () => {
    const paths = visitorRoutes.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['/api/health', '/api/cars', '/car/smoke-test', '/sitemap.xml']),
    );
    expect(paths.join()).not.toContain('{');
  });

  it('the smoke test passes if all routes answer, and with 404 for an unknown car', async () => {
    const address = await site(answering('/api/cars/smoke-test', 404));
    expect(await look(address)).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['/api/health', 503, undefined, '/api/health answers 503'],
    ['/api/cars', 404, undefined, '/api/cars answers 404'],
    ['/car/smoke-test', 500, undefined, '/car/smoke-test answers 500'],
    ['/api/about', 200, 'text/html', '/api/about answers text/html instead of application/json'],
  ])('the smoke test names %s when it answers %s %s', async (path, status, type, sentence) => {
    const address = await site(answering(path, status, type));
    expect(await look(address)).toMatchObject({ state: 'missing', sentence: `At ${address}: ${sentence}.` });
  });

  it('the smoke test names every route of a site that does not answer', async () => {
    const address = await site(({ socket }) => void socket.destroy());
    const { state, sentence } = await look(address);
    expect(state).toBe('missing');
    for (const { path } of visitorRoutes) expect(sentence).toContain(`${path} does not answer`);
  });

  it('the smoke test cannot judge without an address', async () => {
    expect(await smokeTest.look(makeSurroundings())).toMatchObject({ state: 'cannot tell' });
  });
});
