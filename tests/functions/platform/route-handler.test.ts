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

describe('a route that is read', () => {
  const send = async (method: string, of = about()) => {
    const { sendRequest } = await import('#tests/support/call-route.ts');
    const headers = { 'x-request-id': 'browser-0123456', 'accept-encoding': 'br' };
    return sendRequest(of, { method, headers, isBase64Encoded: false });
  };
  const absent = about(() => {
    throw new Failure(404, 'not_found', 'Not found');
  });

  it('answers HEAD as GET, without the body, also when it refuses', async () => {
    for (const route of [about(), absent]) {
      const { body, isBase64Encoded: _, ...told } = await send('GET', route);
      expect(body).not.toBe('');
      expect(await send('HEAD', route)).toEqual({ ...told, body: '', isBase64Encoded: false });
    }
  });

  it.each(['POST', 'DELETE', 'OPTIONS'])('has nothing for %s', async (method) => {
    expect((await send(method)).statusCode).toBe(404);
  });
});

describe('a route that fails', () => {
  const broken = about(() => {
    log.info('it was asked');
    throw new TypeError('cannot read the table arn:aws:dynamodb:1');
  });

  it('answers 500 without details, not to be kept, under the id of its request', async () => {
    const answer = await callRoute(broken, { headers: { 'x-request-id': 'browser-0123456' } });
    expect(answer).toMatchObject({
      status: 500,
      body: { error: 'Something went wrong. Please try again.', code: 'internal' },
      headers: { 'cache-control': 'no-store', 'x-request-id': 'browser-0123456' },
    });
  });

  it('tells the operator what went wrong, each line with the id of the request and its route', async () => {
    await callRoute(broken, { headers: { 'x-request-id': 'browser-0123456' } });
    const context = { requestId: 'browser-0123456', route: 'GET /api/about' };
    expect(told).toMatchObject([
      { level: 'info', message: 'it was asked', ...context },
      { level: 'error', message: 'request failed', error: 'TypeError', ...context },
    ]);
    expect(told[1]!.stack).toContain('cannot read the table');
  });

  it('is no news for the operator when it only refuses', async () => {
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

  it('says when to come again, also to who reads no body', async () => {
    const busy = about(() => {
      throw new Failure(429, 'too_many_requests', 'Too many attempts.', { retryAfterSeconds: 12 });
    });
    expect((await callRoute(busy)).headers['retry-after']).toBe('12');
  });

  it('answers what the contract does not name with 500 and not at all', async () => {
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

describe('what a route answers', () => {
  it('may be kept for as long as its row says, and says what it is', async () => {
    expect((await callRoute(about())).headers).toEqual({
      'cache-control': 'public, max-age=60',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^request-\d+$/),
    });
  });

  it('may not be kept where the row says nothing, nor where the reader is known', async () => {
    const never = about(undefined, { anonymousCacheSeconds: undefined as never });
    expect((await callRoute(never)).headers['cache-control']).toBe('no-store');
    const optional = about(undefined, { auth: 'optional' });
    expect((await callRoute(optional, { as: 'anna' })).headers['cache-control']).toBe('no-store');
  });

  it('to a stranger may be kept for strangers alone, where a reader would be answered otherwise', async () => {
    const { headers } = await callRoute(about(undefined, { auth: 'optional' }));
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', vary: 'authorization' });
    expect((await callRoute(about())).headers).not.toHaveProperty('vary');
  });

  it.each<[status: number, row: Partial<RouteRow>, reply: number | undefined]>([
    [200, {}, undefined],
    [201, { status: 201 }, undefined],
    [200, { status: 201 }, 200],
  ])('has the status %i for the row %j and the reply %j', async (status, row, reply) => {
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

  it('can be a page or a picture', async () => {
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

describe('what a route is asked', () => {
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

  it('is the id in its path, of letters that an id can have', async () => {
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

  it('is the id without the ending of a picture, where the row is one', async () => {
    const { handler, asked } = car({ content: 'image/jpeg' });
    await callRoute(handler, { params: { id: 'a1.jpg' } });
    await callRoute(handler, { params: { id: 'a1.jpg.jpg' } });
    expect(asked).toMatchObject([{ params: { id: 'a1' } }]);
  });

  it('comes from the address that CloudFront saw, else from the one that called', async () => {
    const { handler, asked } = car();
    await callRoute(handler, { params: { id: 'a' }, headers: { 'x-client-address': '198.51.100.9:1' } });
    await callRoute(handler, { params: { id: 'a' } });
    expect(asked).toMatchObject([{ clientAddress: '198.51.100.9:1' }, { clientAddress: '203.0.113.1' }]);
  });
});

describe('who is not admitted', () => {
  const refuse: Admission = async () => {
    throw new Failure(401, 'session_expired', 'The session has ended.');
  };

  it('is not answered what was read meanwhile', async () => {
    const answer = await callRoute(about(undefined, { needs: ['table:read'] }, refuse));
    expect(answer).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });

  it('writes nothing: the route is not even begun', async () => {
    const begun = vi.fn();
    const answer = await callRoute(about(begun, { needs: ['table:write'] }, refuse));
    expect(answer.status).toBe(401);
    expect(begun).not.toHaveBeenCalled();
  });

  it('is told so even where the reading failed', async () => {
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
