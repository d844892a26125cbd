import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../web/src/api/api-error.ts';
import { call } from '../../../web/src/api/call.ts';
import { createQueryClient } from '../../../web/src/api/queries.ts';
import { adoptSession, currentAccessToken } from '../../../web/src/api/session.ts';

type Sent = { url: string; method: string; headers: Record<string, string>; body: unknown };

let sent: Sent[];
let answers: ((request: Sent) => Response | Promise<Response>)[];

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const session = (accessToken: string) => ({
  accessToken,
  expiresIn: 3600,
  user: { id: 'u1', email: 'mette@example.dk' },
});

beforeEach(() => {
  sent = [];
  answers = [];
  adoptSession(null);
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const one = {
      url,
      method: request.method ?? 'GET',
      headers: { ...(request.headers as Record<string, string>) },
      body: request.body,
    };
    sent.push(one);
    const answer = answers.shift();
    if (!answer) throw new Error(`unexpected request ${one.method} ${url}`);
    return answer(one);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('a call', () => {
  it('a call fills the path, omits empty query values and sends no token while signed out', async () => {
    answers = [() => json(200, { cars: [] }), () => json(200, { ok: true })];
    await call('GET /api/cars', { query: { page: '2', q: '', sort: undefined } });
    await call('PUT /api/stars/{id}', { params: { id: 'a/b' } });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/cars?page=2',
      'PUT /api/stars/a%2Fb',
    ]);
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
  });

  it('a call sends JSON with the token and the given headers', async () => {
    adoptSession(session('token-1'));
    answers = [() => json(202, { id: 'h', jobId: 'j', status: 'queued', carsAdded: 0 })];
    await call('POST /scrape', { body: { url: 'https://x' }, headers: { 'idempotency-key': 'key-12345' } });
    expect(sent[0]?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'content-type': 'application/json',
      'idempotency-key': 'key-12345',
    });
    expect(sent[0]?.body).toBe('{"url":"https://x"}');
  });

  it('a call is repeated once with a fresh token after a 401', async () => {
    adoptSession(session('stale'));
    answers = [
      () => json(401, { message: 'Unauthorized' }),
      () => json(200, session('fresh')),
      () => json(200, { status: null }),
    ];
    await expect(call('GET /api/scrape-status', { query: {} })).resolves.toEqual({ status: null });
    expect(sent.map(({ url }) => url)).toEqual([
      '/api/scrape-status',
      '/api/auth/refresh',
      '/api/scrape-status',
    ]);
    expect(sent[2]?.headers.authorization).toBe('Bearer fresh');
    expect(currentAccessToken()).toBe('fresh');
  });

  it('a second 401 is returned and not retried', async () => {
    adoptSession(session('stale'));
    answers = [
      () => json(401, { message: 'Unauthorized' }),
      () => json(200, session('fresh')),
      () => json(401, { message: 'Unauthorized' }),
    ];
    await expect(call('GET /api/scrape-status', { query: {} })).rejects.toMatchObject({
      code: 'not_authenticated',
    });
    expect(sent).toHaveLength(3);
  });

  it('a call signs out when the session cannot be renewed', async () => {
    adoptSession(session('stale'));
    answers = [
      () => json(401, { message: 'Unauthorized' }),
      () => json(401, { error: 'Your session has ended.', code: 'session_expired' }),
    ];
    await expect(call('GET /api/scrape-status', { query: {} })).rejects.toBeInstanceOf(ApiError);
    expect(currentAccessToken()).toBeNull();
    expect(localStorage.getItem('bilfund_signed_in')).toBeNull();
  });

  it('calls that fail together share one token refresh', async () => {
    adoptSession(session('stale'));
    const byToken = (request: Sent) =>
      request.headers.authorization === 'Bearer stale'
        ? json(401, { message: 'Unauthorized' })
        : json(200, { hasPremium: false, seesEstimates: false });
    const refresh = () => json(200, session('fresh'));
    vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
      const one = { url, method: 'GET', headers: request.headers as Record<string, string>, body: null };
      sent.push(one);
      return url === '/api/auth/refresh' ? refresh() : byToken(one);
    });
    await Promise.all([call('GET /api/payments/check-premium'), call('GET /api/payments/check-premium')]);
    expect(sent.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
    expect(currentAccessToken()).toBe('fresh');
  });

  it('a wrong password does not refresh the token', async () => {
    adoptSession(session('token-1'));
    answers = [() => json(401, { error: 'Incorrect e-mail or password.', code: 'wrong_credentials' })];
    const body = { email: 'a@b.example', password: 'nope' };
    await expect(call('POST /api/auth/sign-in', { body })).rejects.toMatchObject({
      code: 'wrong_credentials',
      serverMessage: 'Incorrect e-mail or password.',
    });
    expect(sent).toHaveLength(1);
  });
});

