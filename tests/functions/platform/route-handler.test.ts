import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import type { Admission } from '#functions/platform/route-handler.ts';
import { callRoute, startIdentity } from '#tests/support/call-route.ts';

// The level is read when the log is loaded, and another test may have loaded it.
vi.resetModules();
vi.stubEnv('LOG_LEVEL', 'info');
const { Failure } = await import('#core/failure.ts');
const { log, setLogContext } = await import('#functions/platform/log.ts');
const { Reply } = await import('#functions/platform/answers.ts');
const { routeHandler } = await import('#functions/platform/route-handler.ts');

let identity: { close(): Promise<void> };
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(async () => {
  setLogContext({});
  vi.unstubAllEnvs();
  vi.resetModules();
  await identity.close();
});

let told: Record<string, unknown>[] = [];
beforeEach(() => {
  told = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => told.push(JSON.parse(String(line))) > 0);
});
afterEach(() => void vi.restoreAllMocks());

/** A route that says what it was asked; `row` says what differs from the one of the contract. */
const about = (
  answer: () => unknown = () => ({
    importsEnabled: true,
    platesEnabled: false,
    sources: ['facebook'],
    demo: null,
    operator: null,
  }),
  row: Partial<RouteRow> = {},
  admit: Admission | null = null,
) =>
  routeHandler(
    'GET /api/about',
    { row: { ...contract['GET /api/about'], ...row }, admit },
    async () => answer() as never,
  );

describe('routes that read', () => {
  const send = async (method: string, of = about()) => {
    const { sendRequest } = await import('#tests/support/call-route.ts');
    const headers = { 'x-request-id': 'browser-0123456', 'accept-encoding': 'br' };
    return sendRequest(of, { method, headers, isBase64Encoded: false });
  };
  const absent = about(() => {
    throw new Failure(404, 'not_found', 'Not found');
  });

  it('answers HEAD like GET without the body, also when it refuses', async () => {
    for (const route of [about(), absent]) {
      const { body, isBase64Encoded: _, ...told } = await send('GET', route);
      expect(body).not.toBe('');
      expect(await send('HEAD', route)).toEqual({ ...told, body: '', isBase64Encoded: false });
    }
  });

  it.each(['POST', 'DELETE', 'OPTIONS'])('answers 404 to %s on a reading route', async (method) => {
    expect((await send(method)).statusCode).toBe(404);
  });
});

describe('failing routes', () => {
  const broken = about(() => {
    log.info('it was asked');
    throw new TypeError('cannot read the table arn:aws:dynamodb:1');
  });

  it('answers 500 without details, not cacheable, with the request id', async () => {
    const answer = await callRoute(broken, { headers: { 'x-request-id': 'browser-0123456' } });
    expect(answer).toMatchObject({
      status: 500,
      body: { error: 'Something went wrong. Please try again.', code: 'internal' },
      headers: { 'cache-control': 'no-store', 'x-request-id': 'browser-0123456' },
    });
  });

  it('logs an error with the request id and the route on each line', async () => {
    await callRoute(broken, { headers: { 'x-request-id': 'browser-0123456' } });
    const context = { requestId: 'browser-0123456', route: 'GET /api/about' };
    expect(told).toMatchObject([
      { level: 'info', message: 'it was asked', ...context },
      { level: 'error', message: 'request failed', error: 'TypeError', ...context },
    ]);
    expect(told[1]!.stack).toContain('cannot read the table');
  });

  it('logs no error when a route only refuses', async () => {
    const refused = about(() => {
      throw new Failure(409, 'conflict', 'Too late.', { since: 'yesterday' });
    });
    const answer = await callRoute(refused);
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'Too late.', code: 'conflict', details: { since: 'yesterday' } },
    });
    expect(told).toEqual([]);
  });

  it('says in a header when to try again', async () => {
    const busy = about(() => {
      throw new Failure(429, 'too_many_requests', 'Too many attempts.', { retryAfterSeconds: 12 });
    });
    expect((await callRoute(busy)).headers['retry-after']).toBe('12');
  });

  it('answers 500 when a route’s answer does not match the contract', async () => {
    const talkative = await callRoute(
      about(() => ({
        importsEnabled: 'yes',
        platesEnabled: false,
        sources: ['facebook'],
        demo: null,
        operator: null,
      })),
    );
    expect(talkative).toMatchObject({ status: 500, body: { code: 'internal' } });
    const open = await callRoute(
      about(() => ({
        importsEnabled: true,
        platesEnabled: false,
        sources: ['facebook'],
        demo: null,
        operator: null,
        secret: 'x',
      })),
    );
    expect(open.body).toEqual({
      importsEnabled: true,
      platesEnabled: false,
      sources: ['facebook'],
      demo: null,
      operator: null,
    });
  });
});

