import { beforeEach, describe, expect, it, vi } from 'vitest';
import { classLimits, mostUnfinishedImports } from '#core/accounts/rate-limits.ts';
import { type RouteRow, rateOf } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { contractRoutes, loadHandler } from '#tests/support/route-samples.ts';

await worldOfFile();
const handlerOf = (key: string) => loadHandler(contractRoutes.find((route) => route.key === key)!);
const star = await handlerOf('PUT /api/stars/{id}');
const stars = await handlerOf('GET /api/lists');
const scrape = await handlerOf('POST /scrape');
beforeEach(() => {
  process.env.RATE_FACTOR = '1';
});

const starOnce = (as: string, address = '127.0.0.1') =>
  callRoute(star, { as, params: { id: 'a-car' }, headers: { 'x-client-address': address } });
const importOnce = (as: string, query: string) =>
  callRoute(scrape, {
    as,
    body: { url: `https://www.facebook.com/marketplace/odense/search?query=${query}` },
    headers: { 'x-client-address': '127.0.0.1' },
  });
const refusedIn = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429).length;

describe('rate limits', () => {
  it('every route has a class of rate limit or counts by itself', () => {
    const own = Object.entries<RouteRow>(contract).filter(([key, row]) => rateOf(key, row) === 'own');
    expect(own.map(([key]) => key).filter((key) => !key.startsWith('POST /api/auth/'))).toEqual([
      'POST /api/payments/webhook',
    ]);
    const writing = Object.entries<RouteRow>(contract).filter(
      ([key, row]) => !['reading', 'own'].includes(rateOf(key, row)) && !row.needs.includes('table:write'),
    );
    // Opening Stripe's portal writes nothing to our table.
    expect(writing.map(([key]) => key)).toEqual(['POST /api/payments/portal']);
  });

  it('a person who writes too often is told when to retry, and others are not affected', async () => {
    const { capacity } = classLimits.writing.perPerson;
    const answers = await Promise.all(Array.from({ length: capacity + 20 }, () => starOnce('busy-writer')));
    // A permit returns every half second, so a few more than the capacity may be accepted.
    expect(refusedIn(answers)).toBeGreaterThan(0);
    expect(refusedIn(answers)).toBeLessThanOrEqual(20);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({
      code: 'too_many_requests',
      error: 'Too many attempts. Please try again later.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers.ratelimit).toMatch(/^"writing-person";r=0;t=\d+$/);
    // 404, because there is no such car, proves that the limiter let the request through.
    expect((await starOnce('calm-writer')).status).toBe(404);
  });

  it('every answer to a caller says what is left of their limit, also a refusal, and no answer to a visitor', async () => {
    const first = await starOnce('careful-writer');
    expect(first).toMatchObject({
      status: 404,
      headers: { 'ratelimit-policy': '"writing-person";q=120;w=60', ratelimit: '"writing-person";r=119;t=1' },
    });
    expect((await starOnce('careful-writer')).headers.ratelimit).toMatch(/^"writing-person";r=118;t=[12]$/);
    const read = await callRoute(stars, { as: 'careful-reader' });
    expect(read).toMatchObject({
      status: 200,
      headers: { 'ratelimit-policy': '"reading-person";q=300;w=60', ratelimit: '"reading-person";r=299;t=1' },
    });
    const counts = await handlerOf('GET /api/cars');
    expect(
      (await callRoute(counts, { headers: { 'x-client-address': '198.51.100.7:1' } })).headers,
    ).not.toHaveProperty('ratelimit');
  });

  it('an answer to an access token says what is left of its owner’s limit', async () => {
    const body = { name: 'script', scopes: ['read'], days: 1 };
    const made = await callRoute(await handlerOf('POST /api/tokens'), { as: 'program', body });
    const { token } = made.body as { token: string };
    const headers = { authorization: `Bearer ${token}`, 'x-client-address': '198.51.100.8:1' };
    const answer = await callRoute(await handlerOf('GET /api/hunt'), { headers });
    expect(answer).toMatchObject({ status: 200, headers: { ratelimit: '"reading-person";r=299;t=1' } });
  });

  it('an address that writes too often is limited, whoever calls from it', async () => {
    const { capacity } = classLimits.writing.perAddress;
    const from = (n: number, address: string) => starOnce(`one-of-many-${n}`, address);
    const answers: { status: number }[] = [];
    for (let n = 0; n < capacity + 100 && refusedIn(answers) === 0; n += 50)
      answers.push(
        ...(await Promise.all(Array.from({ length: 50 }, (_, i) => from(n + i, '198.51.100.9:1')))),
      );
    expect(refusedIn(answers)).toBeGreaterThan(0);
    expect((await from(0, '198.51.100.10:1')).status).toBe(404);
  });

  it('a person who reads too often is limited per function, without a call for counting', async () => {
    const { capacity } = classLimits.reading.perPerson;
    const { DynamoDBDocumentClient } = await import('@aws-sdk/lib-dynamodb');
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    const answers = [];
    for (let i = 0; i < capacity + 40; i++) answers.push(await callRoute(stars, { as: 'busy-reader' }));
    expect(send.mock.calls.some(([command]) => command.constructor.name === 'UpdateCommand')).toBe(false);
    send.mockRestore();
    expect(answers[0]!.status).toBe(200);
    expect((await callRoute(stars, { as: 'calm-reader' })).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const atOnce = [];
    for (let i = 0; i < capacity + 1; i++) atOnce.push(await callRoute(stars, { as: 'eager-reader' }));
    vi.useRealTimers();
    expect(refusedIn(atOnce)).toBe(1);
    expect(Number(atOnce.at(-1)!.headers['retry-after'])).toBe(1);
  });
});

describe('imports', () => {
  it('unfinished imports of one person leave room for those of others', async () => {
    const answers = [];
    for (let i = 0; i < 8; i++) answers.push(await importOnce('eager', `car-${i}`));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(mostUnfinishedImports);
    expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    expect(answers.at(-1)!.body.error).toBe(
      'Your earlier imports are still under way. Start the next when one of them has ended.',
    );
    const { listHistory } = await import('#functions/imports/history-store.ts');
    expect(await listHistory('eager')).toHaveLength(mostUnfinishedImports);
    expect((await importOnce('patient', 'another-car')).status).toBe(202);
    // Starting the same link again joins the running import and is not limited.
    expect((await importOnce('eager', 'car-0')).status).toBe(202);
  });

  it('a person who starts imports simultaneously cannot exceed the limit of unfinished imports', async () => {
    const answers = await Promise.all(
      Array.from({ length: mostUnfinishedImports + 3 }, (_, i) => importOnce('parallel', `beside-${i}`)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(mostUnfinishedImports);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('nobody can run sixty imports at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => importOnce('greedy', 'the-same-car')));
    const { capacity } = classLimits.importing.perPerson;
    // One more may be accepted, because a permit returns each minute.
    expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
    expect(refusedIn(answers)).toBeGreaterThanOrEqual(60 - capacity - 1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
  });
});