describe('a failure', () => {
  it.each([
    [401, 'not_authenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [413, 'payload_too_large'],
    [429, 'too_many_requests'],
    [500, 'internal'],
    [503, 'unavailable'],
  ])('an API Gateway error with status %i becomes %s', async (status, code) => {
    answers = [() => json(status, { message: 'as the gateway says it' })];
    await expect(call('GET /api/counts')).rejects.toMatchObject({ status, code, serverMessage: null });
  });

  // docs/spec.md, section 8.
  it.each([
    [200, true],
    [204, true],
    [299, true],
    [199, false],
    [300, false],
    [304, false],
    [400, false],
    [503, false],
  ])('only statuses from 200 to 299 succeed: %i', async (status, succeeds) => {
    const { ok } = { ok: status >= 200 && status <= 299 };
    answers = [
      () =>
        ({ ok, status, json: async () => ({}), text: async () => '{}', headers: new Headers() }) as Response,
    ];
    const ended = await call('GET /api/counts').then(
      () => true,
      () => false,
    );
    expect(ended).toBe(succeeds);
  });

  it('a failure keeps the code, the message and the details of the service', async () => {
    answers = [
      () =>
        json(422, {
          error: 'A login was asked for.',
          code: 'page_not_recognised',
          details: { class: 'login_wall' },
        }),
    ];
    await expect(call('GET /api/counts')).rejects.toMatchObject({
      status: 422,
      code: 'page_not_recognised',
      serverMessage: 'A login was asked for.',
      details: { class: 'login_wall' },
    });
  });

  it('a request that never arrived is offline, and an HTML answer does not crash', async () => {
    answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('<html>', { status: 502 }),
    ];
    await expect(call('GET /api/counts')).rejects.toMatchObject({ code: 'offline' });
    await expect(call('GET /api/counts')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('an aborted call rejects with the abort itself', async () => {
    const controller = new AbortController();
    answers = [
      () => {
        controller.abort();
        return Promise.reject(new DOMException('aborted', 'AbortError'));
      },
    ];
    await expect(call('GET /api/counts', { signal: controller.signal })).rejects.toHaveProperty(
      'name',
      'AbortError',
    );
  });
});

describe('a call after a press', () => {
  let paint: (() => void) | undefined;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    vi.stubGlobal('navigator', { userActivation: { isActive: true } });
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
      paint = draw;
    });
    answers = [() => json(200, { ok: true })];
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const star = () => call('PUT /api/stars/{id}', { params: { id: 'a' } });

  it('a call after a press is sent once the press has been painted', async () => {
    const answered = star();
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual([]);
    paint?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(1);
    await answered;
  });

  it('a call after a press is sent without a paint if none comes', async () => {
    const answered = star();
    await vi.advanceTimersByTimeAsync(250);
    expect(sent).toHaveLength(1);
    paint?.();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toHaveLength(1);
    await answered;
  });

  it('a call after a press is sent at once on a hidden page', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const answered = star();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(1);
    await answered;
  });

  it('a call without a press does not wait for a paint', async () => {
    vi.stubGlobal('navigator', { userActivation: { isActive: false } });
    const answered = star();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(1);
    await answered;
  });
});

describe('without a network', () => {
  afterEach(() => onlineManager.setOnline(true));

  it('a press fails at once instead of being carried out when the network is back', async () => {
    onlineManager.setOnline(false);
    const client = createQueryClient();
    const press = new MutationObserver(client, { mutationFn: () => Promise.reject(new Error('offline')) });
    await expect(press.mutate()).rejects.toThrow('offline');
  });
});