describe('answers of a route', () => {
  it('sets the cache time of the contract’s row and the content type', async () => {
    expect((await callRoute(about())).headers).toEqual({
      'cache-control': 'public, max-age=60',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^request-\d+$/),
    });
  });

  it('forbids caching where the row sets no time or the reader is signed in', async () => {
    const never = about(undefined, { anonymousCacheSeconds: undefined as never });
    expect((await callRoute(never)).headers['cache-control']).toBe('no-store');
    const optional = about(undefined, { auth: 'optional' });
    expect((await callRoute(optional, { as: 'anna' })).headers['cache-control']).toBe('no-store');
  });

  it('lets a visitor’s answer be cached for visitors only, where signed-in readers get another', async () => {
    const { headers } = await callRoute(about(undefined, { auth: 'optional' }));
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', vary: 'authorization' });
    expect((await callRoute(about())).headers).not.toHaveProperty('vary');
  });

  it.each<[status: number, row: Partial<RouteRow>, reply: number | undefined]>([
    [200, {}, undefined],
    [201, { status: 201 }, undefined],
    [200, { status: 201 }, 200],
  ])('answers with the status %i for the row %j and the reply %j', async (status, row, reply) => {
    const body = {
      importsEnabled: true,
      platesEnabled: false,
      sources: ['facebook'],
      demo: null,
      operator: null,
    };
    const made = about(() => (reply ? new Reply(body, { status: reply }) : body), row);
    expect((await callRoute(made)).status).toBe(status);
  });

  it('answers with a page or a picture', async () => {
    const text = z.string();
    const page = await callRoute(about(() => '<p>ø</p>', { content: 'text/html', response: text }));
    expect(page.body).toBe('<p>ø</p>');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const picture = about(() => Uint8Array.of(0xff, 0xd8), {
      ...{ content: 'image/jpeg', response: z.unknown() },
    });
    const { body, headers } = await callRoute<Uint8Array>(picture);
    expect([...body]).toEqual([0xff, 0xd8]);
    expect(headers['content-type']).toBe('image/jpeg');
  });
});

describe('input of a route', () => {
  const car = (row: Partial<RouteRow> = {}) => {
    const asked: unknown[] = [];
    const handler = routeHandler(
      'GET /api/cars/{id}',
      { row: { ...contract['GET /api/cars/{id}'], response: z.unknown(), ...row }, admit: null },
      async (input, caller, { clientAddress }) => {
        asked.push({ ...input, caller: caller?.id ?? null, clientAddress });
        return {} as never;
      },
    );
    return { handler, asked };
  };

  it('reads the id from the path, and refuses impossible ids', async () => {
    const { handler, asked } = car();
    await callRoute(handler, { params: { id: 'aB-_9' }, as: 'anna' });
    expect(asked).toMatchObject([{ params: { id: 'aB-_9' }, caller: 'anna' }]);
    for (const id of ['', 'a b', '../a', 'a'.repeat(129), 'a.jpg', 'a%00'])
      expect(await callRoute(handler, { params: { id } })).toMatchObject({
        status: 404,
        body: { error: 'Not found', code: 'not_found' },
      });
    expect(asked).toHaveLength(1);
  });

  it('removes the file ending from the id of a picture’s path', async () => {
    const { handler, asked } = car({ content: 'image/jpeg' });
    await callRoute(handler, { params: { id: 'a1.jpg' } });
    await callRoute(handler, { params: { id: 'a1.jpg.jpg' } });
    expect(asked).toMatchObject([{ params: { id: 'a1' } }]);
  });

  it('takes the client address from CloudFront, or else from the connection', async () => {
    const { handler, asked } = car();
    await callRoute(handler, { params: { id: 'a' }, headers: { 'x-client-address': '198.51.100.9:1' } });
    await callRoute(handler, { params: { id: 'a' } });
    expect(asked).toMatchObject([{ clientAddress: '198.51.100.9:1' }, { clientAddress: '203.0.113.1' }]);
  });
});

describe('callers who are not admitted', () => {
  const refuse: Admission = async () => {
    throw new Failure(401, 'session_expired', 'The session has ended.');
  };

  it('discards what was read in parallel for a caller who is not admitted', async () => {
    const answer = await callRoute(about(undefined, { needs: ['table:read'] }, refuse));
    expect(answer).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });

  it('does not begin a writing route for a caller who is not admitted', async () => {
    const begun = vi.fn();
    const answer = await callRoute(about(begun, { needs: ['table:write'] }, refuse));
    expect(answer.status).toBe(401);
    expect(begun).not.toHaveBeenCalled();
  });

  it('refuses a caller who is not admitted even where the reading failed', async () => {
    const broken = about(
      () => {
        throw new Error('the table is away');
      },
      { needs: ['table:read'] },
      refuse,
    );
    expect((await callRoute(broken)).status).toBe(401);
    expect(told).toEqual([]);
  });
});
