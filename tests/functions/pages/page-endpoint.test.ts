import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { getAppPage } = vi.hoisted(() => ({ getAppPage: vi.fn<() => Promise<string>>() }));
vi.mock('#functions/platform/objects.ts', async (load) => ({ ...(await load<object>()), getAppPage }));
// Another file may have loaded it without the stand-in.
vi.resetModules();
const { withAppPage } = await import('#functions/pages/api.ts');
// What was loaded with the stand-in must not serve the next file.
afterAll(() => {
  vi.doUnmock('#functions/platform/objects.ts');
  vi.resetModules();
});

const shell =
  '<!doctype html><html lang="en"><head><!--page--><title>Own</title><!--/page--></head><body><div id="root"></div></body></html>';

type Answer = APIGatewayProxyStructuredResultV2;
const ask = (handler: () => Promise<Answer>, leftMs = 60_000) =>
  withAppPage(handler)(
    { queryStringParameters: {}, requestContext: { requestId: 'request-1' } } as APIGatewayProxyEventV2,
    { getRemainingTimeInMillis: () => leftMs } as Context,
  );
const json = (statusCode: number): Answer => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"x","code":"internal"}',
});
const failing = {
  'an error answer': () => Promise.resolve(json(500)),
  'a refusal for too many requests': () => Promise.resolve(json(429)),
  'an uncaught error': () => Promise.reject(new Error('broken')),
  'a timeout of the function': () => new Promise<Answer>(() => {}),
};

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('page routes that fail', () => {
  it.each(Object.entries(failing))('answers with the app’s page for %s', async (_, handler) => {
    getAppPage.mockResolvedValue(shell);
    const answer = await ask(handler, 0);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': 'request-1',
    });
    expect(answer.body).toContain('<div id="root"></div>');
  });

  it('names the request as the answer did that it replaces', async () => {
    getAppPage.mockResolvedValue(shell);
    const answer = await ask(async () => ({ ...json(500), headers: { 'x-request-id': 'of-the-reader' } }));
    expect(answer.headers?.['x-request-id']).toBe('of-the-reader');
  });

  it.each([
    ['cannot be read', () => Promise.reject(new Error('no such bucket'))],
    ['has lost its placeholders', () => Promise.resolve('<html></html>')],
  ])('answers with a plain page and a link where the app’s own page %s', async (_, read) => {
    getAppPage.mockImplementation(read);
    const answer = await ask(failing['an error answer']);
    expect(answer.statusCode).toBe(500);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
    expect(answer.body).toMatch(/^<!doctype html>/);
    expect(answer.body).toContain('<a href="/">');
    expect(answer.body).not.toContain('"code"');
  });

  it('leaves an answer as it is that is not an error, and one to a request that did not come through CloudFront', async () => {
    for (const given of [{ statusCode: 200, headers: { 'content-type': 'text/html' }, body: 'x' }, json(403)])
      expect(await ask(() => Promise.resolve(given))).toBe(given);
  });
});
